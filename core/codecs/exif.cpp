// A walk through one directory.
#include "core/codecs/exif.h"

#include <cmath>

#include "core/codecs/file_bytes.h"

namespace lightbench {

namespace {
constexpr std::uint16_t orientationTag = 0x112, horizontalTag = 0x11a, verticalTag = 0x11b, unitTag = 0x128;
constexpr std::uint16_t centimetres = 3;

class ExifBlock {
public:
    explicit ExifBlock(FileBytes bytes) : bytes_(bytes), big_(startsWith(bytes, "MM")) {}
    bool has(std::uint64_t at, std::uint64_t count) const { return at + count <= bytes_.size(); }
    std::uint32_t short16(std::size_t at) const { return big_ ? big16(bytes_, at) : little16(bytes_, at); }
    std::uint32_t long32(std::size_t at) const { return big_ ? big32(bytes_, at) : little32(bytes_, at); }
    double rational(std::size_t entry) const {
        const std::uint32_t at = long32(entry + 8);
        if (!has(at, 8) || long32(at + 4) == 0) return 0;
        return double(long32(at)) / double(long32(at + 4));
    }

private:
    FileBytes bytes_;
    bool big_;
};
} // namespace

Exif readExif(std::span<const std::byte> block) {
    using namespace std::string_view_literals;
    if (startsWith(block, "Exif\0\0"sv)) block = block.subspan(6);
    Exif exif;
    if (block.size() < 8 || (!startsWith(block, "II") && !startsWith(block, "MM"))) return exif;
    const ExifBlock bytes(block);
    const std::size_t directory = bytes.long32(4);
    if (!bytes.has(directory, 2)) return exif;
    const std::size_t entries = bytes.short16(directory);
    double unit = 1;
    for (std::size_t i = 0; i < entries && bytes.has(directory + 2 + 12 * i, 12); ++i) {
        const std::size_t entry = directory + 2 + 12 * i;
        const std::uint32_t value = bytes.short16(entry + 8);
        switch (bytes.short16(entry)) {
        case orientationTag:
            if (value >= 1 && value <= 8) exif.orientation = int(value);
            break;
        case horizontalTag: exif.horizontalDpi = bytes.rational(entry); break;
        case verticalTag: exif.verticalDpi = bytes.rational(entry); break;
        case unitTag:
            if (value == centimetres) unit = 2.54;
            if (value == 1) unit = 0; // a ratio of sides alone
            break;
        default: break;
        }
    }
    exif.horizontalDpi *= unit;
    exif.verticalDpi *= unit;
    return exif;
}

std::vector<std::byte> exifOfResolution(const ImageMetadata& metadata) {
    std::vector<std::byte> block;
    for (const char c : {'I', 'I', '*', '\0'})
        block.push_back(std::byte(c));
    constexpr std::uint32_t directory = 8, entries = 3, values = directory + 2 + 12 * entries + 4;
    putLittle(block, directory, 4);
    putLittle(block, entries, 2);
    const auto entry = [&](std::uint16_t tag, std::uint16_t type, std::uint32_t value) {
        putLittle(block, tag, 2);
        putLittle(block, type, 2);
        putLittle(block, 1, 4);
        putLittle(block, value, 4);
    };
    entry(horizontalTag, 5, values);
    entry(verticalTag, 5, values + 8);
    entry(unitTag, 3, 2);
    putLittle(block, 0, 4); // no other directory
    for (const double dpi : {metadata.horizontalDpi, metadata.verticalDpi}) {
        putLittle(block, std::uint32_t(std::lround(std::min(dpi, 4e6) * 1000)), 4);
        putLittle(block, 1000, 4);
    }
    return block;
}

} // namespace lightbench
