#include "app/cli/results.h"

#include <algorithm>

#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/run/stage_explanation.h"

namespace lightbench {

namespace {
using HistogramPtr = std::shared_ptr<const Histogram>;

/// The channel's entry of a list with one entry per channel; null if there is none.
template <class T>
const T* ofChannel(const HistogramPtr& histogram, const std::vector<T> Histogram::*list, const std::string& channel) {
    if (!histogram) return nullptr;
    for (std::size_t i = 0; i < (*histogram.*list).size(); ++i)
        if (histogram->channels[i] == channel) return &(*histogram.*list)[i];
    return nullptr;
}

std::vector<std::string> channelsOf(const Report& report) {
    std::vector<std::string> names;
    for (const auto& histogram : {report.inputHistogram, report.outputHistogram})
        if (histogram)
            for (const std::string& name : histogram->channels)
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return names;
}

/// Adds to each stage of a report its explanation, null if there is none.
void addExplanations(Json& stages, const Report& report, std::span<const StageExplanation> explanations) {
    Json all = Json::Array();
    for (std::size_t i = 0; i < report.stages.size(); ++i) {
        const auto found = std::ranges::find(explanations, report.stages[i].stackIndex, &StageExplanation::stackIndex);
        Json stage = stages[i];
        stage["explanation"] = found == explanations.end() ? Json() : toJson(found->explanation, found->metrics);
        all.append(std::move(stage));
    }
    stages = std::move(all);
}

/// The first field of a row, and the comma behind it.
std::string firstField(const std::string& text) {
    std::string line = csvLine({isUtf8(text) ? text : shownPath(text)});
    line.back() = ',';
    return line;
}

std::string countRow(const std::string& start, const std::uint32_t* input, const std::uint32_t* output) {
    return start + "," + (input ? std::to_string(*input) : "") + "," + (output ? std::to_string(*output) : "") + "\n";
}

/// For floats: one row per kind of value outside the bins, named as in reports.
std::string outsideRows(const std::string& start, const OutsideCounts* input, const OutsideCounts* output) {
    std::string rows;
    if (input || output)
        forEachField<OutsideCounts>([&](auto field) {
            rows += countRow(start + std::string(field.name), input ? &(input->*field.member) : nullptr,
                             output ? &(output->*field.member) : nullptr);
        });
    return rows;
}
} // namespace

ReportPtr withHistograms(const Report& report) {
    auto counted = std::make_shared<Report>(report);
    counted->inputHistogram = std::make_shared<const Histogram>(histogramOf(*report.input));
    counted->outputHistogram = report.output == report.input
                                   ? counted->inputHistogram
                                   : std::make_shared<const Histogram>(histogramOf(*report.output));
    return counted;
}

std::string histogramRows(const Report& report, const std::string& prefix) {
    std::string rows;
    const HistogramPtr &before = report.inputHistogram, &after = report.outputHistogram;
    for (const std::string& channel : channelsOf(report)) {
        const std::string start = prefix + channel + ",";
        const Bins* input = ofChannel(before, &Histogram::bins, channel);
        const Bins* output = ofChannel(after, &Histogram::bins, channel);
        for (std::size_t i = 0; i < 256; ++i)
            rows +=
                countRow(start + std::to_string(i), input ? &(*input)[i] : nullptr, output ? &(*output)[i] : nullptr);
        rows += outsideRows(start, ofChannel(before, &Histogram::outside, channel),
                            ofChannel(after, &Histogram::outside, channel));
    }
    return rows;
}

std::string saveDifference(const Report& report, const std::string& path, int amplify) {
    // Without a reference the picture is black.
    const Image& expected = report.endToEndReference ? *report.endToEndReference : *report.output;
    const Difference& difference = report.endToEnd;
    const DifferenceStyle style = DifferenceStyle::Absolute;
    const double gain = amplify ? amplify : fittingGain(difference.largestFinite(), report.output->format(), style);
    saveImage(differenceImage(*report.output, expected, style, gain), path, differenceFormat(path));
    const std::string name = shownPath(path) + ": ";
    if (!report.endToEndReference) return name + "black, there is no reference to compare with\n";
    if (difference.allMismatched() == 0) return name + "black, every sample is equal\n";
    return name + "|result - reference| x " + threeDigits(gain) + (amplify ? "" : ", so that the largest is white") +
           "; samples that differ: " + std::to_string(difference.allMismatched()) + "\n";
}

ImageParts ResultFiles::partsOf(const Report& report, std::span<const StageExplanation> explanations,
                                const std::string& input, const std::string& output) const {
    ImageParts parts;
    if (!settings_.trace.empty())
        parts.trace = Trace::eventsOf(report, settings_.isBatch ? shownPath(std::string(fileName(input))) : "");
    if (!settings_.report.empty()) {
        parts.report = reportJson(report, input, output);
        if (settings_.explain) addExplanations(parts.report["stages"], report, explanations);
    }
    if (!settings_.histogram.empty())
        parts.histogram = histogramRows(report, settings_.isBatch ? firstField(input) : "");
    return parts;
}

void ResultFiles::add(const ImageParts& parts) {
    succeeded_ = true;
    trace_.add(parts.trace);
    if (!parts.report.isNull()) reports_.append(parts.report);
    histograms_ += parts.histogram;
}

void ResultFiles::addFailure(const std::string& input, const std::string& why) {
    Json failure = pathJson(input);
    failure["error"] = why;
    failed_.append(failure);
}

void ResultFiles::write(const CommandContext& context, bool evenIfStopped) const {
    const bool isBatch = settings_.isBatch;
    const auto put = [&](const std::string& path, bool isAny, const auto& text) {
        if (path.empty() || !isAny) return;
        const auto write = [&] { writeWhole(path, text()); };
        evenIfStopped && !isStream(path) ? context.writeEvenAfterStop(write) : writeOutput(path, context, write);
    };
    put(settings_.report, isBatch || reports_.size() > 0, [&] {
        const Json all = isBatch ? Json::Object{{"runs", reports_}, {"failed", failed_}} : reports_[0];
        return all.text();
    });
    put(settings_.histogram, !histograms_.empty(),
        [&] { return (isBatch ? "file," : "") + std::string("channel,bin,input,output\n") + histograms_; });
    put(settings_.trace, succeeded_, [&] { return trace_.json().text(); });
}

} // namespace lightbench
