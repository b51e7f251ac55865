// The numbers and directories of a classic TIFF structure (TIFF 6.0, section 2). TIFF files, EXIF blocks and most
// camera RAW files are built so. BigTIFF is not.
#pragma once

#include <vector>

#include "core/codecs/file_bytes.h"

namespace lightbench {

/// Reads in the byte order that the first two bytes name. What lies beyond the end reads as 0.
class TiffBytes {
public:
    explicit TiffBytes(FileBytes bytes) : bytes_(bytes), isBig_(startsWith(bytes, "MM")) {}

    bool isTiff() const { return (isBig_ || startsWith(bytes_, "II")) && short16(2) == 42; }
    bool has(std::uint64_t at, std::uint64_t count) const { return at + count <= bytes_.size(); }
    std::uint16_t short16(std::uint64_t at) const {
        if (!has(at, 2)) return 0;
        return isBig_ ? big16(bytes_, at) : little16(bytes_, at);
    }
    std::uint32_t long32(std::uint64_t at) const {
        if (!has(at, 4)) return 0;
        return isBig_ ? big32(bytes_, at) : little32(bytes_, at);
    }
    bool isBigEndian() const { return isBig_; }

    static constexpr std::size_t entryBytes = 12;
    /// The places of a directory's entries: tag, type, count, and four bytes with the value or its place. Entries
    /// beyond the end are left out.
    std::vector<std::size_t> entries(std::uint64_t directory) const {
        std::vector<std::size_t> places;
        const std::size_t count = directory < 8 ? 0 : short16(directory);
        for (std::size_t i = 0; i < count && has(directory + 2 + entryBytes * i, entryBytes); ++i)
            places.push_back(directory + 2 + entryBytes * i);
        return places;
    }
    std::uint32_t firstDirectory() const { return long32(4); }
    /// The directory that a directory links to; 0 if there is none.
    std::uint32_t directoryAfter(std::uint64_t directory) const {
        return directory < 8 ? 0 : long32(directory + 2 + entryBytes * short16(directory));
    }

private:
    FileBytes bytes_;
    bool isBig_;
};

} // namespace lightbench
