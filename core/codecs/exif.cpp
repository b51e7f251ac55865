// To change fields, it appends a new first directory to the block, because the old one cannot grow.
#include "core/codecs/exif.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/codecs/tiff_bytes.h"

namespace lightbench {

namespace {
enum Tag : std::uint16_t {
    orientationTag = 0x112,
    horizontalTag = 0x11a,
    verticalTag = 0x11b,
    unitTag = 0x128,
    previewPlaceTag = 0x201,
    previewBytesTag = 0x202,
    cameraTag = 0x8769, ///< the directory of EXIF's own fields
    widthTag = 0xa002,
    heightTag = 0xa003
};
enum Type : std::uint16_t { shortType = 3, longType = 4, rationalType = 5 };
constexpr std::uint16_t inches = 2, centimetres = 3;

using Entry = std::array<std::byte, TiffBytes::entryBytes>;

void putNumber(std::span<std::byte> to, std::uint32_t value, bool isBig) {
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = std::byte(value >> 8 * (isBig ? to.size() - 1 - i : i));
}

Entry entryOf(std::uint16_t tag, std::uint16_t type, std::uint32_t value, bool isBig) {
    Entry entry{};
    const std::span<std::byte> all(entry);
    putNumber(all.subspan(0, 2), tag, isBig);
    putNumber(all.subspan(2, 2), type, isBig);
    putNumber(all.subspan(4, 4), 1, isBig);
    putNumber(all.subspan(8, type == shortType ? 2 : 4), value, isBig);
    return entry;
}

double rationalOf(const TiffBytes& bytes, std::size_t entry) {
    const std::uint64_t at = bytes.long32(entry + 8);
    const std::uint32_t divisor = bytes.long32(at + 4);
    return divisor == 0 ? 0 : double(bytes.long32(at)) / double(divisor);
}

bool isExif(FileBytes block) { return block.size() >= 8 && (startsWith(block, "II") || startsWith(block, "MM")); }

FileBytes withoutName(FileBytes block) {
    using namespace std::string_view_literals;
    return startsWith(block, "Exif\0\0"sv) ? block.subspan(6) : block;
}

/// Fields that appendDirectory always writes from the image's metadata.
bool isOfTheImage(std::uint32_t tag) {
    return tag == orientationTag || tag == horizontalTag || tag == verticalTag || tag == unitTag;
}

void erasePreview(std::vector<std::byte>& block) {
    const TiffBytes bytes(block);
    std::uint64_t place = 0, length = 0;
    for (const std::size_t entry : bytes.entries(bytes.directoryAfter(bytes.firstDirectory()))) {
        if (bytes.short16(entry) == previewPlaceTag) place = bytes.long32(entry + 8);
        if (bytes.short16(entry) == previewBytesTag) length = bytes.long32(entry + 8);
    }
    if (place >= 8 && bytes.has(place, length))
        std::ranges::fill(std::span(block).subspan(place, length), std::byte(0));
}

/// Replaces the size that the camera noted by the image's.
void putSize(std::vector<std::byte>& block, Size size) {
    const TiffBytes bytes(block);
    for (const std::size_t entry : bytes.entries(bytes.firstDirectory())) {
        if (bytes.short16(entry) != cameraTag) continue;
        for (const std::size_t field : bytes.entries(bytes.long32(entry + 8))) {
            const std::uint16_t tag = bytes.short16(field);
            if (tag != widthTag && tag != heightTag) continue;
            const int side = tag == widthTag ? size.width : size.height;
            std::ranges::copy(entryOf(tag, longType, std::uint32_t(side), bytes.isBigEndian()),
                              block.begin() + std::ptrdiff_t(field));
        }
    }
}

/// Appends a first directory to the block: the old fields and the image's, sorted by tag. It links to no further
/// directory.
void appendDirectory(std::vector<std::byte>& block, const ImageMetadata& metadata) {
    const TiffBytes old(block);
    const bool isBig = old.isBigEndian();
    std::map<std::uint16_t, Entry> fields;
    for (const std::size_t place : old.entries(old.firstDirectory())) {
        Entry entry;
        std::copy_n(block.begin() + std::ptrdiff_t(place), entry.size(), entry.begin());
        if (!isOfTheImage(old.short16(place))) fields.emplace(old.short16(place), entry);
    }
    const auto append = [&](std::uint32_t value, std::size_t count) {
        block.resize(block.size() + count);
        putNumber(std::span(block).last(count), value, isBig);
    };
    if (block.size() % 2 != 0) append(0, 1);
    const std::size_t directory = block.size();
    if (metadata.hasResolution()) {
        const auto values = std::uint32_t(directory + 2 + TiffBytes::entryBytes * (fields.size() + 3) + 4);
        fields[horizontalTag] = entryOf(horizontalTag, rationalType, values, isBig);
        fields[verticalTag] = entryOf(verticalTag, rationalType, values + 8, isBig);
        fields[unitTag] = entryOf(unitTag, shortType, inches, isBig);
    }
    append(std::uint32_t(fields.size()), 2);
    for (const auto& [tag, entry] : fields)
        block.insert(block.end(), entry.begin(), entry.end());
    append(0, 4);
    if (metadata.hasResolution())
        for (const double dpi : {metadata.horizontalDpi, metadata.verticalDpi}) {
            append(std::uint32_t(std::lround(std::min(dpi, 4e6) * 1000)), 4);
            append(1000, 4);
        }
    putNumber(std::span(block).subspan(4, 4), std::uint32_t(directory), isBig);
}
} // namespace

Exif readExif(std::span<const std::byte> block) {
    block = withoutName(block);
    Exif exif;
    if (!isExif(block)) return exif;
    const TiffBytes bytes(block);
    double unit = 1;
    for (const std::size_t entry : bytes.entries(bytes.firstDirectory())) {
        const std::uint32_t value = bytes.short16(entry + 8);
        switch (bytes.short16(entry)) {
        case orientationTag:
            if (value != 0) exif.orientation = int(std::min<std::uint32_t>(value, 65535)); // 0: unknown
            break;
        case horizontalTag: exif.horizontalDpi = rationalOf(bytes, entry); break;
        case verticalTag: exif.verticalDpi = rationalOf(bytes, entry); break;
        case unitTag:
            if (value == centimetres) unit = 2.54;
            if (value == 1) unit = 0; // only an aspect ratio
            break;
        default: break;
        }
    }
    exif.horizontalDpi *= unit;
    exif.verticalDpi *= unit;
    return exif;
}

std::vector<std::byte> keptExif(std::span<const std::byte> block) {
    block = withoutName(block);
    if (!isExif(block)) return {};
    const TiffBytes bytes(block);
    const std::vector<std::size_t> entries = bytes.entries(bytes.firstDirectory());
    const bool isWhole = !entries.empty() && entries.size() == bytes.short16(bytes.firstDirectory());
    const auto isKept = [&](std::size_t entry) { return !isOfTheImage(bytes.short16(entry)); };
    if (!isWhole || std::ranges::none_of(entries, isKept)) return {};
    std::vector<std::byte> kept(block.begin(), block.end());
    putNumber(std::span(kept).subspan(2, 2), 42, bytes.isBigEndian()); // some cameras do not, and libspng wants it
    return kept;
}

void addExif(ImageMetadata& metadata, std::span<const std::byte> block) {
    metadata.exif = keptExif(block);
    if (metadata.hasResolution()) return;
    const Exif exif = readExif(block);
    metadata.horizontalDpi = exif.horizontalDpi;
    metadata.verticalDpi = exif.verticalDpi;
}

std::vector<std::byte> exifFor(const ImageMetadata& metadata, Size size) {
    if (metadata.exif.empty() && !metadata.hasResolution()) return {};
    constexpr std::array<std::byte, 8> empty{std::byte('I'), std::byte('I'), std::byte(42)};
    std::vector<std::byte> block = metadata.exif.empty() ? std::vector(empty.begin(), empty.end()) : metadata.exif;
    erasePreview(block);
    putSize(block, size);
    appendDirectory(block, metadata);
    return block;
}

} // namespace lightbench
