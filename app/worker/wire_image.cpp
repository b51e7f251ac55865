// One message an image.
#include "app/worker/wire_image.h"

#include <cstring>
#include <memory>

namespace lightbench {

namespace {
/// The image itself, or a copy that can be shared, or nothing.
int sharedDescriptor(const Image& image, Image& copy) {
    if (image.descriptor() >= 0 || !ImageMemory::isWorthSharing(image.bytes().size())) return image.descriptor();
    copy = Image::shareable(image.shape());
    if (copy.descriptor() >= 0) std::memcpy(copy.bytes().data(), image.bytes().data(), image.bytes().size());
    return copy.descriptor();
}
} // namespace

void sendImage(Channel& channel, const Image& image) {
    Image copy;
    if (const int descriptor = sharedDescriptor(image, copy); descriptor >= 0)
        channel.sendDescriptor(Message::SharedImage, descriptor);
    else
        channel.send(Message::Image, image.bytes());
}

ImagePtr receiveImage(Channel& channel, const ImageShape& shape, std::optional<Error>& problem) {
    const Channel::Head head = channel.receiveHead();
    const bool isShared = head.kind == Message::SharedImage;
    if (!isShared) Channel::require(head, Message::Image, shape.bytes());
    try {
        if (isShared) return std::make_shared<const Image>(Image::shared(shape, channel.receiveDescriptor()));
        auto image = std::make_shared<Image>(shape);
        channel.receiveBody(image->bytes());
        return image;
    } catch (const Error& error) {
        problem = error;
        if (!isShared) channel.discardBody(head);
        return nullptr;
    }
}

} // namespace lightbench
