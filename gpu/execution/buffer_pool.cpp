// Keeps idle buffers by size class.
#include "gpu/execution/buffer_pool.h"

#include <algorithm>
#include <bit>

#include "core/base/error.h"
#include "core/base/text.h"
#include "gpu/driver/cl_error.h"

namespace lightbench {

namespace {
/// Eight classes per doubling, so that at most an eighth is wasted. Classes stay below the device's largest buffer
/// unless the request exceeds it.
std::uint64_t sizeClass(std::uint64_t bytes, std::uint64_t maxAllocation) {
    constexpr std::uint64_t minimum = 1024;
    if (bytes <= minimum) return minimum;
    const std::uint64_t step = std::uint64_t(1) << (std::bit_width(bytes) - 4);
    const std::uint64_t rounded = (bytes + step - 1) / step * step;
    return rounded <= maxAllocation ? rounded : (bytes + 3) / 4 * 4;
}

bool isIdle(const DeviceBuffer& buffer) { return buffer.use_count() == 1; }
} // namespace

BufferPool::BufferPool(cl::Context context, cl::CommandQueue queue, const DeviceInfo& info)
    : context_(std::move(context)), queue_(std::move(queue)), info_(info) {}

DeviceBuffer BufferPool::idleBuffer(std::uint64_t capacity) {
    const auto found = std::ranges::find_if(
        buffers_, [&](const DeviceBuffer& buffer) { return isIdle(buffer) && buffer->capacity == capacity; });
    return found == buffers_.end() ? nullptr : *found;
}

cl::Buffer BufferPool::create(std::uint64_t capacity) {
    cl::Buffer buffer(context_, CL_MEM_READ_WRITE, std::size_t(capacity));
    // GPU drivers allocate memory at first use, so it is used here, where a failure can be handled.
    if (info_.type != DeviceType::Cpu)
        queue_.enqueueMigrateMemObjects({buffer}, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
    return buffer;
}

DeviceBuffer BufferPool::allocate(std::uint64_t capacity) {
    if (heldBytes() + capacity > info_.globalMemory) releaseIdle();
    if (heldBytes() + capacity > info_.globalMemory) throwOutOfMemory(capacity);
    for (bool mayTryAgain = true;; mayTryAgain = false)
        try {
            buffers_.push_back(
                std::make_shared<Allocation>(Allocation{create(capacity), capacity, nullptr, run_, true}));
            return buffers_.back();
        } catch (const cl::Error& error) {
            if (!isOutOfMemory(error.err())) throw;
            if (!mayTryAgain) throwOutOfMemory(capacity);
            releaseIdle();
        }
}

void BufferPool::throwOutOfMemory(std::uint64_t capacity) const {
    throw OutOfDeviceMemory("not enough device memory: this run holds " + byteText(double(heldBytes())) +
                            " and needs another " + byteText(double(capacity)) + "; " + info_.name + " has " +
                            byteText(double(info_.globalMemory)) +
                            " for all programs. Use a smaller image, fewer stages, another variant or another device, "
                            "or run without the check against the reference");
}

std::uint64_t BufferPool::capacityFor(std::uint64_t bytes) const { return sizeClass(bytes, info_.maxAllocation); }

DeviceBuffer BufferPool::acquire(std::uint64_t bytes) {
    const std::uint64_t capacity = capacityFor(bytes);
    DeviceBuffer buffer = idleBuffer(capacity);
    if (!buffer) buffer = allocate(capacity);
    buffer->lastRun = run_;
    return buffer;
}

DeviceBuffer BufferPool::constant(const std::vector<std::byte>& contents) {
    const std::string key(reinterpret_cast<const char*>(contents.data()), contents.size());
    auto found = constants_.find(key);
    if (found == constants_.end()) {
        cl::Buffer filled(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, contents.size(),
                          const_cast<std::byte*>(contents.data()));
        auto buffer = std::make_shared<Allocation>(Allocation{std::move(filled), contents.size(), nullptr, run_});
        found = constants_.emplace(key, std::move(buffer)).first;
    }
    found->second->lastRun = run_;
    return found->second;
}

DeviceBuffer BufferPool::wrap(const ImagePtr& image) {
    const auto bytes = image->bytes();
    // Read-only, so that the device cannot change the image.
    cl::Buffer buffer(context_, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes.size(),
                      const_cast<std::byte*>(bytes.data()));
    return std::make_shared<Allocation>(Allocation{std::move(buffer), bytes.size(), image, run_});
}

static cl::ImageFormat formatOf(const ImageObject& object) {
    constexpr cl_channel_type normalized[] = {CL_UNORM_INT8, CL_UNORM_INT16, CL_UNSIGNED_INT32, CL_FLOAT};
    constexpr cl_channel_type whole[] = {CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_FLOAT};
    const auto type = std::size_t(object.shape.format.type);
    return {object.shape.format.channels == 1 ? CL_R : cl_channel_order(CL_RGBA),
            object.isNormalized ? normalized[type] : whole[type]};
}

cl::Image2D BufferPool::imageObject(const ImageObject& object) {
    const Size size = object.shape.size;
    try {
        return {context_, CL_MEM_READ_WRITE, formatOf(object), std::size_t(size.width), std::size_t(size.height)};
    } catch (const cl::Error& error) {
        if (isOutOfMemory(error.err())) throwOutOfMemory(object.shape.bytes());
        throw Error(ErrorKind::Device, info_.name + " has no image objects of " + object.shape.name() + " (" +
                                           clErrorName(error.err()) +
                                           " from clCreateImage). Use another device, or a kernel that reads buffers");
    }
}

void BufferPool::trim(std::uint64_t earlierRuns) {
    const auto isOld = [&](const DeviceBuffer& one) { return isIdle(one) && one->lastRun + earlierRuns < run_; };
    std::erase_if(buffers_, isOld);
    std::erase_if(constants_, [&](const auto& one) { return isOld(one.second); });
}

void BufferPool::releaseIdle() {
    queue_.finish(); // queued commands may still use what is freed here
    std::erase_if(buffers_, isIdle);
    std::erase_if(constants_, [](const auto& one) { return isIdle(one.second); });
}

std::uint64_t BufferPool::heldBytes() const {
    std::uint64_t sum = 0;
    for (const DeviceBuffer& buffer : buffers_)
        sum += buffer->capacity;
    for (const auto& [contents, buffer] : constants_)
        sum += buffer->capacity;
    return sum;
}

} // namespace lightbench
