// Parses the first directory of a classic TIFF file without libtiff; BigTIFF is not examined.
#include "core/codecs/tiff_extent.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/codecs/file_bytes.h"

namespace lightbench {

namespace {
constexpr std::uint32_t tiffOrientation = 274, stripOffsets = 273, stripBytes = 279, tileOffsets = 324, tileBytes = 325;

class Extent {
public:
    explicit Extent(FileBytes file) : file_(file), big_(startsWith(file, "M")) {}
    bool has(std::uint64_t at, std::uint64_t bytes) const { return at + bytes <= file_.size(); }
    std::uint32_t short16(std::size_t at) const { return big_ ? big16(file_, at) : little16(file_, at); }
    std::uint32_t long32(std::size_t at) const { return big_ ? big32(file_, at) : little32(file_, at); }
    /// The values of a 12-byte entry of type SHORT or LONG; false if they lie beyond the end.
    bool values(std::size_t entry, std::vector<std::uint64_t>& list) const {
        const std::uint64_t bytes = short16(entry + 2) == 3 ? 2 : 4;
        const std::uint64_t count = long32(entry + 4);
        const std::uint64_t at = count * bytes <= 4 ? entry + 8 : long32(entry + 8);
        if (!has(at, count * bytes)) return false;
        for (std::uint64_t i = 0; i < count; ++i)
            list.push_back(bytes == 2 ? short16(at + 2 * i) : long32(at + 4 * i));
        return true;
    }

private:
    FileBytes file_;
    bool big_;
};
} // namespace

TiffExtent tiffExtent(std::span<const std::byte> file) {
    constexpr TiffExtent truncated{.isTruncated = true};
    const Extent tiff(file);
    if (!tiff.has(0, 8)) return truncated;
    if (tiff.short16(2) != 42) return {};
    const std::uint64_t directory = tiff.long32(4);
    if (!tiff.has(directory, 2)) return truncated;
    const std::uint64_t entries = tiff.short16(directory);
    if (!tiff.has(directory + 2, entries * 12)) return truncated;
    TiffExtent extent;
    std::vector<std::uint64_t> offsets, bytes;
    for (std::uint64_t entry = directory + 2; entry < directory + 2 + entries * 12; entry += 12) {
        const std::uint32_t tag = tiff.short16(entry);
        if (tag == tiffOrientation) extent.orientation = std::uint16_t(tiff.short16(entry + 8));
        if ((tag == stripOffsets || tag == tileOffsets) && !tiff.values(entry, offsets)) return truncated;
        if ((tag == stripBytes || tag == tileBytes) && !tiff.values(entry, bytes)) return truncated;
    }
    for (std::size_t i = 0; i < std::min(offsets.size(), bytes.size()); ++i)
        if (!tiff.has(offsets[i], bytes[i])) return truncated;
    extent.countedBytes = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t(0));
    return extent;
}

} // namespace lightbench
