// How long a TIFF file must be, from its first directory (TIFF 6.0, sections 2 and 3). libtiff tells of missing ends on
// stderr only, and not always.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lightbench {

/// True if the directory, or a strip or tile that it names, lies beyond the end. BigTIFF is left to the decoder.
bool tiffTruncated(std::span<const std::byte> file);

/// The bytes of all strips and tiles as the first directory counts them; 0 if it does not count them, and for BigTIFF.
/// libtiff corrects a count that is too small without a word, and then reads what follows the strip.
std::uint64_t tiffCountedBytes(std::span<const std::byte> file);

} // namespace lightbench
