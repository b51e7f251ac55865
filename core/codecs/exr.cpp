// Recognises OpenEXR files and writes them: one part of scan lines, compressed without loss. exr_reader.cpp reads them.
#include "core/codecs/exr.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfStandardAttributes.h>

#include <array>

#include "core/base/error.h"
#include "core/codecs/exr_reader.h"
#include "core/codecs/exr_stream.h"

namespace lightbench {

namespace {
bool isExr(std::span<const std::byte> file) {
    constexpr std::array magic{std::byte{0x76}, std::byte{0x2f}, std::byte{0x31}, std::byte{0x01}};
    return file.size() >= magic.size() && std::equal(magic.begin(), magic.end(), file.begin());
}

std::string exrProblem(const ImageShape& shape, std::string_view) {
    if (shape.format.type == SampleType::F32 || shape.format.type == SampleType::U32) return {};
    return "OpenEXR holds 32-bit float and unsigned samples, the image has " +
           std::string(shape.format.type == SampleType::U8 ? "8" : "16") + " bits; save as .png, .tif or .npy";
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
        fail(ErrorKind::Input, std::string("cannot be written as OpenEXR: ") + error.what());
    }
}
} // namespace

Codec exrCodec() {
    Codec codec;
    codec.label = "OpenEXR";
    codec.suffixes = {"exr"};
    codec.recognises = isExr;
    codec.decode = readExr;
    codec.problem = exrProblem;
    codec.encode = encodeExr;
    codec.keeps = {.alpha = true, .resolution = true};
    return codec;
}

} // namespace lightbench
