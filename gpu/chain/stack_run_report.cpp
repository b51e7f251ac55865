// The second half of StackRun: fills in the report, checks stages against references, and stores what the next run may
// reuse.
#include <algorithm>
#include <utility>

#include "core/base/statistics.h"
#include "core/run/verify.h"
#include "gpu/chain/stack_run.h"

namespace lightbench {

StageReport StackRun::reusedReport(std::size_t index) const {
    StageReport report = session_.chain.stages[index].report;
    const PreparedStage& stage = chain_.stages[index];
    report.stackIndex = stage.stackIndex;
    report.variantWasAuto = stage.requested.variant == "auto";
    report.workgroupWasAuto = !stage.requested.workgroup;
    report.parameters = stage.requested.parameters; // equal values, but this request's images
    report.reused = true;
    if (!request_.options.verify) copyFields(StageReport(), report, CheckResult);
    return report;
}

void StackRun::writeReport() {
    const std::int64_t begin = hostNow();
    if (!outputImage_) outputImage_ = std::make_shared<const Image>(std::move(downloaded_));
    report_->device = session_.info;
    report_->input = request_.image;
    report_->output = outputImage_;
    report_->stack = request_.stack;
    report_->filters = request_.filters;
    report_->repeats = request_.options.repeat;
    report_->warmedUp = request_.options.warmUp;
    for (std::size_t i = 0; i < chain_.stages.size(); ++i) {
        report_->stages.push_back(i < reusedStages_ ? reusedReport(i)
                                                    : reportOf(chain_.stages[i], times_[i - reusedStages_]));
        if (i >= reusedStages_) report_->stages.back().analysis = analyses_[i];
        if (chain_.stages[i].records) report_->recording = recordingOf(session_, chain_.stages[i]);
    }
    if (!chain_.stages.empty()) report_->stages.back().outputImage = outputImage_;
    writeTimes();
    timeline_.outsideRepeats.add(HostWork::Report, wholeRun, "report", begin);
}

void StackRun::writeTimes() {
    const auto each = [this](double RunParts::*part) {
        std::vector<double> values;
        for (const RunParts& run : report_->runs)
            values.push_back(run.*part);
        return values;
    };
    report_->uploadMs = medianOf(each(&RunParts::uploadMs));
    report_->downloadMs = medianOf(each(&RunParts::downloadMs));
    report_->wallMs = medianOf(each(&RunParts::wallMs));
    report_->wallSpreadMs = quartileSpread(each(&RunParts::wallMs));
    for (std::size_t i = reusedStages_; i < chain_.stages.size(); ++i)
        for (const KernelReport& kernel : report_->stages[i].kernels)
            report_->queueMs += (kernel.queuedUs + kernel.submitUs) / 1000;
}

ImagePtr StackRun::imageOf(const DeviceBuffer& buffer, const ImageShape& shape) {
    ImagePtr& known = images_[buffer.get()];
    if (!known) known = lightbench::download(session_, buffer, shape);
    return known;
}

void StackRun::check() {
    report_->checked = true;
    ChainVerifier verifier(request_.image, request_.filters);
    ImagePtr input = request_.image;
    if (inputBuffer_) images_[inputBuffer_.get()] = request_.image;
    if (lastOutputBuffer_) images_[lastOutputBuffer_.get()] = outputImage_;
    for (std::size_t i = 0; i < chain_.stages.size(); ++i) {
        checkStage(verifier, i, input);
        input = report_->stages[i].outputImage;
    }
    const std::int64_t endToEndBegin = hostNow();
    report_->endToEnd = verifier.endToEnd(outputImage_);
    report_->endToEndReference = verifier.chainReference();
    timeline_.outsideRepeats.add(HostWork::Check, wholeRun, "end to end", endToEndBegin);
}

void StackRun::checkStage(ChainVerifier& verifier, std::size_t index, const ImagePtr& input) {
    StageReport& report = report_->stages[index];
    step("checking " + report.filter, report.stackIndex, checkWeight, true);
    const std::int64_t checkBegin = hostNow();
    errorContext_ = {report.stackIndex, report.filter, report.variant, "download", {0, 0}, {0, 0}};
    const bool checkedBefore = index < reusedStages_ && session_.chain.stages[index].isChecked();
    if (!report.outputImage) report.outputImage = imageOf(chain_.stages[index].outputBuffer, report.output);
    if (checkedBefore)
        verifier.reuse(report, input, report.outputImage);
    else
        verifier.check(report, input, report.outputImage);
    timeline_.outsideRepeats.add(HostWork::Check, report.stackIndex, report.filter, checkBegin);
    if (!request_.options.warmUp) return;
    const std::int64_t referenceBegin = hostNow();
    step("timing the reference of " + report.filter, report.stackIndex, 0, true);
    timeReference(report, *input, verifier.withImages(report), request_.options.repeat, request_.filters);
    timeline_.outsideRepeats.add(HostWork::Reference, report.stackIndex, report.filter, referenceBegin);
}

void StackRun::addHistograms() {
    const std::int64_t begin = hostNow();
    report_->inputHistogram = histograms_.of(request_.image);
    report_->outputHistogram = histograms_.of(outputImage_);
    timeline_.outsideRepeats.add(HostWork::Histogram, wholeRun, "histograms", begin);
}

/// Keeps the second images of this stack, which have been uploaded.
void StackRun::rememberFiles() {
    const std::vector<ImagePtr> wanted = mayReuse_ ? fileImages(request_.stack) : std::vector<ImagePtr>();
    session_.files.insert(session_.files.end(), files_.begin(), files_.end());
    std::erase_if(session_.files,
                  [&](const FilledInputs& one) { return std::ranges::find(wanted, one.image) == wanted.end(); });
}

void StackRun::remember() {
    rememberFiles();
    if (!mayReuse_) return;
    CachedChain& chain = session_.chain;
    chain.image = request_.image;
    chain.input = inputBuffer_;
    for (std::size_t i = 0; i < chain_.stages.size(); ++i) {
        const DeviceBuffer& output = chain_.stages[i].outputBuffer;
        if (i < reusedStages_) {
            if (request_.options.verify) chain.stages[i].report = report_->stages[i];
            continue;
        }
        const bool isKept =
            output == inputBuffer_ || bufferPlan_.isKept(output) || (i > 0 && output == chain.stages[i - 1].output);
        chain.stages.push_back({keys_[i], isKept ? output : nullptr, report_->stages[i]});
    }
    chain.limit(reuseBudget(session_.info, request_.image->shape()));
}

} // namespace lightbench
