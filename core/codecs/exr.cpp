// Recognises OpenEXR files and writes them: one part of scan lines, compressed without loss.
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

/// The channels of a pixel, in their order in memory.
std::vector<const char*> exrChannelNames(const ImageShape& shape) {
    if (shape.format.channels == 1) return {"Y"};
    if (shape.hasAlpha()) return {"R", "G", "B", "A"};
    return {"R", "G", "B"};
}

std::vector<std::string> encodeExr(const Image& image, const EncodeOptions& options, const ByteSink& put) {
    const ImageMetadata& metadata = options.metadata;
    std::vector<std::string> notes;
    if (!metadata.iccProfile.empty()) notes.emplace_back("OpenEXR cannot hold a colour profile");
    if (hasExrTransparency(image))
        notes.emplace_back("OpenEXR expects colours multiplied with their alpha; they are written as they are");
    ExrOutput stream;
    try {
        Imf::Header header(image.width(), image.height());
        header.compression() = Imf::ZIP_COMPRESSION;
        if (metadata.horizontalDpi > 0) {
            Imf::addXDensity(header, float(metadata.horizontalDpi));
            if (metadata.verticalDpi > 0 && metadata.verticalDpi != metadata.horizontalDpi)
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
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        fail(ErrorKind::Input, std::string("cannot be written as OpenEXR: ") + error.what());
    }
    put(stream.content());
    return notes;
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
    return codec;
}

} // namespace lightbench
