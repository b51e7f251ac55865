// A pool of device buffers that are reused between stages and runs. It belongs to one session and one thread; a buffer
// is in use while a DeviceBuffer refers to it. Sizes are in bytes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/device/device.h"
#include "core/framework/plan.h"
#include "core/image/image.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

struct Allocation {
    cl::Buffer buffer;
    std::uint64_t capacity = 0; ///< bytes, a multiple of 4; at least the requested size
    ImagePtr host;              ///< the image whose memory this buffer wraps; null for device memory
    std::uint64_t lastRun = 0;
    bool isNew = false;                  ///< no tracked command has written to it since it was created
    std::shared_ptr<Allocation> whole{}; ///< what this is a part of; null: it is no part
    std::uint64_t offset = 0;            ///< in `whole`, in bytes
};

/// Thrown if the device lacks the memory for a run.
struct OutOfDeviceMemory : Error {
    explicit OutOfDeviceMemory(const std::string& message) : Error(ErrorKind::Device, message) {}
};

/// A buffer is in use while anyone besides the pool holds it.
using DeviceBuffer = std::shared_ptr<Allocation>;

/// Used from the engine's thread only. All commands go through one in-order queue, so a buffer may be reassigned while
/// earlier commands on it are still queued.
class BufferPool {
public:
    BufferPool(cl::Context context, cl::CommandQueue queue, const DeviceInfo& info);
    /// Returns a buffer with undefined contents. Throws OutOfDeviceMemory with the needed and the available size.
    DeviceBuffer acquire(std::uint64_t bytes);
    /// The capacity of the buffer that acquire returns for so many bytes.
    std::uint64_t capacityFor(std::uint64_t bytes) const;
    /// A read-only buffer with these contents, uploaded on first use.
    DeviceBuffer constant(const std::vector<std::byte>& contents);
    /// Wraps an image's memory as a read-only buffer without a copy. For devices that share the host's memory.
    DeviceBuffer wrap(const ImagePtr& image);
    /// A new image object with undefined contents. Throws OutOfDeviceMemory, or Error(Device) if the device has none.
    cl::Image2D imageObject(const ImageObject& object);
    void beginRun() { ++run_; }
    /// Frees idle buffers that neither the current run nor this many before it used.
    void trim(std::uint64_t earlierRuns = 1);
    /// Frees all idle buffers.
    void releaseIdle();
    /// Allocated device memory in bytes: in use and idle, without wrapped images.
    std::uint64_t heldBytes() const;

private:
    DeviceBuffer idleBuffer(std::uint64_t capacity);
    DeviceBuffer allocate(std::uint64_t capacity);
    cl::Buffer create(std::uint64_t capacity);
    [[noreturn]] void throwOutOfMemory(std::uint64_t capacity) const;

    cl::Context context_;
    cl::CommandQueue queue_;
    const DeviceInfo& info_;
    std::vector<DeviceBuffer> buffers_;
    std::map<std::string, DeviceBuffer> constants_; ///< by contents
    std::uint64_t run_ = 0;
};

} // namespace lightbench
