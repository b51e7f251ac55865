// Reads and writes OpenEXR files with the OpenEXR library.
//
// Half and 32-bit float samples become floats, unsigned integers become 32-bit unsigned samples. A file with the single
// channel Y is gray. Samples stay linear. Colours that OpenEXR multiplied with their alpha stay so, with a note. The
// unnamed layer is read, or else the first; a note names the others. Files are written as one part of scan lines,
// compressed without loss.
#include <OpenEXR/ImfAttribute.h>
#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfRgbaFile.h>
#include <OpenEXR/ImfRgbaYca.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfThreading.h>
#include <OpenEXR/ImfTileDescription.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <optional>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/codecs/codec.h"
#include "core/codecs/exr_chunks.h"
#include "core/codecs/exr_layers.h"
#include "core/codecs/exr_stream.h"
#include "core/codecs/file_samples.h"

namespace lightbench {

namespace {
bool isExr(std::span<const std::byte> file) {
    constexpr std::array magic{std::byte{0x76}, std::byte{0x2f}, std::byte{0x31}, std::byte{0x01}};
    return file.size() >= magic.size() && std::equal(magic.begin(), magic.end(), file.begin());
}

/// The number of threads that the library may use for so many pixels; 0 means the caller's thread only.
int exrThreads(std::size_t pixels) {
    if (pixels < (1u << 18)) return 0;
    static std::once_flag once;
    std::call_once(once, [] { Imf::setGlobalThreadCount(std::min(parallelThreads(), 8)); });
    return Imf::globalThreadCount();
}

Size exrSize(const Imf::Header& header) {
    const Imath::Box2i& window = header.dataWindow();
    const std::int64_t width = std::int64_t(window.max.x) - window.min.x + 1;
    const std::int64_t height = std::int64_t(window.max.y) - window.min.y + 1;
    constexpr std::int64_t maximum = std::numeric_limits<int>::max();
    if (width < 1 || height < 1 || width > maximum || height > maximum)
        refuseFile("is an OpenEXR file without pixels: its header says " + std::to_string(width) + " x " +
                   std::to_string(height));
    return {int(width), int(height)};
}

/// Memory that decoding needs beside the image: the library decodes all channels of a block of lines or a row of tiles.
double exrBlockBytes(const Imf::Header& header, Size size) {
    double perPixel = 0;
    for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel)
        perPixel += channel.channel().type == Imf::HALF ? 2 : 4;
    constexpr double maxLines = 256, copies = 3;
    const double ofLines = perPixel * size.width * std::min<double>(size.height, maxLines);
    if (!header.hasTileDescription()) return copies * ofLines;
    const Imf::TileDescription& tiles = header.tileDescription();
    const double across = std::max<double>(size.width, tiles.xSize);
    return copies * perPixel * across * tiles.ySize;
}

DecodingCost exrCost(const ImageShape& shape, const Imf::Header& header, bool isInterpolated) {
    const double pixels = double(shape.size.width) * shape.size.height;
    const double bytes = pixels * double(shape.format.bytesPerPixel()) + exrBlockBytes(header, shape.size) +
                         (isInterpolated ? pixels * sizeof(Imf::Rgba) : 0);
    constexpr double maximum = 9e18;
    return {shape, std::uint64_t(std::min(bytes, maximum))};
}

std::string windowText(const Imath::Box2i& window) {
    return std::to_string(std::int64_t(window.max.x) - window.min.x + 1) + " x " +
           std::to_string(std::int64_t(window.max.y) - window.min.y + 1);
}

/// Header attributes that describe the file and not the image.
bool isOfTheFile(std::string_view name) {
    return name == "name" || name == "type" || name == "view" || name == "software" || name == "Software";
}

void noteExrHeader(const Imf::Header& header, DecodedImage& decoded) {
    const Imath::Box2i &data = header.dataWindow(), &display = header.displayWindow();
    if (data != display)
        decoded.notes.push_back("has " + windowText(data) + " pixels at " + std::to_string(data.min.x) + ", " +
                                std::to_string(data.min.y) + " of a display window of " + windowText(display) +
                                "; these pixels alone are read");
    const double aspect = header.pixelAspectRatio();
    if (aspect != 1)
        decoded.notes.push_back("has pixels " + threeDigits(aspect) +
                                " times as wide as high, which are read as squares");
    if (Imf::hasChromaticities(header) && !(Imf::chromaticities(header) == Imf::Chromaticities())) {
        decoded.notes.push_back("has primaries other than those of sRGB; its samples are read as stored");
        decoded.metadata.unsupported.emplace_back("primaries of its own");
    }
    std::vector<std::string> texts;
    for (auto field = header.begin(); field != header.end(); ++field)
        if (field.attribute().typeName() == std::string_view("string") && !isOfTheFile(field.name()))
            texts.emplace_back(field.name());
    if (!texts.empty()) decoded.metadata.unsupported.push_back("text (" + shownText(joinWords(texts, "and")) + ")");
    if (!Imf::hasXDensity(header) || !(Imf::xDensity(header) > 0)) return;
    decoded.metadata.horizontalDpi = Imf::xDensity(header);
    decoded.metadata.verticalDpi = Imf::xDensity(header) * aspect;
}

/// Channels that the file lacks are filled in: colours with 0, alpha with full scale.
void readExrChannels(std::span<const std::byte> file, const Imf::Header& header, const ExrLayer& layer, Image& image) {
    std::vector<ExrPlace> places{{layer.red, 0}};
    if (!layer.isGray) {
        places.push_back({layer.green, 1});
        places.push_back({layer.blue, 2});
    }
    if (image.channels() == 4) places.push_back({layer.alpha, 3});
    withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        for (const ExrPlace& place : places) {
            if (!place.channel.empty()) continue;
            const T otherwise = place.sample == 3 ? T(image.format().fullScale()) : T(0);
            for (std::size_t i = place.sample; i < image.shape().samples(); i += 4)
                image.samples<T>()[i] = otherwise;
        }
    });
    decodeExrChunks(file, layer.part, header, places, &image);
    if (!layer.isGray || image.channels() == 1) return;
    // Gray with alpha becomes colour with alpha, since images have no such format.
    auto* samples = image.samples<std::uint32_t>();
    for (std::size_t i = 0; i < image.shape().samples(); i += 4)
        samples[i + 1] = samples[i + 2] = samples[i];
}

/// The library does this for halved chroma only (OpenEXR, ImfRgbaYca.h). RY is (R - Y) / Y, and BY is (B - Y) / Y. Y is
/// a weighted sum of red, green and blue, whose weights follow from the primaries. A pixel without chroma is exactly
/// gray.
void convertLumaChroma(const Imf::Header& header, Image& image) {
    const Imath::V3f weights =
        Imf::RgbaYca::computeYw(Imf::hasChromaticities(header) ? Imf::chromaticities(header) : Imf::Chromaticities());
    float* pixel = image.samples<float>();
    for (std::size_t left = image.size().area(); left > 0; --left, pixel += 4) {
        const float chromaOfRed = pixel[0], luminance = pixel[1], chromaOfBlue = pixel[2];
        pixel[0] = (chromaOfRed + 1) * luminance;
        pixel[2] = (chromaOfBlue + 1) * luminance;
        if (chromaOfRed != 0 || chromaOfBlue != 0)
            pixel[1] = (luminance - pixel[0] * weights.x - pixel[2] * weights.z) / weights.y;
    }
}

void readHalvedChroma(ExrInput& stream, const ExrLayer& layer, Image& image) {
    if (layer.part != 0)
        refuseFile("is an OpenEXR file with halved chroma in a later part, which cannot be read; save that "
                   "part alone, or with the channels R, G and B");
    stream.seekg(0);
    Imf::RgbaInputFile file(stream, layer.name, exrThreads(image.size().area()));
    const Imath::Box2i window = file.dataWindow();
    std::vector<Imf::Rgba> pixels(image.size().area());
    const auto width = std::uintptr_t(image.width());
    const auto offset = std::uintptr_t(std::int64_t(window.min.x) + std::int64_t(window.min.y) * image.width());
    const auto origin = reinterpret_cast<std::uintptr_t>(pixels.data()) - offset * sizeof(Imf::Rgba);
    // OpenEXR adds the offset of the window to the pointer, which leads back into `pixels`.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    file.setFrameBuffer(reinterpret_cast<Imf::Rgba*>(origin), 1, width);
    file.readPixels(window.min.y, window.max.y);
    float* to = image.samples<float>();
    for (const Imf::Rgba& from : pixels) {
        for (const half sample : {from.r, from.g, from.b, from.a})
            *to++ = sample;
    }
}

DecodedImage decodeExr(std::span<const std::byte> bytes, ExrInput& stream, const CostCheck& check) {
    std::optional<Imf::MultiPartInputFile> file(std::in_place, stream, 0);
    ExrLayer layer(*file);
    const Imf::Header header = file->header(layer.part);
    const ImageShape shape = layer.shape(exrSize(header));
    check(exrCost(shape, header, layer.hasHalvedChroma));
    if (!file->partComplete(layer.part))
        refuseFile("is truncated: the program that wrote it ended before the image was whole");
    DecodedImage decoded{Image::shareable(shape), {}, std::move(layer.notes)};
    noteExrHeader(header, decoded);
    file.reset();
    if (layer.hasHalvedChroma) {
        decodeExrChunks(bytes, layer.part, header, {}, nullptr);
        readHalvedChroma(stream, layer, decoded.image);
    } else {
        readExrChannels(bytes, header, layer, decoded.image);
        if (layer.isLumaChroma) convertLumaChroma(header, decoded.image);
    }
    if (!isOpaque(decoded.image))
        decoded.notes.push_back("has colours that are multiplied with their alpha, as OpenEXR stores them; they are "
                                "read as stored");
    return decoded;
}

/// The reason in OpenEXR's message, without the file name before it.
std::string exrReason(const std::exception& error) {
    const std::string text = error.what();
    const std::size_t name = text.rfind("\". ");
    return shownLines(name == std::string::npos ? text : text.substr(name + 3));
}
DecodedImage readExr(std::span<const std::byte> bytes, const CostCheck& check) {
    ExrInput stream(bytes);
    try {
        return decodeExr(bytes, stream, check);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        if (stream.ranOut()) refuseFile(endIsMissing);
        refuseFile("is refused by the library OpenEXR: " + exrReason(error));
    }
}

/// The names of a pixel's channels, in memory order.
std::vector<const char*> exrChannelNames(const ImageShape& shape) {
    if (shape.format.channels == 1) return {"Y"};
    if (shape.hasAlpha()) return {"R", "G", "B", "A"};
    return {"R", "G", "B"};
}

void encodeExr(const Image& image, const EncodeOptions& options, ByteSink& sink) {
    const ImageMetadata& metadata = options.metadata;
    ExrOutput stream(sink);
    try {
        Imf::Header header(image.width(), image.height());
        header.compression() = Imf::ZIP_COMPRESSION;
        if (metadata.hasResolution()) {
            Imf::addXDensity(header, float(metadata.horizontalDpi));
            if (metadata.verticalDpi != metadata.horizontalDpi)
                header.pixelAspectRatio() = float(metadata.verticalDpi / metadata.horizontalDpi);
        }
        const Imf::PixelType type = image.format().type == SampleType::F32 ? Imf::FLOAT : Imf::UINT;
        const std::size_t pixel = image.format().bytesPerPixel();
        Imf::FrameBuffer frame;
        const std::byte* first = image.bytes().data();
        for (const char* name : exrChannelNames(image.shape())) {
            header.channels().insert(name, Imf::Channel(type));
            frame.insert(name,
                         Imf::Slice::Make(type, first, header.dataWindow(), pixel, pixel * std::size_t(image.width())));
            first += image.format().bytesPerSample();
        }
        Imf::OutputFile file(stream, header, exrThreads(image.size().area()));
        file.setFrameBuffer(frame);
        file.writePixels(image.height());
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        refuseContent(std::string("OpenEXR says: ") + error.what());
    }
}
} // namespace

Codec exrCodec() {
    return {.label = "OpenEXR",
            .suffixes = {"exr"},
            .reads = "floats of 16 and 32 bits, 32 bits",
            .recognises = isExr,
            .decode = readExr,
            .encode = encodeExr,
            .writes = {SampleType::U32, SampleType::F32},
            .keeps = {.alpha = true, .resolution = true}};
}

} // namespace lightbench
