// Images on their way to and from a device that has its own memory: through memory that the driver has pinned, which
// the bus reads and writes at its full speed while some of the host's cores copy the next part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/device/device.h"
#include "gpu/chain/copy_crew.h"
#include "gpu/chain/timing.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

/// A download on the queue. Dropped without finish(), it fills nothing; the queue must be through before its memory is
/// used again.
class PinnedDownload {
public:
    PinnedDownload() = default;
    PinnedDownload(const std::byte* memory, std::span<std::byte> target, CopyCrew& crew)
        : memory_(memory), target_(target), crew_(&crew) {}
    /// Waits for the parts one after the other, each copied to its place while the bus moves the next.
    void finish();

private:
    friend class PinnedTransfer;
    const std::byte* memory_ = nullptr;
    std::span<std::byte> target_;
    CopyCrew* crew_ = nullptr;
    std::vector<cl::Event> parts_;
};

/// One transfer at a time. A driver may pin what it allocates for the host (CL_MEM_ALLOC_HOST_PTR,
/// OpenCL 1.2, section 5.2.1); of memory that is not pinned it copies the parts itself, one after the other.
class PinnedTransfer {
public:
    PinnedTransfer(cl::Context context, cl::CommandQueue queue, const DeviceInfo& info);
    PinnedTransfer(const PinnedTransfer&) = delete;
    PinnedTransfer& operator=(const PinnedTransfer&) = delete;
    ~PinnedTransfer();

    /// Small transfers and very large ones go the driver's own way: a part costs a command, and pinned memory is taken
    /// from everybody. So do those of devices that share the host's memory.
    bool serves(std::uint64_t bytes) const;
    /// Puts the upload on the queue; `from` may change when this returns. For transfers that it serves. Throws
    /// cl::Error.
    void upload(const cl::Buffer& to, std::span<const std::byte> from, Mark& mark);
    /// Puts the download on the queue. `to` is filled by its finish().
    PinnedDownload download(const cl::Buffer& from, std::span<std::byte> to, Mark& mark);

private:
    std::byte* pinned(std::uint64_t bytes);
    void release();

    cl::Context context_;
    cl::CommandQueue queue_;
    bool hasOwnMemory_;
    cl::Buffer buffer_;
    std::byte* memory_ = nullptr;
    std::uint64_t capacity_ = 0;
    CopyCrew crew_;
};

} // namespace lightbench
