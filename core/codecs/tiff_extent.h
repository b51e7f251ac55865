// Computes how long a TIFF file must be from its first directory (TIFF 6.0, sections 2 and 3). The TIFF reader uses it,
// because libtiff reports truncated files on stderr only, and not always.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lightbench {

struct TiffExtent {
    /// The directory, or a strip or tile of it, lies beyond the end of the file.
    bool isTruncated = false;
    /// The total byte count of all strips and tiles, as the directory gives it; 0 if it gives none. libtiff silently
    /// corrects a count that is too small, and then reads the bytes behind the strip.
    std::uint64_t countedBytes = 0;
    /// As the file stores it. libtiff takes a number that is not 1 to 8 for 1.
    std::uint16_t orientation = 1;
};

/// BigTIFF is left to the decoder: it counts as complete, with no byte count and orientation 1.
TiffExtent tiffExtent(std::span<const std::byte> file);

} // namespace lightbench
