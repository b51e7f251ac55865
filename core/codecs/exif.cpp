// Parses EXIF directories. To change fields, it appends a new first directory to the block, because the old one cannot
// grow.
#include "core/codecs/exif.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/codecs/file_bytes.h"

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
constexpr std::size_t entryBytes = 12;

/// A directory entry: tag, type, count, and four bytes with the value or its offset.
using Entry = std::array<std::byte, entryBytes>;

/// Reads and writes numbers at offsets of a block, in the block's byte order.
class ExifBlock {
public:
    explicit ExifBlock(std::vector<std::byte> bytes) : bytes_(std::move(bytes)), big_(startsWith(bytes_, "MM")) {}
    bool has(std::uint64_t at, std::uint64_t count) const { return at + count <= bytes_.size(); }
    std::uint32_t short16(std::size_t at) const { return big_ ? big16(bytes_, at) : little16(bytes_, at); }
    std::uint32_t long32(std::size_t at) const { return big_ ? big32(bytes_, at) : little32(bytes_, at); }
    double rational(std::size_t entry) const {
        const std::uint32_t at = long32(entry + 8);
        if (!has(at, 8) || long32(at + 4) == 0) return 0;
        return double(long32(at)) / double(long32(at + 4));
    }
    void put(std::size_t at, std::uint32_t value, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            bytes_[at + i] = std::byte(value >> 8 * (big_ ? count - 1 - i : i));
    }
    void append(std::uint32_t value, std::size_t count) {
        bytes_.resize(bytes_.size() + count);
        put(bytes_.size() - count, value, count);
    }
    void append(const Entry& entry) { bytes_.insert(bytes_.end(), entry.begin(), entry.end()); }
    void erase(std::size_t at, std::size_t count) {
        std::fill_n(bytes_.begin() + std::ptrdiff_t(at), count, std::byte(0));
    }

    /// The offsets of a directory's entries; none if the directory lies outside the block.
    std::vector<std::size_t> entries(std::uint64_t directory) const {
        std::vector<std::size_t> places;
        if (directory < 8 || !has(directory, 2)) return places;
        const std::size_t count = short16(directory);
        for (std::size_t i = 0; i < count && has(directory + 2 + entryBytes * i, entryBytes); ++i)
            places.push_back(directory + 2 + entryBytes * i);
        return places;
    }
    std::uint32_t firstDirectory() const { return long32(4); }
    /// The offset of the preview's directory, or 0 if there is none.
    std::uint32_t secondDirectory() const {
        const std::uint64_t first = firstDirectory();
        if (!has(first, 2)) return 0;
        const std::uint64_t link = first + 2 + entryBytes * short16(first);
        return has(link, 4) ? long32(link) : 0;
    }
    std::size_t size() const { return bytes_.size(); }
    std::vector<std::byte> take() { return std::move(bytes_); }
    Entry entryAt(std::size_t place) const {
        Entry entry;
        std::copy_n(bytes_.begin() + std::ptrdiff_t(place), entryBytes, entry.begin());
        return entry;
    }

private:
    std::vector<std::byte> bytes_;
    bool big_;
};

bool isExif(FileBytes block) { return block.size() >= 8 && (startsWith(block, "II") || startsWith(block, "MM")); }

FileBytes withoutName(FileBytes block) {
    using namespace std::string_view_literals;
    return startsWith(block, "Exif\0\0"sv) ? block.subspan(6) : block;
}

/// Fields that appendDirectory always writes from the image's metadata.
bool isOfTheImage(std::uint32_t tag) {
    return tag == orientationTag || tag == horizontalTag || tag == verticalTag || tag == unitTag;
}

void erasePreview(ExifBlock& block) {
    std::uint64_t place = 0, bytes = 0;
    for (const std::size_t entry : block.entries(block.secondDirectory())) {
        if (block.short16(entry) == previewPlaceTag) place = block.long32(entry + 8);
        if (block.short16(entry) == previewBytesTag) bytes = block.long32(entry + 8);
    }
    if (place >= 8 && block.has(place, bytes)) block.erase(place, bytes);
}

/// Replaces the size that the camera noted by the image's.
void putSize(ExifBlock& block, Size size) {
    for (const std::size_t entry : block.entries(block.firstDirectory())) {
        if (block.short16(entry) != cameraTag) continue;
        for (const std::size_t field : block.entries(block.long32(entry + 8))) {
            const std::uint32_t tag = block.short16(field);
            if (tag != widthTag && tag != heightTag) continue;
            block.put(field + 2, longType, 2);
            block.put(field + 8, std::uint32_t(tag == widthTag ? size.width : size.height), 4);
        }
    }
}

/// Appends a first directory to the block: the old fields and the image's, sorted by tag. It links to no further
/// directory.
void appendDirectory(ExifBlock& block, const ImageMetadata& metadata) {
    std::map<std::uint32_t, Entry> fields;
    for (const std::size_t entry : block.entries(block.firstDirectory()))
        if (!isOfTheImage(block.short16(entry))) fields.emplace(block.short16(entry), block.entryAt(entry));
    if (block.size() % 2 != 0) block.append(0, 1);
    const std::size_t result = metadata.hasResolution() ? 3 : 0, directory = block.size();
    const std::size_t values = directory + 2 + entryBytes * (fields.size() + result) + 4;
    block.append(std::uint32_t(fields.size() + result), 2);
    const auto field = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t value) {
        block.append(tag, 2);
        block.append(type, 2);
        block.append(1, 4);
        block.append(value, type == shortType ? 2 : 4);
        if (type == shortType) block.append(0, 2);
    };
    const auto after = fields.lower_bound(horizontalTag);
    for (auto at = fields.begin(); at != after; ++at)
        block.append(at->second);
    const auto later = fields.lower_bound(unitTag);
    if (result > 0) {
        field(horizontalTag, rationalType, std::uint32_t(values));
        field(verticalTag, rationalType, std::uint32_t(values + 8));
    }
    for (auto at = after; at != later; ++at)
        block.append(at->second);
    if (result > 0) field(unitTag, shortType, inches);
    for (auto at = later; at != fields.end(); ++at)
        block.append(at->second);
    block.append(0, 4);
    if (result > 0)
        for (const double dpi : {metadata.horizontalDpi, metadata.verticalDpi}) {
            block.append(std::uint32_t(std::lround(std::min(dpi, 4e6) * 1000)), 4);
            block.append(1000, 4);
        }
    block.put(4, std::uint32_t(directory), 4);
}
} // namespace

Exif readExif(std::span<const std::byte> block) {
    block = withoutName(block);
    Exif exif;
    if (!isExif(block)) return exif;
    const ExifBlock bytes({block.begin(), block.end()});
    double unit = 1;
    for (const std::size_t entry : bytes.entries(bytes.firstDirectory())) {
        const std::uint32_t value = bytes.short16(entry + 8);
        switch (bytes.short16(entry)) {
        case orientationTag:
            if (value != 0) exif.orientation = int(std::min<std::uint32_t>(value, 65535)); // 0: unknown
            break;
        case horizontalTag: exif.horizontalDpi = bytes.rational(entry); break;
        case verticalTag: exif.verticalDpi = bytes.rational(entry); break;
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
    ExifBlock bytes({block.begin(), block.end()});
    const std::vector<std::size_t> entries = bytes.entries(bytes.firstDirectory());
    const bool isWhole = !entries.empty() && entries.size() == bytes.short16(bytes.firstDirectory());
    const auto isKept = [&](std::size_t entry) { return !isOfTheImage(bytes.short16(entry)); };
    if (!isWhole || std::ranges::none_of(entries, isKept)) return {};
    return bytes.take();
}

std::vector<std::byte> exifFor(const ImageMetadata& metadata, Size size) {
    if (metadata.exif.empty() && !metadata.hasResolution()) return {};
    constexpr std::array<std::byte, 8> empty{std::byte('I'), std::byte('I'), std::byte(42)};
    ExifBlock block(metadata.exif.empty() ? std::vector(empty.begin(), empty.end()) : metadata.exif);
    erasePreview(block);
    putSize(block, size);
    appendDirectory(block, metadata);
    return block.take();
}

} // namespace lightbench
