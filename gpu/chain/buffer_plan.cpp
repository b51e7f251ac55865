// Assigns buffers stage by stage, and makes those free that no later stage reads.
#include "gpu/chain/buffer_plan.h"

#include <algorithm>

namespace lightbench {

BufferPlan::BufferPlan(BufferPool& pool, const Options& options) : pool_(pool), options_(options) {}

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

} // namespace lightbench
