// The path of a run through Executor: it sets up a stack, repeats it, and takes the result. measured_sets.cpp has the
// sets of buffers of a measurement, executor_report.cpp has times, checks and reports.
#include "gpu/execution/executor.h"

#include <algorithm>
#include <utility>

#include "core/base/parallel.h"

namespace lightbench {

namespace {
/// True if the stack's input is also a second image of a stage from `first` on.
bool isInputReadAgain(const std::vector<PreparedStage>& stages, std::size_t first) {
    const auto isInput = [](const PreparedStage::SecondImage& image) {
        return !image.file && image.producerPosition < 0;
    };
    return std::any_of(stages.begin() + std::ptrdiff_t(first), stages.end(),
                       [&](const PreparedStage& one) { return std::ranges::any_of(one.images, isInput); });
}

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
} // namespace

Executor::Executor(DeviceSession& session, const StackRequest& request, const RunSnapshot& snapshot,
                   const Execution& execution, const RunMonitor& monitor, EngineCaches& caches)
    : session_(session), request_(request), snapshot_(snapshot), execution_(execution), monitor_(monitor),
      caches_(&caches), runner_(session,
                                {.aheadMs = monitor.stop.stop_possible() ? std::optional(mostAheadMs) : std::nullopt,
                                 .poison = execution.poison ? std::optional(poisonWord) : std::nullopt,
                                 .begun = execution.transfers ? [this](const PreparedStage& stage) { begun(stage); }
                                                              : std::function<void(const PreparedStage&)>(),
                                 .launching = [this](const PreparedStage& stage) { launching(stage); },
                                 .launchedFirst = [this] { progressOfKernels(false, 0); }},
                                execution.transfers ? &host_ : nullptr) {}

Executor::Executor(DeviceSession& session, PreparedStage stage, const Execution& execution)
    : session_(session), execution_(execution), runner_(session, {}), sets_{{std::move(stage)}} {}

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
    takeOutput();
    writeReport();
    if (execution_.verify) check();
    if (execution_.histograms) addHistograms();
    report_->timeline = timeline_.of(report_->medianRepeatIndex());
    remember();
    if (execution_.prompt) buildAhead();
    releaseIdle();
    report_->deviceBytes = session_.buffers.heldBytes();
    done_ = total_;
    progress({}, 0);
    return report_;
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
    sets_.push_back(resolvedStages(session_, request_.stack, request_.image->shape(), snapshot_, execution_));
    note(HostWork::Plan, wholeRun, "stages", planBegin);
    const double rounds = execution_.repeat + execution_.warmUp + (execution_.verify ? checkWeight : 0) + 1;
    total_ = std::max<double>(1, rounds * double(stages().size()));
    build();
    const std::int64_t assignBegin = hostNow();
    if (execution_.reuse) findReusable();
    if (execution_.transfers) {
        // Drop cached stages that the new chain does not begin with.
        session_.chain.stages.resize(std::min(reused_, session_.chain.stages.size()));
        if (session_.chain.image != request_.image || !execution_.reuse) session_.chain.clear();
    }
    if (stages().empty())
        outputImage_ = request_.image;
    else
        assignBuffers();
    note(HostWork::Plan, wholeRun, "buffers", assignBegin);
}

void Executor::findReusable() {
    for (const PreparedStage& stage : stages())
        keys_.push_back(keyOf(stage));
    reused_ = session_.chain.reusable(request_.image, keys_, execution_.verify);
}

void Executor::build() {
    session_.programs.takeLogs(); // discards logs of earlier runs
    // Builds reused stages too, because an automatic workgroup is known only after the build.
    for (PreparedStage& stage : stages()) {
        stage.moreOptions = execution_.buildOptions;
        progress(stepOf(stage, true), 1);
        checkCancelled();
        const std::int64_t begin = hostNow();
        if (!execution_.prompt || !useFallback(stage)) {
            const std::string family = familyOf(stage);
            buildStage(session_, stage);
            session_.builtFamilies.insert(family);
        }
        note(HostWork::Build, stage.stackIndex, stage.resolved.filter->id, begin);
        report_->buildMs += stage.buildMs;
    }
    buildLog_ = session_.programs.takeLogs();
    if (!execution_.transfers) progress({}, 0);
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
        report_->warnings.push_back(
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

DeviceBuffer Executor::inputBuffer() {
    if (session_.chain.input) return session_.chain.input;
    return reused_ == 0 || isInputReadAgain(stages(), reused_) ? bufferFor(request_.image) : nullptr;
}

/// A device that is the host's processor reads the image in place.
DeviceBuffer Executor::bufferFor(const ImagePtr& image) {
    if (session_.info.type == DeviceType::Cpu) return session_.buffers.wrap(image);
    uploads_.emplace_back(image, session_.buffers.acquire(image->shape().bytes()));
    return uploads_.back().second;
}

/// Stages with the same file share one buffer.
DeviceBuffer Executor::fileBuffer(const ImagePtr& file) {
    if (file == request_.image) return inputBuffer_ ? inputBuffer_ : inputBuffer_ = bufferFor(file);
    for (const std::vector<UploadedImage>* known : {&files_, &session_.files})
        if (const auto found = std::ranges::find(*known, file, &UploadedImage::image); found != known->end())
            return found->buffers.front();
    files_.push_back({file, {bufferFor(file)}});
    return files_.back().buffers.front();
}

void Executor::assignBuffers() {
    const std::size_t count = execution_.transfers ? 1 : setCount();
    std::vector<DeviceBuffer> inputs;
    if (execution_.transfers)
        inputs = {inputBuffer_ = inputBuffer()};
    else
        inputs = uploadCopies(request_.image, count);
    for (std::size_t i = 0; i < reused_; ++i)
        stages()[i].buffers.output = session_.chain.stages[i].output;
    sets_.resize(count, sets_.front());
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t kept = execution_.reuse ? reuseBudget(session_.info, request_.image->shape()) : 0;
        bufferAssignment_.emplace(session_.buffers,
                                  BufferAssignment::Options{kept, execution_.verify || !execution_.transfers,
                                                            execution_.poison ? guardBytes : 0});
        const auto ofFile = [&](const ImagePtr& file) {
            return execution_.transfers ? fileBuffer(file) : uploadCopies(file, count)[i];
        };
        bufferAssignment_->assign(sets_[i], reused_, inputs[i], ofFile);
        if (!execution_.transfers) faultIn(sets_[i]);
    }
    outputBuffer_ = sets_.back().back().buffers.output;
    if (!execution_.transfers) return;
    if (outputBuffer_ == inputBuffer_) outputImage_ = request_.image;
    if (reused_ == stages().size()) outputImage_ = session_.chain.stages[reused_ - 1].report.outputImage;
    if (!outputImage_) downloaded_ = Image::shareable(stages().back().resolved.plan.output);
}

void Executor::repeat() {
    for (std::size_t i = reused_; i < stages().size(); ++i)
        times_.emplace_back(stages()[i], session_.info.type == DeviceType::Cpu);
    stageSpansUs_.resize(times_.size());
    warmUps_ = warmUp();
    std::size_t next = session_.nextSet + std::size_t(warmUps_);
    const std::int64_t begin = hostNow();
    const auto isLate = [&] { return execution_.capMs > 0 && isOver(begin, execution_.capMs); };
    for (int i = 0; i < execution_.repeat && (i == 0 || !isLate());
         ++i, next += std::size_t(execution_.runsPerRepeat)) {
        checkCancelled();
        collectTimes(repeatOnce(next, execution_.runsPerRepeat));
    }
    lastSet_ = (next - 1) % sets_.size();
    session_.nextSet = lastSet_ + 1;
}

/// Returns the number of rounds.
int Executor::warmUp() {
    const std::int64_t begin = hostNow();
    const bool isLong = execution_.warmUpMs > 0;
    const int minimum = isLong ? int(sets_.size()) : execution_.warmUp ? 1 : 0;
    int rounds = 0;
    while (rounds < minimum || (isLong && !isOver(begin, execution_.warmUpMs))) {
        if (rounds > 0 && execution_.capMs > 0 && isOver(begin, execution_.capMs / 4)) break;
        repeatOnce(session_.nextSet + std::size_t(rounds++), 1);
    }
    if (rounds > 0) note(HostWork::Repeat, wholeRun, "warm-up", begin);
    if (running_ && !execution_.transfers) progress({}, 0); // what follows is measured: no kernel is new there
    return rounds;
}

Executor::Repeat Executor::repeatOnce(std::size_t firstSet, int rounds) {
    host_.take();
    Repeat repeat;
    repeat.wall.begin = hostNow();
    upload(repeat.up);
    for (std::size_t i = 0; i < std::size_t(rounds); ++i)
        repeat.rounds.push_back(enqueue(sets_[(firstSet + i) % sets_.size()]));
    PinnedDownload downloading = execution_.transfers ? download(repeat.down) : PinnedDownload();
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
    report_->buildMs += repeat.compileMs;
    return repeat;
}

/// Enqueues one round through the stages that are not reused.
Executor::RoundCommands Executor::enqueue(std::vector<PreparedStage>& set) {
    RoundCommands round;
    for (std::size_t i = reused_; i < set.size(); ++i)
        round.push_back(runner_.run(set[i]));
    return round;
}

void Executor::upload(TimedCommand& command) {
    if (uploads_.empty()) return;
    session_.errorContext = {.action = "upload"};
    const std::int64_t begin = hostNow();
    for (const auto& [image, buffer] : uploads_) {
        const auto bytes = image->bytes();
        if (session_.transfer.serves(bytes.size())) {
            if (!command.events.empty()) session_.queue.finish(); // one transfer at a time
            session_.transfer.upload(buffer->buffer, bytes, command);
            continue;
        }
        command.events.emplace_back();
        session_.queue.enqueueWriteBuffer(buffer->buffer, CL_FALSE, 0, bytes.size(), bytes.data(), nullptr,
                                          &command.events.back());
    }
    command.call = host_.add(HostWork::Enqueue, wholeRun, "upload", begin);
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

void Executor::takeOutput() {
    if (!outputImage_) outputImage_ = std::make_shared<const Image>(std::move(downloaded_));
    report_->output = outputImage_;
}

} // namespace lightbench
