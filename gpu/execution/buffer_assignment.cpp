// Takes buffers that earlier stages left before new ones from the pool.
#include "gpu/execution/buffer_assignment.h"

#include <algorithm>

namespace lightbench {

namespace {
/// True if another stage has this stage's result as its second image.
bool isSecondImage(std::size_t stage, const std::vector<PreparedStage>& stages) {
    return std::ranges::any_of(stages, [stage](const PreparedStage& one) {
        return std::ranges::find(one.images, int(stage), &PreparedStage::SecondImage::producerPosition) !=
               one.images.end();
    });
}
} // namespace

DeviceBuffer BufferAssignment::take(std::uint64_t bytes) {
    bytes += options_.guardBytes;
    const std::uint64_t capacity = pool_.capacityFor(bytes);
    const auto found = std::ranges::find(spare_, capacity, &Allocation::capacity);
    if (found == spare_.end()) return pool_.acquire(bytes);
    DeviceBuffer buffer = *found;
    spare_.erase(found);
    return buffer;
}

void BufferAssignment::assign(std::vector<PreparedStage>& stages, std::size_t first, const DeviceBuffer& input,
                              const FileBuffer& fileBuffer) {
    for (std::size_t i = first; i < stages.size(); ++i) {
        PlanBuffers& buffers = stages[i].buffers;
        buffers.input = i == 0 ? input : stages[i - 1].buffers.output;
        for (const PreparedStage::SecondImage& image : stages[i].images)
            buffers.images.push_back(image.file ? fileBuffer(image.file)
                                     : image.producerPosition < 0
                                         ? input
                                         : stages[std::size_t(image.producerPosition)].buffers.output);
        assignOwn(stages[i]);
        if (isSecondImage(i, stages)) pinned_.push_back(buffers.output);
    }
}

/// Assigns output and scratch buffers.
void BufferAssignment::assignOwn(PreparedStage& stage) {
    const Plan& plan = stage.resolved.plan;
    PlanBuffers& buffers = stage.buffers;
    buffers.output = plan.passesThrough ? buffers.input : take(plan.output.bytes());
    if (!plan.passesThrough) outputs_.push_back(buffers.output);
    for (const ImageObject& object : plan.imageObjects)
        buffers.objects.push_back(pool_.imageObject(object));
    for (const Scratch& scratch : plan.scratch)
        buffers.scratch.push_back(scratch.contents.empty() ? take(scratch.bytes) : pool_.constant(scratch.contents));
    const auto isReadLater = [&plan](int i) {
        return (plan.analysis && plan.analysis->index == i) || (plan.recording && plan.recording->words.index == i) ||
               (plan.probes && plan.probes->index == i);
    };
    for (std::size_t i = 0; i < plan.scratch.size(); ++i)
        if (plan.scratch[i].contents.empty() && !isReadLater(int(i))) spare_.push_back(buffers.scratch[i]);
    reuseOutputs(buffers.output);
}

/// Lets later stages reuse the earliest outputs, beyond what is kept.
void BufferAssignment::reuseOutputs(const DeviceBuffer& current) {
    if (options_.keepAll) return;
    std::uint64_t sum = 0;
    for (const DeviceBuffer& one : outputs_)
        sum += one->capacity;
    std::erase_if(outputs_, [&](const DeviceBuffer& one) {
        if (sum <= options_.keepBytes || one == current || std::ranges::find(pinned_, one) != pinned_.end())
            return false;
        sum -= one->capacity;
        spare_.push_back(one);
        return true;
    });
}

bool BufferAssignment::isKept(const DeviceBuffer& buffer) const {
    return std::ranges::find(outputs_, buffer) != outputs_.end();
}

} // namespace lightbench
