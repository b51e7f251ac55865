#include "gpu/execution/reuse_cache.h"

#include <algorithm>

namespace lightbench {

namespace {
/// Counts each buffer once, since an analysis passes its input on.
std::uint64_t heldBytes(const CachedStack& chain) {
    std::uint64_t sum = chain.input && !chain.input->host ? chain.input->capacity : 0;
    DeviceBuffer previous = chain.input;
    for (const CachedStage& stage : chain.stages) {
        if (stage.output && stage.output != previous) sum += stage.output->capacity;
        if (stage.output) previous = stage.output;
    }
    return sum;
}
} // namespace

StageKey keyOf(const PreparedStage& stage) {
    StageKey key{stage.snapshot.filters,   stage.resolved.filter->id,  stage.resolved.variant->id,
                 stage.resolved.workgroup, stage.requested.parameters, stage.sources};
    for (const PreparedStage::SecondImage& image : stage.images)
        key.producerPositions.push_back(image.producerPosition);
    return key;
}

std::size_t CachedStack::reusable(const ImagePtr& wanted, const std::vector<StageKey>& keys, bool verify) const {
    if (image != wanted) return 0;
    std::size_t best = 0;
    for (std::size_t i = 0; i < std::min(keys.size(), stages.size()) && stages[i].key == keys[i]; ++i) {
        const bool inputKnown = i == 0 || stages[i - 1].hasImage();
        if (verify && !stages[i].isChecked() && !(stages[i].hasImage() && inputKnown)) break;
        if (stages[i].output) best = i + 1;
    }
    while (best > 0 && !(stages[best - 1].output && hasImagesFor(keys, best)))
        --best;
    return best;
}

/// True if stages from `first` on find the second images that earlier stages make.
bool CachedStack::hasImagesFor(const std::vector<StageKey>& keys, std::size_t first) const {
    for (std::size_t i = first; i < keys.size(); ++i)
        for (const int producer : keys[i].producerPositions)
            if (producer >= 0 && std::size_t(producer) < first && !stages[std::size_t(producer)].output) return false;
    return true;
}

void CachedStack::limit(std::uint64_t budget) {
    if (heldBytes(*this) > budget) input.reset();
    for (CachedStage& stage : stages)
        if (heldBytes(*this) > budget) stage.output.reset();
}

std::uint64_t reuseBudget(const DeviceInfo& device, const ImageShape& input) {
    return std::min<std::uint64_t>(4 * input.bytes() + (std::uint64_t(16) << 20), device.globalMemory / 4);
}

} // namespace lightbench
