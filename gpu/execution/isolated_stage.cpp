#include "gpu/execution/isolated_stage.h"

#include <algorithm>
#include <chrono>

#include "core/base/parallel.h"
#include "gpu/execution/plan_runner.h"
#include "gpu/execution/session.h"

namespace lightbench {

namespace {
/// A device that is the host's processor reads the image in place.
DeviceBuffer bufferWith(DeviceSession& session, const ImagePtr& image) {
    if (session.info.type == DeviceType::Cpu) return session.buffers.wrap(image);
    const DeviceBuffer buffer = session.buffers.acquire(image->shape().bytes());
    session.queue.enqueueWriteBuffer(buffer->buffer, CL_TRUE, 0, image->shape().bytes(), image->bytes().data());
    return buffer;
}
} // namespace

IsolatedStage::IsolatedStage(DeviceSession& session, const RunSnapshot& snapshot, const Stage& stage,
                             const ImagePtr& input)
    : session_(session), stage_(std::move(resolvedStages(session, {stage}, input->shape(), snapshot).front())) {
    buildStage(session, stage_);
    PlanBuffers& buffers = stage_.buffers;
    buffers.input = bufferWith(session, input);
    for (const PreparedStage::SecondImage& image : stage_.images)
        buffers.images.push_back(image.file ? bufferWith(session, image.file) : buffers.input);
    makeOwnBuffers(stage_, session.buffers, [&](std::uint64_t bytes, BufferRef buffer) {
        return guarded(bytes, bufferName(stage_.resolved.plan, buffer));
    });
}

DeviceBuffer IsolatedStage::guarded(std::uint64_t bytes, const std::string& name) {
    const DeviceBuffer whole = session_.buffers.acquire(bytes + 2 * guardBytes);
    const cl_buffer_region region{std::size_t(guardBytes), std::size_t(whole->capacity - guardBytes)};
    auto part = std::make_shared<Allocation>();
    part->buffer = whole->buffer.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
    part->capacity = region.size;
    part->whole = whole;
    part->offset = region.origin;
    guarded_.push_back({whole, name});
    return part;
}

void IsolatedStage::checkFronts(std::uint32_t poison) const {
    std::vector<std::uint32_t> front(guardBytes / sizeof poison);
    for (const Guarded& one : guarded_) {
        session_.queue.enqueueReadBuffer(one.whole->buffer, CL_TRUE, 0, std::size_t(guardBytes), front.data());
        const auto changed = std::ranges::find_if(front, [&](std::uint32_t word) { return word != poison; });
        if (changed != front.end())
            throw OutOfBoundsWrite(errorContextText(session_.errorContext),
                                   "writes up to " +
                                       std::to_string(std::size_t(front.end() - changed) * sizeof poison) +
                                       " bytes before " + one.name);
    }
}

IsolatedResult IsolatedStage::run(std::uint32_t poison) {
    for (const Guarded& one : guarded_)
        session_.queue.enqueueFillBuffer(one.whole->buffer, cl_uint(poison), 0, std::size_t(guardBytes));
    PlanRunner(session_, {.aheadMs = 0, .poison = poison}).run(stage_);
    checkFronts(poison);
    session_.queue.finish();
    const Plan& plan = stage_.resolved.plan;
    if (!plan.analysis) return {downloadedImage(session_, stage_.buffers.output, plan.output), {}};
    return {nullptr, downloadedWords(session_, stage_, *plan.analysis)};
}

StageReference kernelReference(DeviceSession& session, const RunSnapshot& snapshot, const Filter& filter,
                               const Image& input, const ParameterValues& parameters) {
    const OtherReference& reference = *filter.otherReference;
    StageReference made{.name = reference.name + " on " + session.info.name};
    const auto begin = std::chrono::steady_clock::now();
    try {
        Stage stage;
        stage.filter = filter.id;
        stage.parameters = parameters;
        const ImagePtr borrowed(ImagePtr(), &input); // lives as long as this call
        const RunSnapshot own{FilterCatalog(std::vector<Filter>{*reference.kernel}),
                              {nullptr, snapshot.tuning.kernels}};
        IsolatedResult result = IsolatedStage(session, own, stage, borrowed).run(poisonWord);
        made.image = std::move(result.image);
        made.words = std::move(result.words);
    } catch (const OutOfDeviceMemory&) {
        throw;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        made.problem = error.what();
    }
    made.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return made;
}

} // namespace lightbench
