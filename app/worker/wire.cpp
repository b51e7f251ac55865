#include "app/worker/wire.h"

#include <cstring>
#include <memory>

namespace lightbench {

namespace {
/// The image itself, a copy that can be shared, or null if sharing does not pay.
ImagePtr sharedImage(const ImagePtr& image) {
    if (image->descriptor() >= 0) return image;
    if (!ImageMemory::isWorthSharing(image->bytes().size())) return nullptr;
    auto copy = std::make_shared<Image>(Image::shareable(image->shape()));
    if (copy->descriptor() < 0) return nullptr;
    std::memcpy(copy->bytes().data(), image->bytes().data(), image->bytes().size());
    return copy;
}

/// An image and the hold on its memory, which must be destroyed after the image.
struct BorrowedImage {
    std::shared_ptr<void> memory;
    Image image;
};

ImagePtr borrowed(const ImageShape& shape, Channel::Acquired acquired) {
    Image image = Image::shared(shape, acquired.descriptor);
    const auto both = std::make_shared<BorrowedImage>(BorrowedImage{std::move(acquired.memory), std::move(image)});
    return {both, &both->image};
}
} // namespace

void sendImage(Channel& channel, const ImagePtr& image) {
    const ImagePtr shared = sharedImage(image);
    if (!shared) return channel.send(Message::Image, image->bytes());
    // Small memory is not reused, so it need not be kept until the peer returns it.
    const bool isHeld = ImageMemory::isWorthKeeping(shared->bytes().size());
    channel.sendDescriptor(Message::SharedImage, shared->descriptor(), isHeld ? shared : nullptr);
}

ImagePtr receiveImage(Channel& channel, const ImageShape& shape, std::optional<Error>& problem) {
    const Channel::Head head = channel.receiveHead();
    const bool isShared = head.kind == Message::SharedImage;
    if (!isShared) Channel::require(head, Message::Image, shape.bytes());
    try {
        if (isShared) return borrowed(shape, channel.receiveDescriptor());
        auto image = std::make_shared<Image>(shape);
        channel.receiveBody(image->bytes());
        return image;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        problem = error;
        if (!isShared) channel.discardBody(head);
        return nullptr;
    }
}

} // namespace lightbench
