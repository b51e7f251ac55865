// Resolves stages, builds programs, assigns buffers, enqueues passes, and fills in reports.
#include "gpu/chain/prepared_chain.h"

#include <algorithm>
#include <optional>

#include "core/run/recorded_stage.h"
#include "gpu/chain/host_step.h"

namespace lightbench {

namespace {
/// Resolves the stage as requested, or with another variant or workgroup.
void resolve(PreparedStage& stage, const Stage& requested, const DeviceInfo& device) {
    stage.resolved = resolveStage(requested, stage.input, device, stage.snapshot.filters,
                                  {stage.snapshot.tuning, stage.snapshot.kernels});
    if (stage.records) addRecording(stage.resolved, device);
    stage.sources = programsOf(stage.resolved.plan, *stage.snapshot.kernels);
}

PreparedStage makeResolvedStage(const Stage& requested, const ImageShape& input, const DeviceInfo& device,
                                const StackSources& snapshot, bool records) {
    PreparedStage stage;
    stage.requested = requested;
    stage.input = input;
    stage.filters = snapshot.filters;
    stage.snapshot = snapshot;
    stage.records = records;
    resolve(stage, requested, device);
    return stage;
}

} // namespace

DeviceBuffer BufferPlan::take(std::uint64_t bytes) {
    bytes += options_.guardBytes;
    const std::uint64_t capacity = pool_.capacityFor(bytes);
    const auto found = std::ranges::find_if(spare_, [&](const DeviceBuffer& one) { return one->capacity == capacity; });
    if (found == spare_.end()) return pool_.acquire(bytes);
    DeviceBuffer buffer = *found;
    spare_.erase(found);
    return buffer;
}

void BufferPlan::assign(PreparedStage& stage, const DeviceBuffer& input) {
    const Plan& plan = stage.resolved.plan;
    stage.inputBuffer = input;
    stage.outputBuffer = plan.passesThrough ? input : take(plan.output.bytes());
    if (!plan.passesThrough) outputs_.push_back(stage.outputBuffer);
    for (const Scratch& scratch : plan.scratch)
        stage.scratch.push_back(scratch.contents.empty() ? take(scratch.bytes) : pool_.constant(scratch.contents));
    const auto isReadLater = [&plan](int i) {
        return (plan.analysis && plan.analysis->index == i) || (plan.recording && plan.recording->words.index == i);
    };
    for (std::size_t i = 0; i < plan.scratch.size(); ++i)
        if (plan.scratch[i].contents.empty() && !isReadLater(int(i))) spare_.push_back(stage.scratch[i]);
    handOnOutputs(stage.outputBuffer);
}

void BufferPlan::handOnOutputs(const DeviceBuffer& current) {
    if (options_.keepAll) return;
    std::uint64_t sum = 0;
    for (const DeviceBuffer& one : outputs_)
        sum += one->capacity;
    for (auto one = outputs_.begin(); sum > options_.keepBytes && one != outputs_.end();) {
        if (*one == current || std::ranges::find(pinned_, *one) != pinned_.end()) {
            ++one;
            continue;
        }
        sum -= (*one)->capacity;
        spare_.push_back(*one);
        one = outputs_.erase(one);
    }
}

bool BufferPlan::isKept(const DeviceBuffer& buffer) const {
    return std::ranges::find(outputs_, buffer) != outputs_.end();
}

PreparedChain::PreparedChain(const Stack& stack, const ImageShape& input, const DeviceInfo& device,
                             const StackSources& snapshot, int record) {
    ImageShape shape = input;
    StageImages images(input);
    for (std::size_t i = 0; i < stack.size(); ++i) {
        if (!stack[i].enabled) continue;
        try {
            Stage requested = stack[i];
            requested.parameters = images.withImages(std::move(requested.parameters), int(i));
            stages.push_back(makeResolvedStage(requested, shape, device, snapshot, int(i) == record));
        } catch (Error& error) {
            error.stage = int(i);
            throw;
        }
        stages.back().stackIndex = int(i);
        findImages(stages.back(), images);
        shape = stages.back().resolved.plan.output;
        images.add(int(i), shape);
    }
}

void PreparedChain::findImages(PreparedStage& stage, const StageImages& images) const {
    for (const std::string& name : imageParameterNames(*stage.resolved.filter)) {
        const ImageInput& requested = stage.requested.parameters.image(name);
        const int producerStackIndex = requested.isFile() ? -1 : images.producerOf(requested.stage);
        const auto found = std::ranges::find(stages, producerStackIndex, &PreparedStage::stackIndex);
        stage.images.push_back({requested.image, producerStackIndex < 0 ? -1 : int(found - stages.begin()), nullptr});
    }
}

bool PreparedChain::isNeededAfter(std::size_t stage) const {
    return std::ranges::any_of(stages, [stage](const PreparedStage& one) {
        return std::ranges::find(one.images, int(stage), &PreparedStage::SecondImage::producerPosition) !=
               one.images.end();
    });
}

bool PreparedChain::readsInputAgain(std::size_t first) const {
    const auto isInput = [](const PreparedStage::SecondImage& image) {
        return !image.file && image.producerPosition < 0;
    };
    return std::any_of(stages.begin() + std::ptrdiff_t(first), stages.end(),
                       [&](const PreparedStage& one) { return std::ranges::any_of(one.images, isInput); });
}

DeviceBuffer PreparedChain::assign(BufferPlan& buffers, const DeviceBuffer& input, const Sources& sources,
                                   std::size_t first) {
    DeviceBuffer last = input;
    for (std::size_t i = first; i < stages.size(); ++i) {
        for (PreparedStage::SecondImage& image : stages[i].images)
            image.buffer = image.file                   ? sources.file(image.file)
                           : image.producerPosition < 0 ? sources.input
                                                        : stages[std::size_t(image.producerPosition)].outputBuffer;
        buffers.assign(stages[i], last);
        last = stages[i].outputBuffer;
        if (isNeededAfter(i)) buffers.pin(last);
    }
    return last;
}

ChainCommands PreparedChain::enqueue(PlanRunner& runner, std::size_t first,
                                     const std::function<void(const PreparedStage&)>& beforeStage) {
    ChainCommands commands;
    for (std::size_t i = first; i < stages.size(); ++i) {
        if (beforeStage) beforeStage(stages[i]);
        commands.push_back(runner.run(stages[i]));
    }
    return commands;
}

/// A limit that is known only after a build counts like one of the device: `auto` takes a smaller workgroup or another
/// variant, and so do passes that have sizes of their own.
void buildStage(DeviceSession& session, PreparedStage& stage, ErrorContext& errorContext) {
    DeviceInfo device = session.info;
    std::optional<WorkgroupTooLarge> firstError;
    for (;;) {
        try {
            return prepareKernels(session, stage, errorContext);
        } catch (const WorkgroupTooLarge& error) {
            if (!firstError) firstError = error;
            if (error.items == 0 || error.items >= device.maxWorkgroup) throw *firstError;
            device.maxWorkgroup = error.items;
        }
        try {
            resolve(stage, stage.requested, device);
        } catch (const Error&) { // nothing is so small
            throw *firstError;
        }
    }
}

void finish(DeviceSession& session, const ChainCommands& commands) {
    session.queue.finish();
    for (const std::vector<TimedCommand>& stage : commands)
        for (const TimedCommand& command : stage)
            checkFinished(command);
}

/// Each kernel has one row of its name, in the order of the passes.
static void addCompiled(const PreparedStage& stage, std::vector<KernelReport>& rows) {
    std::size_t row = 0;
    for (std::size_t i = 0; i < stage.kernels.size(); ++i) {
        const auto* pass = std::get_if<KernelPass>(&stage.resolved.plan.passes[i]);
        if (!pass) continue;
        while (row < rows.size() && rows[row].name != pass->kernel)
            ++row;
        if (row < rows.size()) rows[row++].compiled = stage.kernels[i].compiled;
    }
}

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
    addCompiled(stage, report.kernels);
    return report;
}

std::string optionsOf(const DeviceSession& session, const PreparedStage& stage) {
    for (const Pass& pass : stage.resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass))
            return session.programs.optionsOf(*kernel, stage.moreOptions);
    return {};
}

ImagePtr download(DeviceSession& session, const DeviceBuffer& buffer, const ImageShape& shape) {
    Image image = Image::shareable(shape);
    const std::span<std::byte> bytes = image.bytes();
    if (session.transfer.serves(bytes.size())) {
        TimedCommand command;
        session.transfer.download(buffer->buffer, bytes, command).finish();
    } else {
        session.queue.enqueueReadBuffer(buffer->buffer, CL_TRUE, 0, bytes.size(), bytes.data());
    }
    return std::make_shared<const Image>(std::move(image));
}

RecordingPtr recordingOf(DeviceSession& session, const PreparedStage& stage) {
    const Plan& plan = stage.resolved.plan;
    if (!plan.recording) return nullptr;
    std::vector<std::uint32_t> words(plan.scratchOf(plan.recording->words).bytes / sizeof(std::uint32_t));
    session.queue.enqueueReadBuffer(bufferOf(stage, plan.recording->words)->buffer, CL_TRUE, 0,
                                    words.size() * sizeof words[0], words.data());
    Recording recording = recordingOf(stage.resolved, words);
    recording.stackIndex = stage.stackIndex;
    return std::make_shared<const Recording>(std::move(recording));
}

std::optional<WantedBuild> fallbackBuild(const DeviceSession& session, const PreparedStage& stage) {
    const auto fallback = fallbackOf(stage.resolved, stage.requested, stage.input, session.info);
    if (!fallback) return std::nullopt;
    return WantedBuild{stage.input, *fallback, programsOf(fallback->plan, *stage.snapshot.kernels),
                       stage.snapshot.filters};
}

StageKey keyOf(const PreparedStage& stage) {
    StageKey key{stage.snapshot.filters,   stage.resolved.filter->id,  stage.resolved.variant->id,
                 stage.resolved.workgroup, stage.requested.parameters, stage.sources};
    for (const PreparedStage::SecondImage& image : stage.images)
        key.producerPositions.push_back(image.producerPosition);
    return key;
}

} // namespace lightbench
