// Device buffers that are used again: a run takes what it needs, and what it lets go serves the next stage or run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/device/device.h"
#include "core/image/image.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

struct Allocation {
    cl::Buffer buffer;
    std::uint64_t capacity = 0; ///< bytes, a multiple of 4; at least what was asked for
    ImagePtr host;              ///< the image whose memory this buffer uses; null for device memory
    std::uint64_t lastRun = 0;
    bool isNew = false; ///< no command has written to it since it was made, as far as somebody kept track
};

/// The device cannot give the memory that a run needs.
struct OutOfDeviceMemory : Error {
    explicit OutOfDeviceMemory(const std::string& message) : Error(ErrorKind::Device, message) {}
};

/// In use as long as somebody beside the pool holds it.
using DeviceBuffer = std::shared_ptr<Allocation>;

/// One thread's, as the engine is. Commands on buffers go through the one in-order queue: a buffer may be given out
/// again while commands on it still wait there.
class BufferPool {
public:
    BufferPool(cl::Context context, cl::CommandQueue queue, const DeviceInfo& info);
    /// Contents are undefined. Throws OutOfDeviceMemory that says how much was needed and how much there is.
    DeviceBuffer acquire(std::uint64_t bytes);
    /// The capacity of the buffer that acquire gives for so many bytes.
    std::uint64_t capacityFor(std::uint64_t bytes) const;
    /// A read-only buffer of these bytes, uploaded when they are first seen.
    DeviceBuffer constant(const std::vector<std::byte>& contents);
    /// The image's own memory as a read-only buffer, without a copy. For devices that share the host's memory.
    DeviceBuffer wrap(const ImagePtr& image);
    void beginRun() { ++run_; }
    /// Gives back idle buffers that neither the current run nor the one before used.
    void trim();
    /// Gives back all idle buffers.
    void releaseIdle();
    /// Device memory held, bytes: in use and idle, without wrapped images.
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
    std::map<std::string, DeviceBuffer> constants_; ///< by their bytes
    std::uint64_t run_ = 0;
};

} // namespace lightbench
