// Maps the buffers, has the operation done and unmaps them.
#include "gpu/chain/host_step.h"

#include "core/base/parallel.h"
#include "gpu/chain/host_log.h"

namespace lightbench {

namespace {
/// Maps a buffer into host memory while it exists. Devices that share the host's memory copy nothing.
class MappedBuffer {
public:
    MappedBuffer(cl::CommandQueue& queue, cl::Buffer buffer, std::uint64_t bytes, cl_map_flags flags)
        : queue_(queue), buffer_(std::move(buffer)), bytes_(std::size_t(bytes)) {
        memory_ = queue_.enqueueMapBuffer(buffer_, CL_TRUE, flags, 0, bytes_, nullptr, &mapped);
    }
    MappedBuffer(const MappedBuffer&) = delete;
    MappedBuffer& operator=(const MappedBuffer&) = delete;
    ~MappedBuffer() {
        try {
            unmap();
        } catch (const cl::Error&) {
            // Ignored: this happens only while another exception is thrown.
        }
    }
    cl::Event unmap() {
        cl::Event event;
        if (void* memory = std::exchange(memory_, nullptr))
            queue_.enqueueUnmapMemObject(buffer_, memory, nullptr, &event);
        return event;
    }
    std::span<std::byte> bytes() const { return {static_cast<std::byte*>(memory_), bytes_}; }

    cl::Event mapped;

private:
    cl::CommandQueue& queue_;
    cl::Buffer buffer_;
    std::size_t bytes_;
    void* memory_ = nullptr;
};

using Mappings = std::vector<std::unique_ptr<MappedBuffer>>;

Mappings map(cl::CommandQueue& queue, const PreparedStage& stage, const std::vector<BufferRef>& refs,
             cl_map_flags flags) {
    Mappings mappings;
    for (const BufferRef& ref : refs)
        mappings.push_back(
            std::make_unique<MappedBuffer>(queue, bufferOf(stage, ref)->buffer, bytesOf(stage, ref), flags));
    return mappings;
}

HostSpan doWork(const HostPass& pass, const Filter& filter, const Mappings& reads, const Mappings& writes) {
    std::vector<std::span<const std::byte>> from;
    std::vector<std::span<std::byte>> to;
    for (const auto& one : reads)
        from.push_back(one->bytes());
    for (const auto& one : writes)
        to.push_back(one->bytes());
    const std::int64_t begin = hostNow();
    runHostOperation(pass.operation, filter, from, to);
    return {begin, hostNow()};
}
} // namespace

const DeviceBuffer& bufferOf(const PreparedStage& stage, const BufferRef& ref) {
    switch (ref.kind) {
    case BufferRef::Input: return stage.inputBuffer;
    case BufferRef::Output: return stage.outputBuffer;
    case BufferRef::Image: return stage.images.at(std::size_t(ref.index)).buffer;
    case BufferRef::Scratch: break;
    }
    return stage.scratch.at(std::size_t(ref.index));
}

std::uint64_t bytesOf(const PreparedStage& stage, const BufferRef& ref) {
    return bytesOf(stage.resolved.plan, stage.input, ref);
}

std::vector<TimedCommand> runHostStep(cl::CommandQueue& queue, const PreparedStage& stage, const HostPass& pass) {
    const std::int64_t begin = hostNow();
    const Mappings reads = map(queue, stage, pass.reads, CL_MAP_READ);
    const Mappings writes = map(queue, stage, pass.writes, CL_MAP_WRITE_INVALIDATE_REGION);
    checkCancelled();
    TimedCommand download, work, upload;
    download.call = {begin, hostNow()};
    for (const auto& one : reads)
        download.events.push_back(one->mapped);
    work.call = doWork(pass, *stage.resolved.filter, reads, writes);
    work.hostUs = double(work.call.end - work.call.begin) / 1000;
    for (const auto& one : reads)
        one->unmap();
    for (const auto& one : writes)
        upload.events.push_back(one->unmap());
    upload.call = {work.call.end, hostNow()};
    return {download, work, upload};
}

} // namespace lightbench
