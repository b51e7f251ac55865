#include "core/image/image.h"

#include <cstring>
#include <stdexcept>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

std::size_t Format::bytesPerSample() const {
    switch (type) {
    case SampleType::U8: return 1;
    case SampleType::U16: return 2;
    case SampleType::U32:
    case SampleType::F32: break;
    }
    return 4;
}

double Format::fullScale() const {
    switch (type) {
    case SampleType::U8: return 255;
    case SampleType::U16: return 65535;
    case SampleType::U32: return 4294967295.0;
    case SampleType::F32: break;
    }
    return 1;
}

std::string sampleTypeName(SampleType type) {
    switch (type) {
    case SampleType::U8: return "8-bit";
    case SampleType::U16: return "16-bit";
    case SampleType::U32: return "32-bit unsigned";
    case SampleType::F32: break;
    }
    return "32-bit float";
}

std::string Format::name() const { return (channels == 4 ? "RGBA " : "gray ") + sampleTypeName(type); }

std::string ImageShape::name() const {
    return std::to_string(size.width) + " x " + std::to_string(size.height) + ", " + formatName();
}

std::string ImageShape::formatName() const {
    const std::string name = format.name();
    return format.channels == 4 && !hasAlpha() ? "RGB" + name.substr(4) : name;
}

namespace {
const ImageShape& checked(const ImageShape& shape) {
    if (shape.size.width < 1 || shape.size.height < 1)
        throw Error(ErrorKind::Input, "an image needs at least one pixel, not " + shape.name());
    if (shape.format.channels != 1 && shape.format.channels != 4)
        throw std::logic_error("images have 1 or 4 channels, not " + std::to_string(shape.format.channels));
    if (shape.samples() > maximumSamples)
        throw Error(ErrorKind::Input, "the image is too large: " + shape.name() + " has more than 2^31 - 1 samples");
    return shape;
}
} // namespace

Image::Image(ImageShape shape) : Image(ImageMemory::own(checked(shape).bytes()), shape) {}

Image::Image(ImageMemory memory, ImageShape shape) : shape_(shape), memory_(std::move(memory)) {
    if (!memory_.data())
        throw Error(ErrorKind::Input, "not enough memory for an image of " + shape.name() + " (" +
                                          byteText(double(shape.bytes())) + "); use a smaller one");
}

Image Image::shareable(ImageShape shape) { return {ImageMemory::shareable(checked(shape).bytes()), shape}; }

Image Image::shared(ImageShape shape, int descriptor) {
    // the memory object comes first, so that it closes the descriptor if checked() throws
    return {ImageMemory::shared(descriptor, shape.bytes()), checked(shape)};
}

double Image::at(int x, int y, int channel) const {
    const std::size_t index = std::size_t(x) * std::size_t(channels()) + std::size_t(channel);
    return withSampleType(format().type, [&](auto sample) { return double(row<decltype(sample)>(y)[index]); });
}

Image Image::clone() const {
    Image copy(shape_);
    std::memcpy(copy.bytes().data(), bytes().data(), bytes().size());
    return copy;
}

bool operator==(const Image& a, const Image& b) {
    return a.shape() == b.shape() && std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0;
}

} // namespace lightbench
