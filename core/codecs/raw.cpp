// LibRaw unpacks and develops; this file sets every development option and turns LibRaw's errors into readable reasons.
#include "core/codecs/raw.h"

#include <libraw/libraw.h>
#include <malloc.h>

#include <cstring>
#include <memory>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/codecs/raw_kind.h"

namespace lightbench {

namespace {
/// Problems that LibRaw reports while it reads the bytes.
struct RawTrouble {
    bool endsEarly = false;
    bool isDamaged = false;
};

/// Clears LibRaw's buffer of sensor samples before they are unpacked. LibRaw takes it from malloc as it is. A damaged
/// file may fill only a part of it: the rest of the image would show what this process had in memory.
class ClearingStream : public LibRaw_buffer_datastream {
public:
    ClearingStream(std::span<const std::byte> file, const LibRaw& raw)
        // LibRaw only reads the bytes, although its interface takes them as its own.
        : LibRaw_buffer_datastream(const_cast<std::byte*>(file.data()), file.size()), raw_(raw) {}

    /// LibRaw calls seek after it has allocated the sample buffer, so it is cleared here.
    int seek(INT64 offset, int whence) override {
        void* buffer = raw_.imgdata.rawdata.raw_alloc;
        if (buffer && !isCleared_) {
            std::memset(buffer, 0, malloc_usable_size(buffer));
            isCleared_ = true;
        }
        return LibRaw_buffer_datastream::seek(offset, whence);
    }

private:
    const LibRaw& raw_;
    bool isCleared_ = false;
};

[[noreturn]] void failRaw(int error, const RawTrouble& trouble) {
    if (error == LIBRAW_UNSUFFICIENT_MEMORY || error == LIBRAW_TOO_BIG)
        fail(ErrorKind::Input, "is a camera RAW file that needs more memory than LibRaw may take");
    if (error == LIBRAW_FILE_UNSUPPORTED || error == LIBRAW_REQUEST_FOR_NONEXISTENT_IMAGE)
        fail(ErrorKind::Input, std::string("is a camera RAW file of a kind that LibRaw ") + libraw_version() +
                                   " does not support; convert it to DNG or TIFF first");
    if (trouble.endsEarly || error == LIBRAW_IO_ERROR)
        fail(ErrorKind::Input, "is truncated: the end of the image is missing");
    if (trouble.isDamaged || error == LIBRAW_DATA_ERROR)
        fail(ErrorKind::Input, "is a damaged camera RAW file: its samples cannot be unpacked");
    fail(ErrorKind::Input, std::string("is refused by LibRaw: ") + libraw_strerror(error));
}

void chooseDevelopment(libraw_output_params_t& choices) {
    constexpr int sRgb = 1, adaptiveHomogeneity = 3, clipped = 0, asTheCameraSays = -1;
    choices.use_camera_wb = 1;
    choices.use_auto_wb = 0;
    choices.no_auto_bright = 1;
    choices.bright = 1;
    choices.highlight = clipped;
    choices.output_color = sRgb;
    choices.output_bps = 16;
    choices.gamm[0] = 1 / 2.4;
    choices.gamm[1] = 12.92;
    choices.user_qual = adaptiveHomogeneity;
    choices.user_flip = asTheCameraSays;
    choices.half_size = 0;
}

/// Counts the 2-byte sensor samples, four samples per pixel during interpolation, and LibRaw's copy of the result.
DecodingCost rawCost(const LibRaw& raw) {
    const libraw_image_sizes_t& sizes = raw.imgdata.sizes;
    const bool isTurned = sizes.flip & 4;
    const Size size = isTurned ? Size{sizes.height, sizes.width} : Size{sizes.width, sizes.height};
    const bool isGray = raw.imgdata.idata.colors == 1;
    const ImageShape shape{size, {SampleType::U16, isGray ? 1 : 4}, isGray ? Layout::Plain : Layout::NoAlpha};
    const std::uint64_t sensor = std::uint64_t(sizes.raw_width) * sizes.raw_height;
    return {shape, sensor * 8 + shape.size.area() * (8 + 6) + shape.bytes()};
}

Image rawImage(const libraw_processed_image_t& developed) {
    if (developed.type != LIBRAW_IMAGE_BITMAP || developed.bits != 16 ||
        (developed.colors != 1 && developed.colors != 3))
        fail(ErrorKind::Input,
             "is a camera RAW file of " + std::to_string(developed.colors) + " colours, which is not supported");
    const bool isGray = developed.colors == 1;
    const Size size{developed.width, developed.height};
    Image image = Image::shareable({size, {SampleType::U16, isGray ? 1 : 4}, isGray ? Layout::Plain : Layout::NoAlpha});
    auto* to = image.samples<std::uint16_t>();
    const unsigned char* from = developed.data;
    if (isGray) {
        std::memcpy(to, from, image.shape().bytes());
        return image;
    }
    for (std::size_t i = 0; i < size.area(); ++i, to += 4, from += 6) {
        std::memcpy(to, from, 6);
        to[3] = 65535;
    }
    return image;
}

DecodedImage decodeRaw(std::span<const std::byte> file, const CostCheck& check) {
    RawTrouble trouble;
    const auto raw = std::make_unique<LibRaw>(); // too large for small thread stacks
    ClearingStream stream(file, *raw);
    // The type of the offset differs between versions of LibRaw.
    const auto note = [](void* context, const char*, auto offset) {
        auto& found = *static_cast<RawTrouble*>(context);
        (offset < 0 ? found.endsEarly : found.isDamaged) = true;
    };
    raw->set_dataerror_handler(note, &trouble);
    chooseDevelopment(raw->imgdata.params);
    if (const int error = raw->open_datastream(&stream)) failRaw(error, trouble);
    check(rawCost(*raw));
    if (const int error = raw->unpack()) failRaw(error, trouble);
    if (trouble.endsEarly || trouble.isDamaged) failRaw(LIBRAW_SUCCESS, trouble);
    if (const int error = raw->dcraw_process()) failRaw(error, trouble);
    int error = LIBRAW_SUCCESS;
    const std::unique_ptr<libraw_processed_image_t, void (*)(libraw_processed_image_t*)> developed(
        raw->dcraw_make_mem_image(&error), LibRaw::dcraw_clear_mem);
    if (!developed) failRaw(error, trouble);

    DecodedImage decoded{rawImage(*developed), {}, {}};
    decoded.metadata.unsupported = {"the camera's data (EXIF)"};
    if (raw->imgdata.process_warnings & LIBRAW_WARN_BAD_CAMERA_WB)
        decoded.notes.emplace_back("does not say its camera's white balance; daylight is assumed");
    if (const unsigned images = raw->imgdata.idata.raw_count; images > 1)
        decoded.notes.push_back("has " + std::to_string(images) + " RAW images; the first is read");
    return decoded;
}
} // namespace

Codec rawCodec() {
    Codec codec;
    codec.label = "camera RAW";
    codec.suffixes = {"dng", "nef", "nrw", "cr2", "cr3", "crw", "arw", "srf", "sr2", "raf", "orf", "rw2", "raw",
                      "pef", "srw", "3fr", "fff", "iiq", "mos", "mef", "mrw", "erf", "kdc", "dcr", "rwl", "x3f"};
    codec.recognises = isCameraRaw;
    codec.decode = decodeRaw;
    codec.needsProcess = true; // LibRaw 0.20 writes without end if a 6 x 6 filter array lacks its size
    return codec;
}

} // namespace lightbench
