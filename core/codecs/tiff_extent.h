// How long a TIFF file must be, from its first directory (TIFF 6.0, sections 2 and 3). libtiff tells of missing ends on
// stderr only, and not always.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lightbench {

struct TiffExtent {
    /// The directory, or a strip or tile that it names, lies beyond the end of the file.
    bool isTruncated = false;
    /// The bytes of all strips and tiles as the directory counts them; 0 if it does not. libtiff corrects a count that
    /// is too small without a word, and then reads what follows the strip.
    std::uint64_t countedBytes = 0;
};

/// BigTIFF is left to the decoder: its extent is that of a whole file without counts.
TiffExtent tiffExtent(std::span<const std::byte> file);

} // namespace lightbench
