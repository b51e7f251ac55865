// Waits for each read.
#include "gpu/execution/downloads.h"

#include "gpu/execution/session.h"

namespace lightbench {

ImagePtr downloadedImage(DeviceSession& session, const DeviceBuffer& buffer, const ImageShape& shape) {
    Image image = Image::shareable(shape);
    const std::span<std::byte> bytes = image.bytes();
    if (session.transfer.serves(bytes.size())) {
        TimedCommand command;
        session.transfer.download(buffer->buffer, bytes, command).finish();
    } else {
        session.queue.enqueueReadBuffer(buffer->buffer, CL_TRUE, 0, bytes.size(), bytes.data());
    }
    return std::make_shared<const Image>(std::move(image));
}

std::vector<std::uint32_t> downloadedWords(DeviceSession& session, const PreparedStage& stage, BufferRef buffer) {
    std::vector<std::uint32_t> words(stage.resolved.plan.scratchOf(buffer).bytes / sizeof(std::uint32_t));
    session.queue.enqueueReadBuffer(stage.buffers.of(buffer)->buffer, CL_TRUE, 0, words.size() * sizeof words[0],
                                    words.data());
    return words;
}

} // namespace lightbench
