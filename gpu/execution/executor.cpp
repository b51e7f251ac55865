// The path of a run: it sets up a stack, repeats it, takes the result, and writes the report.
#include "gpu/execution/executor.h"

#include <algorithm>
#include <utility>

#include "core/base/parallel.h"
#include "core/base/statistics.h"
#include "core/run/recorded_stage.h"
#include "gpu/execution/stage_checks.h"

namespace lightbench {

namespace {
/// All programs of one variant and format, for any parameters.
std::string familyOf(const PreparedStage& stage) {
    return stage.resolved.filter->id + " " + stage.resolved.variant->id + " " + stage.input.format.name();
}

/// The plan's kernels, each once.
std::vector<std::string> kernelsOf(const Plan& plan) {
    std::vector<std::string> names;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass))
            if (std::ranges::find(names, kernel->kernel) == names.end()) names.push_back(kernel->kernel);
    return names;
}

RunProgress stepOf(const PreparedStage& stage, bool isBuilding) {
    RunProgress progress{stage.stackIndex, (isBuilding ? "building " : "") + stage.resolved.filter->id};
    progress.filter = stage.resolved.filter->id;
    progress.variant = stage.resolved.variant->id;
    progress.building = isBuilding;
    return progress;
}

/// A run that may be stopped enqueues so much ahead.
constexpr double mostAheadMs = 50;

bool isOver(std::int64_t begin, double ms) { return double(hostNow() - begin) > ms * 1e6; }

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

Executor::Executor(DeviceSession& session, const StackRequest& request, const RunSnapshot& snapshot,
                   const Execution& execution, const RunMonitor& monitor, EngineCaches& caches)
    : session_(session), run_{.session = session,
                              .execution = execution,
                              .request = request,
                              .snapshot = snapshot,
                              .caches = &caches,
                              .progress = [this](RunProgress step,
                                                 double weight) { progress(std::move(step), weight); }},
      monitor_(monitor), runner_(session,
                                 {.aheadMs = monitor.stop.stop_possible() ? std::optional(mostAheadMs) : std::nullopt,
                                  .poison = execution.poison ? std::optional(poisonWord) : std::nullopt,
                                  .begun = execution.transfers ? [this](const PreparedStage& stage) { begun(stage); }
                                                               : std::function<void(const PreparedStage&)>(),
                                  .launching = [this](const PreparedStage& stage) { launching(stage); },
                                  .launchedFirst = [this] { progressOfKernels(false, 0); }},
                                 execution.transfers ? &host_ : nullptr),
      buffers_(run_) {}

Executor::Executor(DeviceSession& session, PreparedStage stage, const Execution& execution)
    : session_(session), run_{.session = session, .execution = execution}, runner_(session, {}),
      buffers_(run_), sets_{{std::move(stage)}} {}

Executor::~Executor() {
    try {
        session_.queue.finish();
    } catch (const cl::Error&) {
        // Ignored: another error ends this run, and the session is dropped.
    }
}

void Executor::progress(RunProgress progress, double weight) {
    progress.fraction = done_ / total_; // the step itself is not done yet
    done_ = std::min(done_ + weight, total_);
    if (monitor_.progress) monitor_.progress(progress);
}

/// The device begins a stage.
void Executor::begun(const PreparedStage& stage) {
    const std::int64_t begin = hostNow();
    const auto isNew = [](const BuiltKernel& kernel) { return kernel.launches && !kernel.launches->any; };
    running_ = &stage;
    progressOfKernels(std::ranges::any_of(stage.kernels, isNew), 1);
    host_.add(HostWork::Prepare, stage.stackIndex, "progress report", begin);
}

/// A kernel of a stage is launched for the first time. Most drivers on processors compile it only now.
void Executor::launching(const PreparedStage& stage) {
    if (std::exchange(running_, &stage) != &stage || !saysBuilding_) progressOfKernels(true, 0);
}

/// The kernels of running_. Drivers that compile at the first launch are building until then.
void Executor::progressOfKernels(bool isBuilding, double weight) {
    RunProgress now = stepOf(*running_, isBuilding);
    saysBuilding_ = isBuilding;
    now.kernels = kernelsOf(running_->resolved.plan);
    progress(std::move(now), weight);
}

ReportPtr Executor::run() {
    setUp();
    repeat();
    if (!outputImage_) outputImage_ = std::make_shared<const Image>(std::move(downloaded_));
    Report& report = *run_.report;
    report.output = outputImage_;
    writeReport();
    if (run_.execution.verify) check();
    if (run_.execution.histograms) {
        const std::int64_t begin = hostNow();
        report.inputHistogram = run_.caches->histograms.findOrCompute(run_.request.image);
        report.outputHistogram = run_.caches->histograms.findOrCompute(outputImage_);
        run_.note(HostWork::Histogram, wholeRun, "histograms", begin);
    }
    report.timeline = run_.timeline.of(report.medianRepeatIndex());
    remember();
    if (run_.execution.prompt) buildAhead();
    releaseIdle();
    report.deviceBytes = session_.buffers.heldBytes();
    done_ = total_;
    progress({}, 0);
    return run_.report;
}

/// After a measurement all that only it used is freed: its many sets of buffers would look like memory of this run.
void Executor::releaseIdle() {
    const bool hasMeasured = !session_.inputs.empty();
    session_.inputs.clear();
    session_.buffers.trim(hasMeasured ? 0 : 1);
}

void Executor::setUp() {
    checkCancelled();
    session_.buffers.beginRun();
    const std::int64_t planBegin = hostNow();
    sets_.push_back(
        resolvedStages(session_, run_.request.stack, run_.request.image->shape(), run_.snapshot, run_.execution));
    run_.note(HostWork::Plan, wholeRun, "stages", planBegin);
    const double rounds =
        run_.execution.repeat + run_.execution.warmUp + (run_.execution.verify ? StageChecks::weight : 0) + 1;
    total_ = std::max<double>(1, rounds * double(stages().size()));
    build();
    const std::int64_t assignBegin = hostNow();
    if (run_.execution.reuse) {
        for (const PreparedStage& stage : stages())
            keys_.push_back(keyOf(stage));
        reused_ = session_.chain.reusable(run_.request.image, keys_, run_.execution.verify);
    }
    if (run_.execution.transfers) {
        // Drop cached stages that the new chain does not begin with.
        session_.chain.stages.resize(std::min(reused_, session_.chain.stages.size()));
        if (session_.chain.image != run_.request.image || !run_.execution.reuse) session_.chain.clear();
    }
    if (stages().empty())
        outputImage_ = run_.request.image;
    else
        assignBuffers();
    run_.note(HostWork::Plan, wholeRun, "buffers", assignBegin);
}

void Executor::build() {
    session_.programs.takeLogs(); // discards logs of earlier runs
    // Builds reused stages too, because an automatic workgroup is known only after the build.
    for (PreparedStage& stage : stages()) {
        stage.moreOptions = run_.execution.buildOptions;
        progress(stepOf(stage, true), 1);
        checkCancelled();
        const std::int64_t begin = hostNow();
        if (!run_.execution.prompt || !useFallback(stage)) {
            const std::string family = familyOf(stage);
            buildStage(session_, stage);
            session_.builtFamilies.insert(family);
        }
        run_.note(HostWork::Build, stage.stackIndex, stage.resolved.filter->id, begin);
        run_.report->buildMs += stage.buildMs;
    }
    buildLog_ = session_.programs.takeLogs();
    if (!run_.execution.transfers) progress({}, 0);
}

/// Uses the fallback variant if it is built and the requested one is not. A variant whose family was never built here
/// is built now, since its fallback would need a build too.
bool Executor::useFallback(PreparedStage& stage) {
    if (isBuilt(session_.programs, stage.resolved.plan, stage.sources)) return false;
    const auto fallback = fallbackBuild(stage, session_.info);
    if (!fallback) return false;
    if (!session_.builtFamilies.contains(familyOf(stage)) &&
        !isBuilt(session_.programs, fallback->resolved.plan, fallback->sources))
        return false;
    PreparedStage prompt = stage;
    prompt.fallbackFor = stage.resolved.variant->id;
    prompt.resolved = fallback->resolved;
    prompt.sources = fallback->sources;
    try {
        buildAsPlanned(session_, prompt);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        run_.report->warnings.push_back(
            prompt.fallbackFor + " was built during the run, because its fallback variant cannot run: " + error.what());
        return false;
    }
    wanted_.push_back(buildOf(stage));
    stage = std::move(prompt);
    return true;
}

/// Builds the fallback variants of all stages for the next slider move, and, once the user rests, the requested
/// variants that they replaced.
void Executor::buildAhead() {
    BuildAhead::Job job;
    for (const PreparedStage& stage : stages())
        if (auto fallback = fallbackBuild(stage, session_.info)) job.now.push_back(std::move(*fallback));
    if (!wanted_.empty()) job.done = monitor_.built;
    job.rest = std::move(wanted_);
    session_.ahead.replace(std::move(job));
}

void Executor::assignBuffers() {
    buffers_.assign(sets_, reused_);
    outputBuffer_ = sets_.back().back().buffers.output;
    if (!run_.execution.transfers) return;
    if (outputBuffer_ == buffers_.input()) outputImage_ = run_.request.image;
    if (reused_ == stages().size()) outputImage_ = session_.chain.stages[reused_ - 1].report.outputImage;
    if (!outputImage_) downloaded_ = Image::shareable(stages().back().resolved.plan.output);
}

void Executor::repeat() {
    times_.emplace(std::span(stages()).subspan(reused_), run_.sharesMemory(), !run_.execution.transfers);
    warmUps_ = warmUp();
    std::size_t next = session_.nextSet + std::size_t(warmUps_);
    const std::int64_t begin = hostNow();
    const auto isLate = [&] { return run_.execution.capMs > 0 && isOver(begin, run_.execution.capMs); };
    for (int i = 0; i < run_.execution.repeat && (i == 0 || !isLate());
         ++i, next += std::size_t(run_.execution.runsPerRepeat)) {
        checkCancelled();
        const Repeat done = repeatOnce(next, run_.execution.runsPerRepeat);
        times_->add(done, *run_.report);
        if (run_.execution.transfers) addToTimeline(done);
    }
    lastSet_ = (next - 1) % sets_.size();
    session_.nextSet = lastSet_ + 1;
}

/// Returns the number of rounds.
int Executor::warmUp() {
    const std::int64_t begin = hostNow();
    const bool isLong = run_.execution.warmUpMs > 0;
    const int minimum = isLong ? int(sets_.size()) : run_.execution.warmUp ? 1 : 0;
    int rounds = 0;
    while (rounds < minimum || (isLong && !isOver(begin, run_.execution.warmUpMs))) {
        if (rounds > 0 && run_.execution.capMs > 0 && isOver(begin, run_.execution.capMs / 4)) break;
        repeatOnce(session_.nextSet + std::size_t(rounds++), 1);
    }
    if (rounds > 0) run_.note(HostWork::Repeat, wholeRun, "warm-up", begin);
    if (running_ && !run_.execution.transfers) progress({}, 0); // what follows is measured: no kernel is new there
    return rounds;
}

Repeat Executor::repeatOnce(std::size_t firstSet, int rounds) {
    const auto enqueued = [this](std::vector<PreparedStage>& set) {
        RoundCommands round;
        for (std::size_t i = reused_; i < set.size(); ++i)
            round.push_back(runner_.run(set[i]));
        return round;
    };
    host_.take();
    Repeat repeat;
    repeat.wall.begin = hostNow();
    buffers_.upload(repeat.up, host_);
    for (std::size_t i = 0; i < std::size_t(rounds); ++i)
        repeat.rounds.push_back(enqueued(sets_[(firstSet + i) % sets_.size()]));
    PinnedDownload downloading = run_.execution.transfers ? download(repeat.down) : PinnedDownload();
    runner_.finish();
    session_.errorContext = {.action = "download"};
    const std::int64_t waitBegin = hostNow();
    downloading.finish();
    session_.queue.finish();
    repeat.wall.end = host_.add(HostWork::Wait, wholeRun, "download", waitBegin).end;
    runner_.learn();
    for (const RoundCommands& round : repeat.rounds)
        for (const std::vector<TimedCommand>& stage : round)
            std::ranges::for_each(stage, checkFinished);
    repeat.compileMs = runner_.takeCompileMs();
    run_.report->buildMs += repeat.compileMs;
    return repeat;
}

/// Downloads the results of analyses, and the image if it is wanted and not known.
PinnedDownload Executor::download(TimedCommand& command) {
    session_.errorContext = {.action = "download"};
    const std::int64_t begin = hostNow();
    const auto read = [&](const DeviceBuffer& from, std::size_t bytes, void* to) {
        command.events.emplace_back();
        session_.queue.enqueueReadBuffer(from->buffer, CL_FALSE, 0, bytes, to, nullptr, &command.events.back());
    };
    const std::vector<PreparedStage>& last = sets_[lastSet_];
    analyses_.resize(last.size());
    for (std::size_t i = reused_; i < last.size(); ++i) {
        const Plan& plan = last[i].resolved.plan;
        if (!plan.analysis) continue;
        analyses_[i].resize(plan.scratchOf(*plan.analysis).bytes / sizeof(std::uint32_t));
        read(last[i].buffers.of(*plan.analysis), analyses_[i].size() * sizeof(std::uint32_t), analyses_[i].data());
    }
    const std::span<std::byte> image = downloaded_.bytes();
    PinnedDownload pinned;
    if (!image.empty() && session_.transfer.serves(image.size()))
        pinned = session_.transfer.download(outputBuffer_->buffer, image, command);
    else if (!image.empty())
        read(outputBuffer_, image.size(), image.data());
    command.call = host_.add(HostWork::Enqueue, wholeRun, "download", begin);
    return pinned;
}

void Executor::addToTimeline(const Repeat& repeat) {
    std::vector<NamedCommand> named{
        {{.work = DeviceWork::Upload, .name = "upload", .bytes = buffers_.uploadedBytes()}, &repeat.up}};
    const RoundCommands& commands = repeat.rounds.front();
    for (std::size_t i = 0; i < commands.size(); ++i)
        addCommands(named, stages()[i + reused_].stackIndex, times_->ofStage(i).rows(), commands[i]);
    named.push_back(
        {{.work = DeviceWork::Download, .name = "download", .bytes = downloaded_.shape().bytes()}, &repeat.down});
    run_.timeline.add(named, host_.take(), repeat.wall, timerBounds(session_.device));
}

Measurement Executor::measure() {
    setUp();
    if (stages().empty())
        throw Error(ErrorKind::Usage, "the stack has no stage to measure; give --stack such as invert");
    repeat();
    if (run_.execution.verify) {
        TimedCommand command;
        download(command);
        session_.queue.finish();
    }
    writeStages();
    if (run_.execution.verify) check();
    Measurement result;
    for (std::size_t i = 0; i < stages().size(); ++i) {
        StageReport& stage = run_.report->stages[i];
        stage.outputImage = stage.referenceImage = nullptr;
        result.buildOptions.push_back(optionsOf(session_, stages()[i]));
        result.stageSpanUs.push_back(summaryOf(times_->spansOfStageUs(i)));
    }
    static_cast<StackResult&>(result) = std::move(*run_.report);
    result.spanUs = spanUs();
    result.sumUs = summaryOf(each(&RepeatParts::kernelsMs, 1000.0 / run_.execution.runsPerRepeat));
    result.wallUs = summaryOf(each(&RepeatParts::wallMs, 1000.0 / run_.execution.runsPerRepeat));
    result.repeats = int(times_->spansUs().size());
    result.warmUps = warmUps_;
    result.buffers = int(sets_.size());
    result.buildLog = buildLog_;
    // Buffers are kept for the next candidate of a race, because first use of new memory costs far more than a kernel.
    if (buffers_.hasNewImage() || session_.buffers.heldBytes() > session_.info.globalMemory / 2)
        session_.buffers.trim();
    return result;
}

std::vector<double> Executor::each(double RepeatParts::*part, double factor) const {
    std::vector<double> values;
    for (const RepeatParts& run : run_.report->runs)
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
    if (!run_.execution.verify) copyFields(StageReport(), report, CheckResult);
    return report;
}

void Executor::writeStages() {
    for (std::size_t i = 0; i < stages().size(); ++i) {
        run_.report->stages.push_back(i < reused_ ? reusedReport(i)
                                                  : reportOf(stages()[i], times_->ofStage(i - reused_)));
        if (i >= reused_ && !analyses_.empty()) run_.report->stages[i].analysis = analyses_[i];
        const std::optional<BufferRef>& probes = stages()[i].resolved.plan.probes;
        if (probes)
            run_.report->stages[i].probes = probesOf(stages()[i].resolved, *run_.snapshot.tuning.kernels,
                                                     downloadedWords(session_, stages()[i], *probes));
        if (stages()[i].records) run_.report->recording = recordingOf(session_, stages()[i]);
    }
}

void Executor::writeReport() {
    const std::int64_t begin = hostNow();
    run_.report->device = session_.info;
    run_.report->input = run_.request.image;
    run_.report->stack = run_.request.stack;
    run_.report->filters = run_.request.filters;
    run_.report->repeats = run_.execution.repeat;
    run_.report->warmedUp = run_.execution.warmUp;
    writeStages();
    if (!stages().empty()) run_.report->stages.back().outputImage = outputImage_;
    run_.report->uploadMs = medianOf(each(&RepeatParts::uploadMs));
    run_.report->downloadMs = medianOf(each(&RepeatParts::downloadMs));
    run_.report->wallMs = medianOf(each(&RepeatParts::wallMs));
    run_.report->wallSpreadMs = summaryOf(each(&RepeatParts::wallMs)).spread();
    for (std::size_t i = reused_; i < stages().size(); ++i)
        for (const KernelReport& kernel : run_.report->stages[i].kernels)
            run_.report->queueMs += (kernel.queuedUs + kernel.submitUs) / 1000;
    run_.note(HostWork::Report, wholeRun, "report", begin);
}

void Executor::check() {
    StageChecks checks(run_, sets_[lastSet_], reused_);
    const DeviceBuffer& input = run_.execution.transfers ? buffers_.input() : sets_[lastSet_].front().buffers.input;
    if (input) checks.know(input, run_.request.image);
    if (outputImage_ && outputBuffer_) checks.know(outputBuffer_, outputImage_);
    checks.check(outputImage_);
}

void Executor::remember() {
    buffers_.rememberFiles();
    if (!run_.execution.reuse) return;
    CachedStack& cached = session_.chain;
    cached.image = run_.request.image;
    cached.input = buffers_.input();
    for (std::size_t i = 0; i < stages().size(); ++i) {
        const DeviceBuffer& output = stages()[i].buffers.output;
        if (i < reused_) {
            if (run_.execution.verify) cached.stages[i].report = run_.report->stages[i];
            continue;
        }
        const bool isKept =
            output == buffers_.input() || buffers_.isKept(output) || (i > 0 && output == cached.stages[i - 1].output);
        cached.stages.push_back({keys_[i], isKept ? output : nullptr, run_.report->stages[i]});
    }
    cached.limit(reuseBudget(session_.info, run_.request.image->shape()));
}

} // namespace lightbench
