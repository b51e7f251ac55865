// Checks shape and sample type before it allocates memory. Big-endian and Fortran-ordered arrays are refused.
#include "core/image/npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/npy_header.h"

namespace lightbench {

static_assert(std::endian::native == std::endian::little, "samples are copied as they lie in the file");

namespace {
constexpr std::string_view magic("\x93NUMPY", 6);

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorKind::Input, message); }

std::size_t littleEndian(std::string_view bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | std::uint8_t(bytes[i]);
    return value;
}

/// A file, split into the header's text and the samples' bytes.
struct Parts {
    std::string_view header, samples;
};

Parts split(std::string_view file) {
    if (!file.starts_with(magic)) fail("this is not an .npy file: it does not begin with \\x93NUMPY");
    if (file.size() < 10) fail("the .npy file ends inside its header");
    const int version = std::uint8_t(file[6]);
    if (version < 1 || version > 3)
        fail("the .npy file has format version " + std::to_string(version) + "; versions 1, 2 and 3 are taken");
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    const std::size_t start = 8 + lengthBytes;
    if (file.size() < start) fail("the .npy file ends inside its header");
    const std::size_t length = littleEndian(file.substr(8, lengthBytes));
    if (length > file.size() - start) fail("the .npy file ends inside its header");
    return {file.substr(start, length), file.substr(start + length)};
}

SampleType sampleType(const std::string& descr) {
    if (descr == "|u1" || descr == "<u1" || descr == ">u1" || descr == "=u1") return SampleType::U8;
    if (descr == "<u2") return SampleType::U16;
    if (descr == "<u4") return SampleType::U32;
    if (descr == "<f4") return SampleType::F32;
    const bool bigEndian = descr == ">u2" || descr == ">u4" || descr == ">f4";
    fail("the array has type " + shownText(descr) + (bigEndian ? ", which is big-endian" : "") +
         "; little-endian uint8, uint16, uint32 and float32 are taken" +
         (bigEndian ? "; convert it with a.astype('<" + descr.substr(1) + "')" : ""));
}

std::string tupleText(const std::vector<std::uint64_t>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size() && i < 8; ++i)
        text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() > 8 ? ", ...)" : shape.size() == 1 ? ",)" : ")");
}

/// Throws if the shape is not supported. Called before memory is allocated, since a header may claim any size.
void checkShape(const std::vector<std::uint64_t>& shape) {
    const std::string found = "the array has shape " + tupleText(shape);
    const bool known = shape.size() == 2 || (shape.size() == 3 && (shape[2] == 1 || shape[2] == 3 || shape[2] == 4));
    if (!known) fail(found + "; HxW, HxWx1, HxWx3 and HxWx4 are taken");
    if (shape[0] == 0 || shape[1] == 0) fail(found + ", so it has no pixels");
    const std::uint64_t channels = shape.size() == 3 && shape[2] > 1 ? 4 : 1;
    if (shape[0] > maximumSamples || shape[1] > maximumSamples / shape[0] / channels)
        fail(found + ", which is too large: an image has at most 2^31 - 1 samples");
}

ImageShape shapeIn(const NpyHeader& header) {
    const SampleType type = sampleType(header.descr);
    // A single row or column is the same in both orders, but it is not worth a special case.
    if (header.fortranOrder)
        fail("the array is stored column by column (fortran_order: True); save numpy.ascontiguousarray(a) instead");
    checkShape(header.shape);
    const std::vector<std::uint64_t>& shape = header.shape;
    const std::uint64_t depth = shape.size() == 3 ? shape[2] : 0;
    const Layout layout = depth == 3 ? Layout::NoAlpha : depth == 1 ? Layout::OneDeep : Layout::Plain;
    return {{int(shape[1]), int(shape[0])}, {type, depth > 1 ? 4 : 1}, layout};
}

Image imageOf(const NpyHeader& header, std::string_view samples) {
    const ImageShape image = shapeIn(header);
    const std::vector<std::uint64_t>& shape = header.shape;
    const std::uint64_t inFile = shape.size() == 3 ? shape[2] : 1;
    const std::uint64_t expected = shape[0] * shape[1] * inFile * image.format.bytesPerSample();
    if (samples.size() < expected)
        fail("the .npy file is truncated: its array of shape " + tupleText(shape) + " takes " +
             std::to_string(expected) + " bytes, but only " + std::to_string(samples.size()) + " are there");
    if (samples.size() > expected)
        fail("the .npy file has " + std::to_string(samples.size() - expected) + " bytes after its array");
    Image result = Image::shareable(image);
    if (inFile != 3) {
        std::memcpy(result.bytes().data(), samples.data(), samples.size());
        return result;
    }
    withSampleType(image.format.type, [&](auto zero) {
        using T = decltype(zero);
        const T opaque = T(image.format.fullScale());
        T* to = result.samples<T>();
        for (std::size_t i = 0; i < image.size.area(); ++i, to += 4) {
            std::memcpy(to, samples.data() + i * 3 * sizeof(T), 3 * sizeof(T));
            to[3] = opaque;
        }
    });
    return result;
}

std::string_view descrOf(SampleType type) {
    switch (type) {
    case SampleType::U8: return "|u1";
    case SampleType::U16: return "<u2";
    case SampleType::U32: return "<u4";
    case SampleType::F32: break;
    }
    return "<f4";
}

/// The part of an array's shape after height and width.
std::string depthText(const ImageShape& shape) {
    if (shape.format.channels == 4) return shape.hasAlpha() ? ", 4" : ", 3";
    return shape.layout == Layout::OneDeep ? ", 1" : "";
}

/// Magic number, version 1.0, length and dictionary, padded so that samples start at a multiple of 64 bytes.
std::string headerOf(const ImageShape& shape) {
    std::string dictionary = "{'descr': '" + std::string(descrOf(shape.format.type)) +
                             "', 'fortran_order': False, 'shape': (" + std::to_string(shape.size.height) + ", " +
                             std::to_string(shape.size.width) + depthText(shape) + "), }";
    constexpr std::size_t prefix = 10;
    while ((prefix + dictionary.size() + 1) % 64 != 0)
        dictionary += ' ';
    dictionary += '\n';
    const std::size_t length = dictionary.size();
    return std::string(magic) + '\1' + '\0' + char(length & 255) + char(length >> 8) + dictionary;
}
} // namespace

ImageShape npyShape(std::span<const std::byte> file) {
    return shapeIn(readNpyHeader(split({reinterpret_cast<const char*>(file.data()), file.size()}).header));
}

Image readNpy(std::span<const std::byte> file) {
    const Parts parts = split({reinterpret_cast<const char*>(file.data()), file.size()});
    return imageOf(readNpyHeader(parts.header), parts.samples);
}

void writeNpy(const Image& image, const std::function<void(std::span<const std::byte>)>& put) {
    const std::string header = headerOf(image.shape());
    put(std::as_bytes(std::span(header)));
    if (image.channels() != 4 || image.shape().hasAlpha()) return put(image.bytes());
    const std::size_t pixel = image.format().bytesPerPixel(), colours = pixel / 4 * 3;
    std::vector<std::byte> row(std::size_t(image.width()) * colours);
    const std::byte* from = image.bytes().data();
    for (int y = 0; y < image.height(); ++y) {
        for (std::byte* to = row.data(); to < row.data() + row.size(); to += colours, from += pixel)
            std::memcpy(to, from, colours);
        put(row);
    }
}

std::vector<std::byte> writeNpy(const Image& image) {
    std::vector<std::byte> file;
    writeNpy(image, [&](std::span<const std::byte> part) { file.insert(file.end(), part.begin(), part.end()); });
    return file;
}

} // namespace lightbench
