// The first half of StackRun, up to the execution; stack_run_report.cpp has the rest.
#include "gpu/chain/stack_run.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "gpu/chain/device_timer.h"
#include "gpu/chain/host_step.h"

namespace lightbench {

/// All programs of one variant and format, for any parameters.
static std::string familyOf(const PreparedStage& stage) {
    return stage.resolved.filter->id + " " + stage.resolved.variant->id + " " + stage.input.format.name();
}

/// The plan's kernels, each once.
static std::vector<std::string> kernelsOf(const Plan& plan) {
    std::vector<std::string> names;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass))
            if (std::ranges::find(names, kernel->kernel) == names.end()) names.push_back(kernel->kernel);
    return names;
}

static RunProgress stepOf(const PreparedStage& stage, std::string activity) {
    RunProgress progress{stage.stackIndex, std::move(activity)};
    progress.filter = stage.resolved.filter->id;
    progress.variant = stage.resolved.variant->id;
    return progress;
}

StackRun::StackRun(DeviceSession& session, const RunRequest& request, const RunMonitor& monitor,
                   const EngineSettings& settings, HistogramCache& histograms, ErrorContext& errorContext)
    : session_(session), request_(request), monitor_(monitor), sources_(sourcesOf(request, settings.kernels)),
      mayReuse_(request.options.reuse && request.options.record < 0), buildOptions_(settings.buildOptions),
      histograms_(histograms), errorContext_(errorContext),
      runner_(session, errorContext, {monitor.stop.stop_possible(), settings.poison}, &host_),
      bufferPlan_(session.buffers, {mayReuse_ ? reuseBudget(session.info, request.image->shape()) : 0,
                                    request.options.verify, settings.poison ? guardBytes : 0}) {}

StackRun::~StackRun() {
    try {
        session_.queue.finish();
    } catch (const cl::Error&) {
        // Ignored: another error ends this run, and the session is dropped.
    }
}

ReportPtr StackRun::run() {
    CancelScope scope(monitor_.stop);
    checkCancelled();
    prepare();
    measure();
    writeReport();
    if (request_.options.verify) check();
    if (request_.options.histograms) addHistograms();
    report_->timeline = timeline_.of(report_->medianRepeat());
    remember();
    if (request_.options.prompt) buildAhead();
    session_.buffers.trim();
    report_->deviceBytes = session_.buffers.heldBytes();
    done_ = total_;
    step("", wholeRun, 0);
    return report_;
}

void StackRun::step(const std::string& activity, int stackIndex, double weight, bool checking) {
    report({stackIndex, activity, 0, checking}, weight);
}

void StackRun::report(RunProgress progress, double weight) {
    progress.fraction = done_ / total_; // the step itself is not done yet
    done_ = std::min(done_ + weight, total_);
    if (monitor_.progress) monitor_.progress(progress);
}

void StackRun::prepare() {
    session_.buffers.beginRun();
    const std::int64_t planBegin = hostNow();
    chain_ = PreparedChain(request_.stack, request_.image->shape(), session_.info, sources_, request_.options.record);
    timeline_.outsideRepeats.add(HostWork::Plan, wholeRun, "stages", planBegin);
    const RunOptions& options = request_.options;
    const double rounds = options.repeat + (options.warmUp ? 1 : 0) + (options.verify ? checkWeight : 0) + 1;
    total_ = std::max<double>(1, rounds * double(chain_.stages.size()));
    buildAll();
    const std::int64_t assignBegin = hostNow();
    if (mayReuse_) findReusable();
    // Drop cached stages that the new chain does not begin with.
    session_.chain.stages.resize(std::min(reusedStages_, session_.chain.stages.size()));
    if (session_.chain.image != request_.image || !mayReuse_) session_.chain.clear();
    assignBuffers();
    timeline_.outsideRepeats.add(HostWork::Plan, wholeRun, "buffers", assignBegin);
}

void StackRun::findReusable() {
    keys_.clear();
    for (const PreparedStage& stage : chain_.stages)
        keys_.push_back(keyOf(stage));
    reusedStages_ = session_.chain.reusable(request_.image, keys_, request_.options.verify);
}

void StackRun::buildAll() {
    // Builds reused stages too, because an automatic workgroup is known only after the build.
    for (PreparedStage& stage : chain_.stages) {
        stage.moreOptions = buildOptions_;
        report(stepOf(stage, "building " + stage.resolved.filter->id), 1);
        checkCancelled();
        const std::int64_t begin = hostNow();
        buildStageOf(stage);
        timeline_.outsideRepeats.add(HostWork::Build, stage.stackIndex, stage.resolved.filter->id, begin);
        report_->buildMs += stage.buildMs;
    }
}

void StackRun::buildStageOf(PreparedStage& stage) {
    if (request_.options.prompt && useFallback(stage)) return;
    const std::string family = familyOf(stage);
    buildStage(session_, stage, errorContext_);
    session_.builtFamilies.insert(family);
}

/// Uses the fallback variant if it is built and the requested one is not. A variant whose family was never built here
/// is built now, since its fallback would need a build too.
bool StackRun::useFallback(PreparedStage& stage) {
    if (isBuilt(session_.programs, stage.resolved, stage.sources)) return false;
    const auto fallbackVariant = fallbackOf(stage.resolved, stage.requested, stage.input, session_.info);
    if (!fallbackVariant) return false;
    const ProgramSources sources = programsOf(fallbackVariant->plan, *stage.snapshot.kernels);
    if (!session_.builtFamilies.contains(familyOf(stage)) && !isBuilt(session_.programs, *fallbackVariant, sources))
        return false;
    PreparedStage prompt = stage;
    prompt.fallbackFor = stage.resolved.variant->id;
    prompt.resolved = *fallbackVariant;
    prompt.sources = sources;
    try {
        prepareKernels(session_, prompt, errorContext_);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        report_->warnings.push_back(
            prompt.fallbackFor + " was built during the run, because its fallback variant cannot run: " + error.what());
        return false;
    }
    wanted_.push_back({stage.input, stage.resolved, stage.sources, stage.snapshot.filters});
    stage = std::move(prompt);
    return true;
}

/// Builds the fallback variants of all stages for the next slider move, and, once the user rests, the requested
/// variants that they replaced.
void StackRun::buildAhead() {
    BuildAhead::Job job;
    for (const PreparedStage& stage : chain_.stages)
        if (const auto fallbackVariant = fallbackOf(stage.resolved, stage.requested, stage.input, session_.info))
            job.now.push_back({stage.input, *fallbackVariant,
                               programsOf(fallbackVariant->plan, *stage.snapshot.kernels), stage.snapshot.filters});
    if (!wanted_.empty()) job.done = monitor_.built;
    job.rest = std::move(wanted_);
    session_.ahead.replace(std::move(job));
}

DeviceBuffer StackRun::inputBuffer() {
    const CachedChain& chain = session_.chain;
    if (chain.input) return chain.input;
    return needsInput() ? bufferFor(request_.image) : nullptr;
}

/// A device that is the host's processor reads the image in place.
DeviceBuffer StackRun::bufferFor(const ImagePtr& image) {
    if (session_.info.type == DeviceType::Cpu) return session_.buffers.wrap(image);
    uploads_.emplace_back(image, session_.buffers.acquire(image->shape().bytes()));
    return uploads_.back().second;
}

/// Stages with the same file share one buffer.
DeviceBuffer StackRun::fileBuffer(const ImagePtr& file) {
    if (file == request_.image) return inputBuffer_ ? inputBuffer_ : inputBuffer_ = bufferFor(file);
    for (const std::vector<FilledInputs>* known : {&files_, &session_.files})
        if (const auto found = std::ranges::find(*known, file, &FilledInputs::image); found != known->end())
            return found->buffers.front();
    files_.push_back({file, {bufferFor(file)}});
    return files_.back().buffers.front();
}

void StackRun::assignBuffers() {
    if (chain_.stages.empty()) {
        outputImage_ = request_.image;
        return;
    }
    inputBuffer_ = inputBuffer();
    for (std::size_t i = 0; i < reusedStages_; ++i)
        chain_.stages[i].outputBuffer = session_.chain.stages[i].output;
    lastOutputBuffer_ =
        chain_.assign(bufferPlan_, reusedStages_ > 0 ? chain_.stages[reusedStages_ - 1].outputBuffer : inputBuffer_,
                      {inputBuffer_, [this](const ImagePtr& file) { return fileBuffer(file); }}, reusedStages_);
    for (std::size_t i = reusedStages_; i < chain_.stages.size(); ++i)
        times_.emplace_back(chain_.stages[i].resolved.plan, chain_.stages[i].input,
                            session_.info.type == DeviceType::Cpu);
    analyses_.resize(chain_.stages.size());
    if (lastOutputBuffer_ == inputBuffer_) outputImage_ = request_.image;
    if (reusedStages_ == chain_.stages.size())
        outputImage_ = session_.chain.stages[reusedStages_ - 1].report.outputImage;
    if (!outputImage_) downloaded_ = Image::shareable(chain_.stages.back().resolved.plan.output);
}

void StackRun::measure() {
    const std::int64_t begin = hostNow();
    if (request_.options.warmUp) {
        runOnce(false);
        timeline_.outsideRepeats.add(HostWork::Repeat, wholeRun, "warm-up", begin);
    }
    for (int repeat = 0; repeat < request_.options.repeat; ++repeat)
        runOnce(true);
}

void StackRun::runOnce(bool counted) {
    host_.take();
    HostSpan wall{hostNow(), 0};
    TimedCommand up, down;
    upload(up);
    const ChainCommands commands = chain_.enqueue(runner_, reusedStages_, [this](const PreparedStage& stage) {
        const std::int64_t begin = hostNow();
        RunProgress now = stepOf(stage, stage.resolved.filter->id);
        now.kernels = kernelsOf(stage.resolved.plan);
        report(std::move(now), 1);
        host_.add(HostWork::Prepare, stage.stackIndex, "progress report", begin);
    });
    PinnedDownload downloading = download(down);
    const std::int64_t begin = hostNow();
    downloading.finish();
    session_.queue.finish();
    wall.end = host_.add(HostWork::Wait, wholeRun, "download", begin).end;
    finish(session_, commands);
    const double compileMs = runner_.takeCompileMs();
    report_->buildMs += compileMs;
    if (counted) record(up, commands, down, wall, compileMs);
}

void StackRun::uploadTo(const DeviceBuffer& buffer, const Image& image, TimedCommand& command) {
    const auto bytes = image.bytes();
    if (session_.transfer.serves(bytes.size())) {
        if (!command.events.empty()) session_.queue.finish(); // one transfer at a time
        return session_.transfer.upload(buffer->buffer, bytes, command);
    }
    command.events.emplace_back();
    session_.queue.enqueueWriteBuffer(buffer->buffer, CL_FALSE, 0, bytes.size(), bytes.data(), nullptr,
                                      &command.events.back());
}

void StackRun::upload(TimedCommand& command) {
    if (uploads_.empty()) return;
    errorContext_ = {};
    errorContext_.action = "upload";
    const std::int64_t begin = hostNow();
    for (const auto& [image, buffer] : uploads_)
        uploadTo(buffer, *image, command);
    command.call = host_.add(HostWork::Enqueue, wholeRun, "upload", begin);
}

PinnedDownload StackRun::download(TimedCommand& command) {
    errorContext_ = {};
    errorContext_.action = "download";
    const std::int64_t begin = hostNow();
    const auto read = [&](const DeviceBuffer& from, std::size_t bytes, void* to) {
        command.events.emplace_back();
        session_.queue.enqueueReadBuffer(from->buffer, CL_FALSE, 0, bytes, to, nullptr, &command.events.back());
    };
    for (std::size_t i = reusedStages_; i < chain_.stages.size(); ++i) {
        const PreparedStage& stage = chain_.stages[i];
        const Plan& plan = stage.resolved.plan;
        if (!plan.analysis) continue;
        analyses_[i].resize(plan.scratchOf(*plan.analysis).bytes / sizeof(std::uint32_t));
        read(bufferOf(stage, *plan.analysis), analyses_[i].size() * sizeof(std::uint32_t), analyses_[i].data());
    }
    const std::span<std::byte> image = downloaded_.bytes();
    PinnedDownload pinned;
    if (!outputImage_ && session_.transfer.serves(image.size()))
        pinned = session_.transfer.download(lastOutputBuffer_->buffer, image, command);
    else if (!outputImage_)
        read(lastOutputBuffer_, image.size(), image.data());
    command.call = host_.add(HostWork::Enqueue, wholeRun, "download", begin);
    return pinned;
}

void StackRun::record(const TimedCommand& up, const ChainCommands& commands, const TimedCommand& down, HostSpan wall,
                      double compileMs) {
    RowClock clock;
    RunParts parts;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        times_[i].add(commands[i], clock, report_->warnings);
        parts.kernelsMs += times_[i].latestMs();
    }
    parts.uploadMs = runMicroseconds(up, "the upload", report_->warnings) / 1000;
    parts.downloadMs = runMicroseconds(down, "the download", report_->warnings) / 1000;
    parts.wallMs = double(wall.end - wall.begin) / 1e6 - compileMs;
    report_->runs.push_back(parts);
    recordTimeline(up, commands, down, wall);
}

void StackRun::recordTimeline(const TimedCommand& up, const ChainCommands& commands, const TimedCommand& down,
                              HostSpan wall) {
    std::uint64_t uploaded = 0;
    for (const auto& [image, buffer] : uploads_)
        uploaded += image->shape().bytes();
    std::vector<NamedCommand> named{{DeviceWork::Upload, wholeRun, "upload", uploaded, &up}};
    for (std::size_t i = 0; i < commands.size(); ++i)
        addCommands(named, chain_.stages[i + reusedStages_].stackIndex, times_[i].rows(), commands[i]);
    named.push_back({DeviceWork::Download, wholeRun, "download", downloaded_.shape().bytes(), &down});
    timeline_.add(timelineOf(named, host_.take(), wall, timerBounds(session_.device)), wall);
}

} // namespace lightbench
