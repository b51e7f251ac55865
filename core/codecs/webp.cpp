// Reads and writes WebP files: libwebp codes the samples, and this file finds and writes the metadata chunks. Of an
// animation the first frame is read. Format: RFC 9649.
#include "core/codecs/codec.h"

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "core/codecs/exif.h"
#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"
#include "core/codecs/orientation.h"

namespace lightbench {

namespace {
constexpr std::size_t longestExif = std::size_t(1) << 30; // a chunk holds 4 GiB

bool isWebp(FileBytes file) {
    return startsWith(file, "RIFF") && file.size() >= 12 && startsWith(file.subspan(8), "WEBP");
}

/// The content of the first chunk with this name; empty if there is none.
FileBytes chunkOf(FileBytes file, std::string_view name) {
    for (std::size_t at = 12; at + 8 <= file.size();) {
        const std::size_t bytes = little32(file, at + 4);
        if (bytes > file.size() - at - 8) break;
        if (startsWith(file.subspan(at), name)) return file.subspan(at + 8, bytes);
        at += 8 + bytes + bytes % 2;
    }
    return {};
}

const std::uint8_t* dataOf(FileBytes file) { return reinterpret_cast<const std::uint8_t*>(file.data()); }

void readStill(FileBytes file, Image& image) {
    const std::size_t bytes = image.bytes().size();
    if (!WebPDecodeRGBAInto(dataOf(file), file.size(), image.samples<std::uint8_t>(), bytes, image.width() * 4))
        refuseFile("is damaged: its samples cannot be decoded");
}

/// The whole canvas after the first frame of an animation.
void readFirstFrame(FileBytes file, Image& image) {
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options)) refuseFile("cannot be read: libwebp is too old");
    options.color_mode = MODE_RGBA;
    const WebPData data{dataOf(file), file.size()};
    const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder(WebPAnimDecoderNew(&data, &options),
                                                                               WebPAnimDecoderDelete);
    std::uint8_t* canvas = nullptr;
    int time = 0;
    if (!decoder || !WebPAnimDecoderGetNext(decoder.get(), &canvas, &time))
        refuseFile("is damaged: its first frame cannot be decoded");
    std::memcpy(image.bytes().data(), canvas, image.bytes().size());
    if (image.shape().hasAlpha()) return;
    for (std::size_t i = 3; i < image.shape().samples(); i += 4)
        image.samples<std::uint8_t>()[i] = 255; // also where the frame does not cover the canvas
}

DecodedImage decodeWebp(FileBytes file, const CostCheck& check) {
    if (file.size() < 12 || std::uint64_t(little32(file, 4)) + 8 > file.size()) refuseFile(endIsMissing);
    WebPBitstreamFeatures features{};
    if (WebPGetFeatures(dataOf(file), file.size(), &features) != VP8_STATUS_OK)
        refuseFile("is damaged: its header cannot be read");
    const Exif exif = readExif(chunkOf(file, "EXIF"));
    const ImageShape shape =
        shapeOfSamples({features.width, features.height}, SampleType::U8, features.has_alpha ? 4 : 3);
    check({shape, shape.bytes() * (features.has_animation ? 3 : exif.orientation > 1 ? 2 : 1)});
    DecodedImage decoded{Image::shareable(shape), {}, {}};
    features.has_animation ? readFirstFrame(file, decoded.image) : readStill(file, decoded.image);
    if (features.has_animation && !chunkOf(file, "ANMF").empty()) {
        const WebPData data{dataOf(file), file.size()};
        const std::unique_ptr<WebPDemuxer, void (*)(WebPDemuxer*)> parts(WebPDemux(&data), WebPDemuxDelete);
        if (parts && WebPDemuxGetI(parts.get(), WEBP_FF_FRAME_COUNT) > 1)
            decoded.notes.emplace_back("has more than one frame; the first is read");
    }
    const FileBytes profile = chunkOf(file, "ICCP");
    decoded.metadata.iccProfile = {profile.begin(), profile.end()};
    addExif(decoded.metadata, chunkOf(file, "EXIF"));
    if (!chunkOf(file, "XMP ").empty()) decoded.metadata.unsupported.emplace_back("XMP data");
    turn(decoded, exif.orientation);
    return decoded;
}

struct WebpPicture {
    WebPPicture picture{};
    WebPMemoryWriter written{};
    WebpPicture() {
        if (!WebPPictureInit(&picture)) refuseContent("libwebp is too old");
        WebPMemoryWriterInit(&written);
        picture.writer = WebPMemoryWrite;
        picture.custom_ptr = &written;
    }
    ~WebpPicture() {
        WebPPictureFree(&picture);
        WebPMemoryWriterClear(&written);
    }
    WebpPicture(const WebpPicture&) = delete;
    WebpPicture& operator=(const WebpPicture&) = delete;
};

WebPConfig configOf(const EncodeOptions& options) {
    WebPConfig config;
    if (!WebPConfigInit(&config)) refuseContent("libwebp is too old");
    config.lossless = options.quality ? 0 : 1;
    config.quality = options.quality ? float(*options.quality) : 70; // in lossless mode, the effort
    config.alpha_quality = 100;
    config.exact = 1; // keeps colours where alpha is 0
    config.thread_level = 1;
    return config;
}

void importSamples(WebPPicture& picture, const Image& image) {
    picture.use_argb = 1;
    picture.width = image.width();
    picture.height = image.height();
    const int stride = image.width() * image.channels();
    const auto* samples = image.samples<std::uint8_t>();
    int answer = 0;
    if (image.channels() == 1) {
        std::vector<std::uint8_t> colours(image.shape().samples() * 3);
        for (std::size_t i = 0; i < image.shape().samples(); ++i)
            std::fill_n(&colours[3 * i], 3, samples[i]);
        answer = WebPPictureImportRGB(&picture, colours.data(), 3 * stride);
    } else {
        answer = image.shape().hasAlpha() ? WebPPictureImportRGBA(&picture, samples, stride)
                                          : WebPPictureImportRGBX(&picture, samples, stride);
    }
    if (!answer) throw std::bad_alloc();
}

void encodeWebp(const Image& image, const EncodeOptions& options, ByteSink& sink) {
    const WebPConfig config = configOf(options);
    WebpPicture result;
    importSamples(result.picture, image);
    if (!WebPEncode(&config, &result.picture))
        refuseContent("libwebp could not write it (error " + std::to_string(int(result.picture.error_code)) + ")");
    const FileBytes plain = std::as_bytes(std::span(result.written.mem, result.written.size));
    const ImageMetadata& metadata = options.metadata;
    const std::vector<std::byte> exif = exifFor(metadata, image.shape().size);
    if (metadata.iccProfile.empty() && exif.empty()) return sink.write(plain);
    const auto dataFor = [](FileBytes bytes) { return WebPData{dataOf(bytes), bytes.size()}; };
    const WebPData still = dataFor(plain);
    const std::unique_ptr<WebPMux, void (*)(WebPMux*)> mux(WebPMuxCreate(&still, 0), WebPMuxDelete);
    const WebPData profile = dataFor(metadata.iccProfile), camera = dataFor(exif);
    WebPData all{};
    WebPDataInit(&all);
    const bool whole =
        mux && (metadata.iccProfile.empty() || WebPMuxSetChunk(mux.get(), "ICCP", &profile, 0) == WEBP_MUX_OK) &&
        (exif.empty() || WebPMuxSetChunk(mux.get(), "EXIF", &camera, 0) == WEBP_MUX_OK) &&
        WebPMuxAssemble(mux.get(), &all) == WEBP_MUX_OK;
    const std::unique_ptr<WebPData, void (*)(WebPData*)> owned(&all, WebPDataClear);
    if (!whole) refuseContent("libwebp could not add the colour profile, the resolution and the EXIF data");
    sink.write(std::as_bytes(std::span(all.bytes, all.size)));
}

} // namespace

Codec webpCodec() {
    return {.label = "WebP",
            .suffixes = {"webp"},
            .reads = "8 bits",
            .mimeTypes = {"image/webp"},
            .recognises = isWebp,
            .decode = decodeWebp,
            .encode = encodeWebp,
            .writes = {SampleType::U8},
            .keeps = {.alpha = true, .profile = true, .resolution = true, .quality = true, .exifBytes = longestExif},
            .longestSide = WEBP_MAX_DIMENSION};
}

} // namespace lightbench
