// Buffers, measuring, checking.
#include "gpu/measure/bench.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "gpu/chain/buffer_plan.h"
#include "gpu/chain/stage_setup.h"

namespace lightbench {

namespace {
/// How much larger than the caches all inputs together should be.
constexpr std::uint64_t timesCache = 4;
constexpr int mostBuffers = 64;

std::uint64_t setBytes(const std::vector<PreparedStage>& stages) {
    std::uint64_t sum = stages.front().input.bytes();
    for (const PreparedStage& stage : stages) {
        sum += stage.resolved.plan.output.bytes();
        for (const Scratch& scratch : stage.resolved.plan.scratch)
            sum += scratch.bytes;
    }
    return sum;
}

/// The second-level caches of large GPUs have 50 MB, which not every driver tells.
int buffersFor(const DeviceInfo& device, const std::vector<PreparedStage>& stages) {
    const std::uint64_t cache = std::max<std::uint64_t>(device.globalCache, 64u << 20);
    const std::uint64_t wanted = timesCache * cache / stages.front().input.bytes() + 1;
    const std::uint64_t fitting = device.globalMemory / 4 / setBytes(stages);
    return int(std::clamp<std::uint64_t>(std::min(wanted, fitting), 2, mostBuffers));
}

std::vector<BufferSet> makeSets(DeviceSession& session, const std::vector<PreparedStage>& stages,
                                const std::vector<DeviceBuffer>& inputs) {
    std::vector<BufferSet> sets;
    for (DeviceBuffer input : inputs) {
        BufferPlan plan(session.buffers, {.keepAll = true});
        sets.push_back(stages);
        for (PreparedStage& stage : sets.back()) {
            plan.assign(stage, input);
            input = stage.outputBuffer;
        }
    }
    return sets;
}

std::string optionsOf(const DeviceSession& session, const PreparedStage& stage) {
    for (const Pass& pass : stage.resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) return session.programs.optionsOf(*kernel);
    return {};
}

StageReport reportOf(const PreparedStage& stage, const Stage& asked, const StageTimes& times) {
    StageReport report;
    report.stackIndex = stage.stackIndex;
    report.filter = stage.resolved.filter->id;
    report.variant = stage.resolved.variant->id;
    report.workgroup = stage.resolved.workgroup;
    report.variantWasAuto = asked.variant == "auto";
    report.workgroupWasAuto = !asked.workgroup;
    report.parameters = asked.parameters;
    report.output = stage.resolved.plan.output;
    report.localBytes = localBytes(stage.resolved.plan);
    report.tolerance = stage.resolved.variant->tolerance;
    times.writeTo(report);
    return report;
}
} // namespace

Bench::Bench(int device) : catalog_(findDevices()) {
    const auto& devices = catalog_.list.devices;
    std::vector<std::string> names;
    for (const DeviceInfo& one : devices)
        names.push_back(std::to_string(one.index) + " (" + one.name + ")");
    if (devices.empty())
        throw Error(ErrorKind::Device, "there is no OpenCL device to measure: " + catalog_.list.warnings.back());
    if (device < 0 || std::size_t(device) >= devices.size())
        throw Error(ErrorKind::Device,
                    "there is no OpenCL device " + std::to_string(device) + "; there is " + joinWords(names, "and"));
    info_ = devices[std::size_t(device)];
}

DeviceSession& Bench::session() {
    if (session_) return *session_;
    place_ = {};
    place_.action = "opening the device";
    session_ = std::make_unique<DeviceSession>(info_, catalog_.handles[std::size_t(info_.index)]);
    return *session_;
}

/// After some OpenCL errors a context answers nothing any more: the session is given up.
template <class Work> auto Bench::guarded(Work&& work) {
    try {
        return work();
    } catch (const cl::Error& error) {
        inputs_.clear();
        session_.reset();
        throw deviceError(error, info_, place_);
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::Device, "the computer has not enough memory for this run; take a smaller image");
    }
}

const Ceilings& Bench::ceilings() {
    if (ceilings_) return *ceilings_;
    ceilings_ = guarded([&] {
        session().programs.setMoreOptions({});
        return measureCeilings(session());
    });
    return *ceilings_;
}

/// Sweeps measure one image again and again: its buffers are filled once. Those of the last two images are kept, that
/// which is measured and that which is checked.
const std::vector<DeviceBuffer>& Bench::inputsOf(const ImagePtr& image, int count) {
    const auto found = std::ranges::find(inputs_, image, &Inputs::image);
    if (found != inputs_.end() && found->buffers.size() == std::size_t(count)) return found->buffers;
    if (found != inputs_.end()) inputs_.erase(found);
    if (inputs_.size() > 1) inputs_.erase(inputs_.begin());
    Inputs inputs{image, {}};
    for (int i = 0; i < count; ++i) {
        inputs.buffers.push_back(session().buffers.acquire(image->shape().bytes()));
        session().queue.enqueueWriteBuffer(inputs.buffers.back()->buffer, CL_TRUE, 0, image->bytes().size(),
                                           image->bytes().data());
    }
    inputs_.push_back(std::move(inputs));
    return inputs_.back().buffers;
}

Measurement Bench::run(const ImagePtr& image, const Stack& stack, const MeasureOptions& options) {
    return guarded([&] { return measure(image, stack, options); });
}

Measurement Bench::measure(const ImagePtr& image, const Stack& stack, const MeasureOptions& options) {
    DeviceSession& device = session();
    device.buffers.beginRun();
    device.programs.setMoreOptions(options.buildOptions);
    std::vector<PreparedStage> stages = resolveStack(stack, image->shape(), info_);
    if (stages.empty()) throw Error(ErrorKind::Usage, "the stack has no stage to measure; give --stack such as invert");
    for (PreparedStage& stage : stages)
        buildStage(device, stage, stack[std::size_t(stage.stackIndex)], place_);
    Measurement result;
    for (const PreparedStage& stage : stages)
        result.buildMs += stage.buildMs;
    result.buildLog = device.programs.takeLogs();
    const int buffers = options.buffers > 0 ? options.buffers : buffersFor(info_, stages);
    std::vector<BufferSet> sets = makeSets(device, stages, inputsOf(image, buffers));
    const Laps laps = runLaps(device, sets, {.repeat = options.repeat, .capMs = options.capMs}, place_);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const Stage& asked = stack[std::size_t(stages[i].stackIndex)];
        result.stages.push_back(reportOf(stages[i], asked, laps.stages[i]));
        result.stageSpanUs.push_back(summaryOf(laps.stageSpanUs[i]));
        result.buildOptions.push_back(optionsOf(device, stages[i]));
    }
    result.spanUs = summaryOf(laps.spanUs);
    result.sumUs = summaryOf(laps.sumUs);
    result.wallUs = summaryOf(laps.wallUs);
    result.repeats = int(laps.spanUs.size());
    result.warmUps = laps.warmUps;
    result.buildMs += laps.compileMs;
    result.buffers = int(laps.sets);
    result.warnings = laps.warnings;
    if (options.check) check(result, image, sets[laps.lastSet]);
    sets.clear();
    device.buffers.trim();
    return result;
}

ImagePtr Bench::download(const DeviceBuffer& buffer, const ImageShape& shape) {
    Image image(shape);
    place_.action = "download";
    session().queue.enqueueReadBuffer(buffer->buffer, CL_TRUE, 0, shape.bytes(), image.bytes().data());
    return std::make_shared<const Image>(std::move(image));
}

void Bench::check(Measurement& result, const ImagePtr& image, const BufferSet& set) {
    ImagePtr input = image;
    for (std::size_t i = 0; i < set.size(); ++i) {
        StageReport& report = result.stages[i];
        const Plan& plan = set[i].resolved.plan;
        const KnownReference& known = references_.of(*input, *set[i].resolved.filter, report.parameters);
        report.referenceMs = known.ms;
        report.referenceThreads = parallelThreads();
        if (plan.analysisScratch >= 0) {
            const auto& words = set[i].scratch[std::size_t(plan.analysisScratch)];
            report.analysis.resize(known.words.size());
            session().queue.enqueueReadBuffer(words->buffer, CL_TRUE, 0, report.analysis.size() * sizeof(std::uint32_t),
                                              report.analysis.data());
            report.difference = compareWords(report.analysis, known.words);
            continue;
        }
        input = download(set[i].outputBuffer, plan.output);
        report.difference = compareImages(*input, *known.image, report.tolerance);
    }
}

} // namespace lightbench
