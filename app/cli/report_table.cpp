// Formats reports as aligned text with units and three significant digits, and explanations as paragraphs.
#include "app/cli/report_table.h"

#include <cmath>

#include "app/terminal/table.h"
#include "core/base/text.h"
#include "core/compare/metrics.h"
#include "core/run/grown_difference.h"
#include "core/run/report.h"
#include "core/run/report_json.h"

namespace lightbench {

namespace {
const std::string none = "-";

std::string milliseconds(double ms) { return threeDigits(ms) + " ms"; }

/// For several repeats: "+- 0.12 ms", half the interquartile range.
std::string spread(const Report& report, double ms) { return report.repeats > 1 ? "+- " + milliseconds(ms) : "1 run"; }

/// A single run is no measurement, so that it has no speed-up.
std::string factor(const Report& report, double speedup) {
    return report.repeats > 1 && speedup > 0 ? threeDigits(speedup) + "x" : none;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return whole ? threeDigits(100.0 * double(part) / double(whole)) + " %" : none;
}

std::string decibels(double psnr) {
    return std::isfinite(psnr) ? threeDigits(psnr) + " dB" : std::isinf(psnr) ? "infinite" : none;
}

template <class Figures> std::string largestText(const Figures& d) {
    return d.infinities > 0 ? "infinite" : threeDigits(d.maxAbs);
}

/// Counts of NaN and infinite differences, which are in no mean.
std::string notFiniteText(const Difference& d) {
    std::vector<std::string> parts;
    if (d.allNans() > 0) parts.push_back(std::to_string(d.allNans()) + " NaN on one side");
    if (d.allInfinities() > 0) parts.push_back(std::to_string(d.allInfinities()) + " infinitely far apart");
    return joinWords(parts, "and");
}

std::string pointText(const std::optional<Point>& point) {
    return point ? std::to_string(point->x) + "," + std::to_string(point->y) : none;
}

std::string headText(const Report& report, const std::string& inputPath, const std::string& outputPath) {
    Table table;
    table.add({"device",
               std::to_string(report.device.index) + " " + report.device.name + " (" + report.device.platform + ")"});
    if (report.ranInWorker) table.add({"process", "one of its own"});
    if (report.input) table.add({"input", inputPath + ": " + report.input->shape().name()});
    if (report.output) table.add({"output", outputPath + ": " + report.output->shape().name()});
    return table.text();
}

std::string stageName(const StageReport& stage) { return std::to_string(stage.stackIndex + 1) + " " + stage.filter; }

std::string sizeText(const std::array<std::size_t, 2>& size) {
    return size[0] ? std::to_string(size[0]) + (size[1] > 1 ? "x" + std::to_string(size[1]) : "") : none;
}

void addStage(Table& table, const Report& report, const StageReport& stage) {
    const bool checked = isChecked(stage.difference.verdict);
    const std::string automatic = stage.chosenBy.starts_with("tuned") ? " (auto, " + stage.chosenBy + ")" : " (auto)";
    table.add({stageName(stage), stage.variant + (stage.variantWasAuto ? automatic : ""),
               workgroupText(stage.workgroup) + (!stage.workgroupWasAuto ? ""
                                                 : stage.variantWasAuto  ? " (auto)"
                                                                         : automatic),
               milliseconds(stage.gpuMs) + (stage.reused ? " (earlier)" : ""), spread(report, stage.gpuSpreadMs), none,
               checked && stage.comparedWith.empty() ? milliseconds(stage.referenceMs) : none,
               factor(report, stage.speedup()), verdictName(stage.difference.verdict)});
    for (const KernelReport& kernel : stage.kernels)
        table.add({"    " + kernel.name, "", sizeText(kernel.local), milliseconds(kernel.runUs / 1000),
                   spread(report, kernel.spreadUs() / 1000),
                   kernel.gbPerS > 0 ? threeDigits(kernel.gbPerS) + " GB/s" : none, "", "", ""});
}

/// False where no stage has a reference.
bool isReferenceTimed(const Report& report) { return report.checked && report.referenceMs() > 0; }

std::string timingText(const Report& report) {
    Table table({3, 4, 5, 6, 7});
    table.add({"stage and kernels", "variant", "workgroup", "time", "spread", "bandwidth", "reference", "speed-up",
               "verdict"});
    for (const StageReport& stage : report.stages)
        addStage(table, report, stage);
    table.add({"whole run", "", "", milliseconds(report.medianRepeat().wallMs), spread(report, report.wallSpreadMs), "",
               isReferenceTimed(report) ? milliseconds(report.referenceMs()) : none, factor(report, report.speedup()),
               verdictName(report.verdict())});
    return table.text();
}

/// The parts of the whole run, the work before it, and the statistics used.
std::string wholeText(const Report& report) {
    const RepeatParts run = report.medianRepeat();
    std::string text = "whole run = upload " + threeDigits(run.uploadMs) + " + kernels " + threeDigits(run.kernelsMs) +
                       " + download " + threeDigits(run.downloadMs) + " + rest " + milliseconds(run.otherMs()) +
                       "; built before in " + milliseconds(report.buildMs) + "\n";
    text += "times: " + timesText(report);
    if (report.repeats > 1) return text + "; spread: half their interquartile range\n";
    return text + (isReferenceTimed(report) ? "; --repeat 7 measures a speed-up\n" : "\n");
}

template <class Figures> std::vector<std::string> figureCells(const std::string& name, const Figures& d) {
    if (d.samples == 0) return {name, none, none, none, none, none}; // nothing was compared
    return {name,
            largestText(d),
            threeDigits(d.meanAbs),
            threeDigits(d.rmse),
            decibels(d.psnrDb),
            std::to_string(d.mismatched) + " (" + percent(d.mismatched, d.samples) + ")"};
}

std::vector<std::string> differenceCells(const std::string& name, const Difference& d) {
    std::vector<std::string> cells = figureCells(name, d);
    cells.insert(cells.end(), {pointText(d.firstMismatch), verdictName(d.verdict)});
    return cells;
}

/// One row for the whole difference, and one per channel below it.
void addDifference(Table& table, const std::string& name, const Difference& d) {
    table.add(differenceCells(name, d));
    for (std::size_t c = 0; d.allMismatched() > 0 && d.channels.size() > 1 && c < d.channels.size(); ++c)
        table.add(figureCells("    " + channelName(c, d.channels.size()), d.channels[c]));
}

std::string differencesText(const Report& report) {
    Table table({1, 2, 3, 4, 5, 6});
    table.add({"difference", "max", "mean", "RMSE", "PSNR", "mismatched", "first at", "verdict"});
    for (const StageReport& stage : report.stages)
        addDifference(table, stageName(stage), stage.difference);
    addDifference(table, "end to end", report.endToEnd);
    std::string text = "\n" + table.text();
    for (const StageReport& stage : report.stages)
        if (const std::string samples = notFiniteText(stage.difference); !samples.empty())
            text += stageName(stage) + ": samples without a finite difference: " + samples + "; no mean has them\n";
    for (const StageReport& stage : report.stages)
        if (const std::string found = checkSummary(stage); !found.empty())
            text += stageName(stage) + ": " + found + "\n";
    if (report.endToEnd.alpha()) text += "differences: over the colour channels; alpha by itself\n";
    if (hasGrown(report))
        text += "Every stage is within its tolerance on its own input; end to end a later stage made small differences "
                "large.\n";
    if (const auto grown = grownDifference(report)) {
        text += grownText(*grown) + ".\n";
        if (grown->cause)
            text += "Its nearest difference that can reach the first one end to end is at " + pointText(grown->cause) +
                    ".\n";
    }
    return text;
}
} // namespace

std::string reportText(const Report& report, const std::string& inputPath, const std::string& outputPath) {
    std::string text = headText(report, inputPath, outputPath) + "\n" + timingText(report) + wholeText(report);
    if (report.checked) text += differencesText(report);
    for (const std::string& warning : report.warnings)
        text += "warning: " + warning + "\n";
    return text;
}

static bool isInside(const Image& image, Point pixel) {
    return pixel.x < image.size().width && pixel.y < image.size().height;
}

static std::string samplesText(const ImagePtr& image, Point pixel) {
    if (!image || !isInside(*image, pixel)) return none;
    std::vector<std::string> samples;
    for (int channel = 0; channel < image->format().channels; ++channel)
        samples.push_back(numberText(image->at(pixel.x, pixel.y, channel)));
    return joined(samples, ", ");
}

std::string probesText(const Report& report, const std::optional<Point>& pixel) {
    if (!pixel) return {};
    std::string text = "\nPixel " + std::to_string(pixel->x) + ", " + std::to_string(pixel->y) + "\n";
    for (const StageReport& stage : report.stages) {
        text += stageName(stage);
        if (stage.outputImage && !isInside(*stage.outputImage, *pixel))
            text += ": the result is " + stage.outputImage->shape().name() + ", without this pixel\n";
        else
            text += ": result " + samplesText(stage.outputImage, *pixel) + ", reference " +
                    samplesText(stage.referenceImage, *pixel) + "\n";
        for (const ProbedValue& probe : stage.probes)
            text += "  " + probe.kernel + ", line " + std::to_string(probe.line) + ": " + probe.name + " = " +
                    probe.value + "\n";
        if (stage.probes.empty()) text += "  no kernel calls lb_probe for this pixel\n";
    }
    return text;
}

std::string comparisonText(const Difference& d, Format format) {
    Table table;
    const std::string scale = threeDigits(format.fullScale());
    const bool isFloat = format.type == SampleType::F32; // float samples may exceed full scale
    table.add({"largest difference", largestText(d) + (isFloat ? " (full scale: " + scale + ")" : " of " + scale)});
    table.add({"mean difference", threeDigits(d.meanAbs)});
    table.add({"RMSE", threeDigits(d.rmse)});
    table.add({"PSNR", std::isfinite(d.psnrDb) ? decibels(d.psnrDb)
                       : std::isinf(d.psnrDb)  ? "infinite (equal)"
                                               : "not defined: not every difference is finite"});
    table.add({"samples that differ", std::to_string(d.mismatched) + " of " + std::to_string(d.samples) + " (" +
                                          percent(d.mismatched, d.samples) + ")"});
    if (d.firstMismatch)
        table.add({"first difference",
                   "x " + std::to_string(d.firstMismatch->x) + ", y " + std::to_string(d.firstMismatch->y)});
    if (const std::string samples = notFiniteText(d); !samples.empty())
        table.add({"not finite", samples + "; mean and RMSE are of the others"});
    if (!d.alpha()) return table.text();
    Table channels({1, 2, 3, 4, 5});
    channels.add({"channel", "max", "mean", "RMSE", "PSNR", "differ"});
    for (std::size_t c = 0; c < d.channels.size(); ++c)
        channels.add(figureCells(channelName(c, d.channels.size()), d.channels[c]));
    return table.text() + "(colour channels; alpha by itself below)\n\n" + channels.text();
}

namespace {
std::string findingsText(const Explanation& explanation) {
    std::string text;
    for (const Finding& finding : explanation.findings) {
        text += wrapped(patternName(finding.pattern) + ": " + finding.text, 2);
        if (!finding.hint.empty()) text += wrapped(finding.hint, 4);
    }
    return text;
}

std::string ssimText(const std::optional<double>& ssim) {
    if (ssim) return numberText(std::round(*ssim * 1e6) / 1e6);
    const std::string side = std::to_string(ssimWindow);
    return "not defined: the image is smaller than " + side + " x " + side + " pixels, or not all of it is numbers";
}

/// In the order of metricTexts().
std::vector<std::string> valuesOf(const Metrics& metrics) {
    const std::string psnr = std::isfinite(metrics.psnrDb) ? threeDigits(metrics.psnrDb) + " dB"
                             : std::isnan(metrics.psnrDb)  ? "not defined: not every difference is finite"
                                                           : "infinite (equal)";
    return {std::isinf(metrics.maxAbs) ? "infinite" : threeDigits(metrics.maxAbs),
            threeDigits(metrics.meanAbs),
            threeDigits(metrics.bias),
            threeDigits(metrics.rmse),
            psnr,
            ssimText(metrics.ssim)};
}

std::string metricsText(const Metrics& metrics) {
    std::string text;
    const std::vector<std::string> values = valuesOf(metrics);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const MetricText& what = metricTexts()[i];
        text += "  " + std::string(what.name) + " = " + values[i] + "\n";
        text += wrapped(std::string(what.formula) + ": " + std::string(what.meaning), 6);
        text += wrapped(std::string(what.source), 6);
    }
    return text;
}
} // namespace

std::string explanationText(const Explanation& explanation, const Metrics& metrics) {
    return "\nwhat it looks like (d = result - reference)\n" + findingsText(explanation) + "\nmetrics\n" +
           metricsText(metrics);
}

std::string explanationsText(std::span<const StageExplanation> stages) {
    std::string text;
    for (const StageExplanation& stage : stages) {
        text += "\n" + std::to_string(stage.stackIndex + 1) + " " + stage.filter + ": what it looks like\n" +
                findingsText(stage.explanation);
        if (stage.explanation.pixels > 0) text += metricsText(stage.metrics);
    }
    return text;
}

} // namespace lightbench
