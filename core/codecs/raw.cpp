// Reads camera RAW files with LibRaw and develops them to 16-bit RGB.
//
// The settings are fixed, so that a file always gives the same samples: the camera's white balance, AHD interpolation,
// no automatic brightening, clipped highlights, sRGB primaries and curve, the camera's orientation applied.
#include "core/codecs/codec.h"

#include <libraw/libraw.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "core/base/text.h"
#include "core/codecs/file_samples.h"
#include "core/codecs/tiff_bytes.h"

namespace lightbench {

namespace {
using namespace std::string_view_literals;

bool hasAt(std::string_view file, std::size_t at, std::string_view signature) {
    return file.size() >= at + signature.size() && file.substr(at, signature.size()) == signature;
}

/// Signatures of formats that are not TIFF, or TIFF marked by the maker: Canon CR2, CR3 and CRW, Fujifilm, Olympus,
/// Panasonic, Minolta, Sigma.
bool hasMakersSignature(std::string_view file) {
    if (hasAt(file, 0, "II*\0"sv) && hasAt(file, 8, "CR\x02"sv)) return true;
    if (hasAt(file, 4, "ftypcrx "sv) || hasAt(file, 6, "HEAPCCDR"sv)) return true;
    constexpr std::array starts{"FUJIFILMCCD-RAW"sv, "IIRO"sv, "IIRS"sv, "MMOR"sv, "IIU\0"sv, "\0MRM"sv, "FOVb"sv};
    return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return file.starts_with(start); });
}

/// True if a directory declares DNG or holds sensor data. Adds the directories that this one names.
bool holdsSensor(const TiffBytes& tiff, std::uint32_t directory, std::vector<std::uint32_t>& directories) {
    constexpr std::uint32_t photometricTag = 262, subDirectoriesTag = 330, dngVersionTag = 50706;
    constexpr std::uint32_t colourFilterArray = 32803, linearRaw = 34892;
    for (const std::size_t entry : tiff.entries(directory)) {
        const std::uint32_t tag = tiff.short16(entry), count = tiff.long32(entry + 4), kind = tiff.short16(entry + 8);
        if (tag == dngVersionTag) return true;
        if (tag == photometricTag && (kind == colourFilterArray || kind == linearRaw)) return true;
        if (tag != subDirectoriesTag) continue;
        const std::size_t list = count > 1 ? tiff.long32(entry + 8) : entry + 8;
        for (std::uint32_t k = 0; k < std::min(count, 8u); ++k)
            directories.push_back(tiff.long32(list + 4 * std::size_t(k)));
    }
    directories.push_back(tiff.directoryAfter(directory));
    return false;
}

/// True for the signatures of camera makers, and for TIFF files that declare DNG or contain a colour filter array. Any
/// other TIFF is left to the TIFF codec.
bool isCameraRaw(FileBytes file) {
    if (hasMakersSignature(textOf(file))) return true;
    const TiffBytes tiff(file);
    std::vector<std::uint32_t> directories{tiff.firstDirectory()};
    // Limits how many directories are followed, since they may form a loop.
    constexpr std::size_t maximum = 32;
    for (std::size_t i = 0; tiff.isTiff() && i < directories.size() && i < maximum; ++i)
        if (holdsSensor(tiff, directories[i], directories)) return true;
    return false;
}

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
        refuseFile("is a camera RAW file that needs more memory than LibRaw may take");
    if (error == LIBRAW_FILE_UNSUPPORTED || error == LIBRAW_REQUEST_FOR_NONEXISTENT_IMAGE)
        refuseFile(std::string("is a camera RAW file of a kind that LibRaw ") + libraw_version() +
                   " does not support; convert it to DNG or TIFF first");
    if (trouble.endsEarly || error == LIBRAW_IO_ERROR) refuseFile(endIsMissing);
    if (trouble.isDamaged || error == LIBRAW_DATA_ERROR)
        refuseFile("is a damaged camera RAW file: its samples cannot be unpacked");
    refuseFile(std::string("is refused by LibRaw: ") + libraw_strerror(error));
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
    const ImageShape shape = shapeOfSamples(size, SampleType::U16, raw.imgdata.idata.colors == 1 ? 1 : 3);
    const std::uint64_t sensor = std::uint64_t(sizes.raw_width) * sizes.raw_height;
    return {shape, sensor * 8 + shape.size.area() * (8 + 6) + shape.bytes()};
}

Image rawImage(const libraw_processed_image_t& developed) {
    if (developed.type != LIBRAW_IMAGE_BITMAP || developed.bits != 16 ||
        (developed.colors != 1 && developed.colors != 3))
        refuseFile("is a camera RAW file of " + std::to_string(developed.colors) + " colours, which is not supported");
    Image image =
        Image::shareable(shapeOfSamples({developed.width, developed.height}, SampleType::U16, developed.colors));
    spreadSamples(reinterpret_cast<const std::uint16_t*>(developed.data), developed.colors, image.size().area(),
                  image.samples<std::uint16_t>());
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
    return {.label = "camera RAW",
            .suffixes = {"dng", "nef", "nrw", "cr2", "cr3", "crw", "arw", "srf", "sr2", "raf", "orf", "rw2", "raw",
                         "pef", "srw", "3fr", "fff", "iiq", "mos", "mef", "mrw", "erf", "kdc", "dcr", "rwl", "x3f"},
            .reads = "16-bit RGB or gray",
            .recognises = isCameraRaw,
            .decode = decodeRaw,
            .needsProcess = true}; // LibRaw 0.20 writes without end if a 6 x 6 filter array lacks its size
}

} // namespace lightbench
