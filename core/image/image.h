// The image type: size, sample format and samples. Rows are tightly packed and channels interleaved (1 or 4 of them).
// An image is filled once by its maker, then shared as ImagePtr and never changed, so threads may read it freely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/base/fields.h"
#include "core/image/image_memory.h"

namespace lightbench {

enum class SampleType { U8, U16, U32, F32 };
/// "8-bit", "16-bit", "32-bit unsigned" or "32-bit float".
std::string sampleTypeName(SampleType type);

struct Size {
    int width = 0;
    int height = 0;
    bool operator==(const Size&) const = default;
    /// Number of pixels, width x height.
    std::size_t area() const { return std::size_t(width) * std::size_t(height); }
};

struct Point {
    int x = 0;
    int y = 0;
    bool operator==(const Point&) const = default;
};

/// Sample type and number of channels: 1 (gray) or 4 (red, green, blue, alpha; not premultiplied).
struct Format {
    SampleType type = SampleType::U8;
    int channels = 1;
    bool operator==(const Format&) const = default;
    std::size_t bytesPerSample() const;
    std::size_t bytesPerPixel() const { return bytesPerSample() * std::size_t(channels); }
    /// The number of channels that filters compute: 1 for gray, 3 for RGBA (alpha is copied).
    int colourChannels() const { return channels == 4 ? 3 : channels; }
    /// The full-scale value: 255, 65535, 4294967295, or 1.0 for float.
    double fullScale() const;
    bool isInteger() const { return type != SampleType::F32; }
    /// For display, such as "gray 8-bit" or "RGBA 32-bit float".
    std::string name() const;
};

/// The channel layout of the file or array that an image came from. In memory an image always has 1 or 4 channels; only
/// names and writers use the layout.
enum class Layout {
    Plain,   ///< the same as in memory: HxW or HxWx4
    NoAlpha, ///< HxWx3: opaque alpha was added on reading
    OneDeep, ///< HxWx1: gray with an axis of its own
};

constexpr auto fields(const Size*) {
    using T = Size;
    return FieldList{Field{"width", &T::width}, Field{"height", &T::height}};
}

constexpr auto fields(const Point*) {
    using T = Point;
    return FieldList{Field{"x", &T::x}, Field{"y", &T::y}};
}

constexpr auto fields(const Format*) {
    using T = Format;
    return FieldList{Field{"type", &T::type}, Field{"channels", &T::channels}};
}

/// Everything about an image except its samples.
struct ImageShape {
    Size size;
    Format format;
    Layout layout = Layout::Plain; ///< kept by filters that keep the channels
    /// Ignores the layout.
    bool operator==(const ImageShape& other) const { return size == other.size && format == other.format; }
    /// True if the image has an alpha channel that was not added on reading.
    bool hasAlpha() const { return format.channels == 4 && layout != Layout::NoAlpha; }
    /// Format::name, but "RGB 8-bit" if there is no alpha.
    std::string formatName() const;
    std::size_t bytes() const { return size.area() * format.bytesPerPixel(); }
    std::size_t samples() const { return size.area() * std::size_t(format.channels); }
    /// Such as "7728 x 4354, RGB 8-bit".
    std::string name() const;
};

constexpr auto fields(const ImageShape*) {
    using T = ImageShape;
    return FieldList{Field{"size", &T::size}, Field{"format", &T::format}, Field{"layout", &T::layout}};
}

/// The largest number of samples in one image: kernels index samples with 32-bit signed integers.
inline constexpr std::size_t maximumSamples = 0x7fffffff;

/// An image. Its maker fills it once; then it is shared as ImagePtr and never changes.
class Image {
public:
    Image() = default;
    /// Samples start undefined. Throws Error(Input) if a side is below 1, samples exceed maximumSamples, or memory runs
    /// out.
    explicit Image(ImageShape shape);
    /// The same, in memory that can be passed to another process if the size makes that worthwhile; see `descriptor`.
    static Image shareable(ImageShape shape);
    /// Maps an image that another process shares; it must not be written to. Takes ownership of the descriptor. Throws
    /// Error(Input) if the memory behind it is too small.
    static Image shared(ImageShape shape, int descriptor);

    Image(Image&&) noexcept = default;
    Image& operator=(Image&&) noexcept = default;

    const ImageShape& shape() const { return shape_; }
    Size size() const { return shape_.size; }
    Format format() const { return shape_.format; }
    int width() const { return shape_.size.width; }
    int height() const { return shape_.size.height; }
    int channels() const { return shape_.format.channels; }

    std::span<std::byte> bytes() { return {memory_.data(), shape_.bytes()}; }
    std::span<const std::byte> bytes() const { return {memory_.data(), shape_.bytes()}; }
    /// The descriptor of its memory, to pass to another process; -1 if the memory is private to this process.
    int descriptor() const { return memory_.descriptor(); }
    /// See ImageMemory::freeze.
    void freeze() const { memory_.freeze(); }

    /// All samples as T (uint8_t, uint16_t, uint32_t or float, to match the format), index (y width + x) channels + c.
    template <class T> T* samples() { return reinterpret_cast<T*>(memory_.data()); }
    template <class T> const T* samples() const { return reinterpret_cast<const T*>(memory_.data()); }
    template <class T> T* row(int y) { return samples<T>() + std::size_t(y) * rowSamples(); }
    template <class T> const T* row(int y) const { return samples<T>() + std::size_t(y) * rowSamples(); }

    /// One sample as a number, whatever the format. For readouts and tests, not for inner loops.
    double at(int x, int y, int channel) const;
    /// A copy with its own memory.
    Image clone() const;

private:
    Image(ImageMemory memory, ImageShape shape);
    std::size_t rowSamples() const { return std::size_t(shape_.size.width) * std::size_t(shape_.format.channels); }
    ImageShape shape_;
    ImageMemory memory_;
};

/// Equal shape and samples. NaNs are equal if their bits are.
bool operator==(const Image& a, const Image& b);

using ImagePtr = std::shared_ptr<const Image>;

/// Calls f with a value of the format's sample type (uint8_t{}, uint16_t{}, uint32_t{} or float{}), so that a generic
/// lambda can be written once for all of them.
template <class F> decltype(auto) withSampleType(SampleType type, F&& f) {
    switch (type) {
    case SampleType::U8: return f(std::uint8_t{});
    case SampleType::U16: return f(std::uint16_t{});
    case SampleType::U32: return f(std::uint32_t{});
    case SampleType::F32: break;
    }
    return f(float{});
}

} // namespace lightbench
