// The rest of Executor: collects times, fills in reports, checks stages against references, and stores what the
// next run may reuse.
#include <algorithm>
#include <utility>

#include "core/base/statistics.h"
#include "core/run/recorded_stage.h"
#include "gpu/execution/downloads.h"
#include "gpu/execution/executor.h"
#include "gpu/execution/isolated_stage.h"
#include "gpu/execution/self_check.h"

namespace lightbench {

namespace {
/// What ran, and its times.
StageReport reportOf(const PreparedStage& stage, const StageTimes& times) {
    StageReport report;
    report.stackIndex = stage.stackIndex;
    report.filter = stage.resolved.filter->id;
    report.variant = stage.resolved.variant->id;
    report.workgroup = stage.resolved.workgroup;
    report.variantWasAuto = stage.requested.variant == "auto";
    report.workgroupWasAuto = !stage.requested.workgroup;
    if (report.variantWasAuto || report.workgroupWasAuto)
        report.chosenBy = stage.resolved.tunedOn.empty() ? "built-in" : "tuned on " + stage.resolved.tunedOn;
    report.fallbackFor = stage.fallbackFor;
    report.parameters = stage.requested.parameters;
    report.output = stage.resolved.plan.output;
    report.localBytes = localBytes(stage.resolved.plan);
    report.tolerance = stage.resolved.variant->tolerance;
    times.writeTo(report);
    return report;
}

/// The compiler options of a stage's first kernel; empty if it has none.
std::string optionsOf(const DeviceSession& session, const PreparedStage& stage) {
    for (const Pass& pass : stage.resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass))
            return session.programs.optionsOf(stage.sources.at(kernel->program), *kernel, stage.moreOptions);
    return {};
}

/// A reference on the host ends by itself; a kernel may not.
RunProgress checkStep(const PreparedStage& stage, const StageReport& report) {
    const Filter& filter = *stage.resolved.filter;
    RunProgress step{report.stackIndex, "checking " + report.filter};
    step.checking = filter.otherReference ? !filter.otherReference->kernel : hasCpuReference(filter);
    if (step.checking) return step;
    step.filter = report.filter;
    step.variant = report.variant;
    for (const KernelReport& kernel : report.kernels)
        if (!kernel.onHost) step.kernels.push_back(kernel.name);
    return step;
}

/// Null if the stage does not record.
RecordingPtr recordingOf(DeviceSession& session, const PreparedStage& stage) {
    const Plan& plan = stage.resolved.plan;
    if (!plan.recording) return nullptr;
    const std::vector<std::uint32_t> words = downloadedWords(session, stage, plan.recording->words);
    Recording recording = recordingOf(stage.resolved, words);
    recording.stackIndex = stage.stackIndex;
    return std::make_shared<const Recording>(std::move(recording));
}
} // namespace

void Executor::collectTimes(const Repeat& repeat) {
    RepeatParts parts;
    for (const RoundCommands& commands : repeat.rounds) {
        RowClock clock;
        for (std::size_t i = 0; i < commands.size(); ++i) {
            times_[i].add(commands[i], clock, report_->warnings);
            parts.kernelsMs += times_[i].latestMs();
        }
    }
    parts.uploadMs = runMicroseconds(repeat.up, "the upload", report_->warnings) / 1000;
    parts.downloadMs = runMicroseconds(repeat.down, "the download", report_->warnings) / 1000;
    parts.wallMs = double(repeat.wall.end - repeat.wall.begin) / 1e6 - repeat.compileMs;
    report_->runs.push_back(parts);
    execution_.transfers ? collectTimeline(repeat) : collectSpans(repeat);
}

void Executor::collectSpans(const Repeat& repeat) {
    EventSpan whole;
    std::vector<double> stageUs(stageSpansUs_.size());
    for (const RoundCommands& commands : repeat.rounds)
        for (std::size_t i = 0; i < commands.size(); ++i) {
            const EventSpan span = spanOf(commands[i]);
            whole.add(span);
            stageUs[i] += span.us();
        }
    spansUs_.push_back(whole.us() / execution_.runsPerRepeat);
    for (std::size_t i = 0; i < stageUs.size(); ++i)
        stageSpansUs_[i].push_back(stageUs[i] / execution_.runsPerRepeat);
}

void Executor::collectTimeline(const Repeat& repeat) {
    std::uint64_t uploaded = 0;
    for (const auto& [image, buffer] : uploads_)
        uploaded += image->shape().bytes();
    std::vector<NamedCommand> named{{DeviceWork::Upload, wholeRun, "upload", uploaded, &repeat.up}};
    const RoundCommands& commands = repeat.rounds.front();
    for (std::size_t i = 0; i < commands.size(); ++i)
        addCommands(named, stages()[i + reused_].stackIndex, times_[i].rows(), commands[i]);
    named.push_back({DeviceWork::Download, wholeRun, "download", downloaded_.shape().bytes(), &repeat.down});
    timeline_.add(named, host_.take(), repeat.wall, timerBounds(session_.device));
}

Measurement Executor::measure() {
    setUp();
    if (stages().empty())
        throw Error(ErrorKind::Usage, "the stack has no stage to measure; give --stack such as invert");
    repeat();
    if (execution_.verify) {
        TimedCommand command;
        download(command);
        session_.queue.finish();
    }
    writeStages();
    if (execution_.verify) check();
    Measurement result;
    for (std::size_t i = 0; i < stages().size(); ++i) {
        StageReport& stage = report_->stages[i];
        stage.outputImage = stage.referenceImage = nullptr;
        result.buildOptions.push_back(optionsOf(session_, stages()[i]));
        result.stageSpanUs.push_back(summaryOf(stageSpansUs_[i]));
    }
    static_cast<StackResult&>(result) = std::move(*report_);
    result.spanUs = spanUs();
    result.sumUs = summaryOf(each(&RepeatParts::kernelsMs, 1000.0 / execution_.runsPerRepeat));
    result.wallUs = summaryOf(each(&RepeatParts::wallMs, 1000.0 / execution_.runsPerRepeat));
    result.repeats = int(spansUs_.size());
    result.warmUps = warmUps_;
    result.buffers = int(sets_.size());
    result.buildLog = buildLog_;
    // Buffers are kept for the next candidate of a race, because first use of new memory costs far more than a kernel.
    if (isNewImage_ || session_.buffers.heldBytes() > session_.info.globalMemory / 2) session_.buffers.trim();
    return result;
}

std::vector<double> Executor::each(double RepeatParts::*part, double factor) const {
    std::vector<double> values;
    for (const RepeatParts& run : report_->runs)
        values.push_back(run.*part * factor);
    return values;
}

StageReport Executor::reusedReport(std::size_t index) const {
    StageReport report = session_.chain.stages[index].report;
    const PreparedStage& stage = sets_.front()[index];
    report.stackIndex = stage.stackIndex;
    report.variantWasAuto = stage.requested.variant == "auto";
    report.workgroupWasAuto = !stage.requested.workgroup;
    report.parameters = stage.requested.parameters; // equal values, but this request's images
    report.reused = true;
    if (!execution_.verify) copyFields(StageReport(), report, CheckResult);
    return report;
}

void Executor::writeStages() {
    for (std::size_t i = 0; i < stages().size(); ++i) {
        report_->stages.push_back(i < reused_ ? reusedReport(i) : reportOf(stages()[i], times_[i - reused_]));
        if (i >= reused_ && !analyses_.empty()) report_->stages[i].analysis = analyses_[i];
        const std::optional<BufferRef>& probes = stages()[i].resolved.plan.probes;
        if (probes)
            report_->stages[i].probes =
                probesOf(stages()[i].resolved, *snapshot_.kernels, downloadedWords(session_, stages()[i], *probes));
        if (stages()[i].records) report_->recording = recordingOf(session_, stages()[i]);
    }
}

void Executor::writeReport() {
    const std::int64_t begin = hostNow();
    report_->device = session_.info;
    report_->input = request_.image;
    report_->stack = request_.stack;
    report_->filters = request_.filters;
    report_->repeats = execution_.repeat;
    report_->warmedUp = execution_.warmUp;
    writeStages();
    if (!stages().empty()) report_->stages.back().outputImage = outputImage_;
    report_->uploadMs = medianOf(each(&RepeatParts::uploadMs));
    report_->downloadMs = medianOf(each(&RepeatParts::downloadMs));
    report_->wallMs = medianOf(each(&RepeatParts::wallMs));
    report_->wallSpreadMs = summaryOf(each(&RepeatParts::wallMs)).spread();
    for (std::size_t i = reused_; i < stages().size(); ++i)
        for (const KernelReport& kernel : report_->stages[i].kernels)
            report_->queueMs += (kernel.queuedUs + kernel.submitUs) / 1000;
    note(HostWork::Report, wholeRun, "report", begin);
}

ImagePtr Executor::imageOf(const DeviceBuffer& buffer, const ImageShape& shape) {
    ImagePtr& known = images_[buffer.get()];
    if (!known) known = downloadedImage(session_, buffer, shape);
    return known;
}

/// References of measurements are cached, since a sweep asks for the same one often, failed ones too. So are those that
/// take other processes or the device.
StageReference Executor::stageReference(const Filter& filter, const Image& input, const ParameterValues& parameters) {
    const auto make = [&] {
        return filter.otherReference && filter.otherReference->kernel
                   ? kernelReference(session_, snapshot_, filter, input, parameters)
                   : referenceOf(filter, input, parameters);
    };
    if (execution_.transfers && !filter.otherReference) return make();
    return caches_->references.findOrCompute(input, filter, parameters, request_.filters, session_.info.index,
                                             execution_.transfers, make);
}

/// A measurement checks each stage alone.
void Executor::check() {
    report_->checked = true;
    const auto references = [&](const Filter& filter, const Image& input, const ParameterValues& parameters) {
        return stageReference(filter, input, parameters);
    };
    StackVerifier verifier(request_.image, request_.filters, references, execution_.transfers);
    ImagePtr input = request_.image;
    if (!execution_.transfers) inputBuffer_ = sets_[lastSet_].front().buffers.input;
    if (inputBuffer_) images_[inputBuffer_.get()] = request_.image;
    if (outputImage_ && outputBuffer_) images_[outputBuffer_.get()] = outputImage_;
    for (std::size_t i = 0; i < stages().size(); ++i) {
        checkStage(verifier, i, input);
        input = report_->stages[i].outputImage;
    }
    if (!execution_.transfers) return;
    const std::int64_t endToEndBegin = hostNow();
    report_->endToEnd = verifier.endToEnd(outputImage_);
    report_->endToEndReference = verifier.chainReference();
    note(HostWork::Check, wholeRun, "end to end", endToEndBegin);
}

void Executor::checkStage(StackVerifier& verifier, std::size_t index, const ImagePtr& input) {
    StageReport& report = report_->stages[index];
    progress(checkStep(stages()[index], report), checkWeight);
    const std::int64_t checkBegin = hostNow();
    session_.errorContext = {report.stackIndex, report.filter, report.variant, "download", {0, 0}, {0, 0}};
    const bool checkedBefore = index < reused_ && session_.chain.stages[index].isChecked();
    if (!report.outputImage) report.outputImage = imageOf(sets_[lastSet_][index].buffers.output, report.output);
    if (checkedBefore)
        verifier.reuse(report, input, report.outputImage);
    else
        verifier.check(report, input, report.outputImage);
    const bool isUsers = request_.filters.definition(definitionIdOf(report.filter, report.variant)) != nullptr;
    if (!checkedBefore && isUsers && report.difference.verdict != Verdict::Mismatch)
        checkOddSize(report, session_, stages()[index], verifier.withImages(report), input, request_.filters);
    if (!checkedBefore && execution_.transfers && report.difference.verdict == Verdict::NoReference)
        checkIsolated(report, session_, stages()[index], verifier.withImages(report), input, report.outputImage);
    note(HostWork::Check, report.stackIndex, report.filter, checkBegin);
    // A recorded run is no benchmark.
    if (!execution_.warmUp || !execution_.transfers || execution_.record >= 0) return;
    const std::int64_t referenceBegin = hostNow();
    const ParameterValues bound = verifier.withImages(report);
    caches_->referenceTimes.findOrTake(report, *input, bound, request_.filters, execution_.repeat, [&] {
        progress({report.stackIndex, "timing the reference of " + report.filter, 0, true}, 0);
        timeReference(report, *input, bound, execution_.repeat, request_.filters);
    });
    note(HostWork::Reference, report.stackIndex, report.filter, referenceBegin);
}

void Executor::addHistograms() {
    const std::int64_t begin = hostNow();
    report_->inputHistogram = caches_->histograms.findOrCompute(request_.image);
    report_->outputHistogram = caches_->histograms.findOrCompute(outputImage_);
    note(HostWork::Histogram, wholeRun, "histograms", begin);
}

/// Keeps the second images of this stack, which have been uploaded.
void Executor::rememberFiles() {
    const std::vector<ImagePtr> wanted = execution_.reuse ? fileImages(request_.stack) : std::vector<ImagePtr>();
    session_.files.insert(session_.files.end(), files_.begin(), files_.end());
    std::erase_if(session_.files,
                  [&](const UploadedImage& one) { return std::ranges::find(wanted, one.image) == wanted.end(); });
}

void Executor::remember() {
    rememberFiles();
    if (!execution_.reuse) return;
    CachedStack& cached = session_.chain;
    cached.image = request_.image;
    cached.input = inputBuffer_;
    for (std::size_t i = 0; i < stages().size(); ++i) {
        const DeviceBuffer& output = stages()[i].buffers.output;
        if (i < reused_) {
            if (execution_.verify) cached.stages[i].report = report_->stages[i];
            continue;
        }
        const bool isKept = output == inputBuffer_ || bufferAssignment_->isKept(output) ||
                            (i > 0 && output == cached.stages[i - 1].output);
        cached.stages.push_back({keys_[i], isKept ? output : nullptr, report_->stages[i]});
    }
    cached.limit(reuseBudget(session_.info, request_.image->shape()));
}

} // namespace lightbench
