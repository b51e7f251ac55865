// The part of Executor that only measurements need: several sets of buffers. Rounds alternate on them, so that no round
// finds its input in a cache. A run has one set.
#include <algorithm>
#include <utility>

#include "core/base/parallel.h"
#include "gpu/execution/executor.h"

namespace lightbench {

namespace {
/// All inputs of a measurement together should be this many times larger than the caches.
constexpr std::uint64_t timesCache = 4;
constexpr int maxSets = 64;

std::uint64_t setBytes(const std::vector<PreparedStage>& stages) {
    std::uint64_t sum = stages.front().input.bytes();
    for (const PreparedStage& stage : stages) {
        sum += stage.resolved.plan.output.bytes();
        for (const PreparedStage::SecondImage& image : stage.images)
            sum += image.file ? image.file->shape().bytes() : std::size_t(0);
        for (const Scratch& scratch : stage.resolved.plan.scratch)
            sum += scratch.bytes;
    }
    return sum;
}
} // namespace

/// Uploads the image to new buffers until at least `count` hold it. Sweeps repeat an image, so the buffers of the last
/// two are kept: of the measured and of the checked one.
std::vector<DeviceBuffer> Executor::uploadCopies(const ImagePtr& image, std::size_t count) {
    std::vector<UploadedImage>& known = session_.inputs;
    const auto found = std::ranges::find(known, image, &UploadedImage::image);
    const bool isKnown = found != known.end();
    isNewImage_ = isNewImage_ || !isKnown;
    if (isKnown && found->buffers.size() >= count) return found->buffers;
    if (isKnown) known.erase(found);
    if (known.size() > 1 + fileImages(request_.stack).size()) known.erase(known.begin());
    const auto bytes = image->bytes();
    UploadedImage uploaded{image, {}};
    while (uploaded.buffers.size() < count) {
        uploaded.buffers.push_back(session_.buffers.acquire(bytes.size()));
        session_.queue.enqueueWriteBuffer(uploaded.buffers.back()->buffer, CL_TRUE, 0, bytes.size(), bytes.data());
        uploaded.buffers.back()->isNew = false;
    }
    known.push_back(std::move(uploaded));
    return known.back().buffers;
}

/// Assumes at least 64 MiB of cache, since not every driver reports that of a large GPU.
std::size_t Executor::setCount() const {
    if (execution_.sets > 0) return std::size_t(execution_.sets);
    const std::uint64_t cache = std::max<std::uint64_t>(session_.info.globalCache, 64u << 20);
    const std::uint64_t wanted = timesCache * cache / request_.image->shape().bytes() + 1;
    const std::uint64_t fitting = session_.info.globalMemory / 4 / setBytes(sets_.front());
    return std::clamp<std::uint64_t>(std::min(wanted, fitting), 2, maxSets);
}

/// The first touch of memory costs many times a kernel, and the warm-up of a slow kernel does not reach all sets in
/// its time. After this, every candidate can use all of its sets, however slow it is.
void Executor::faultIn(const std::vector<PreparedStage>& set) {
    checkCancelled();
    const auto touch = [this](const DeviceBuffer& buffer) {
        if (!std::exchange(buffer->isNew, false)) return;
        session_.queue.enqueueFillBuffer(buffer->buffer, cl_uchar(0), 0, std::size_t(buffer->capacity));
        session_.queue.finish();
    };
    for (const PreparedStage& stage : set) {
        touch(stage.buffers.output);
        std::ranges::for_each(stage.buffers.scratch, touch);
    }
}

} // namespace lightbench
