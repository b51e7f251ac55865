// How long a TIFF file must be, from its first directory (TIFF 6.0, sections 2 and 3). libtiff tells of missing ends on
// stderr only, and not always.
#pragma once

#include <cstddef>
#include <span>

namespace lightbench {

/// True if the directory, or a strip or tile that it names, lies beyond the end. BigTIFF is left to the decoder.
bool tiffTruncated(std::span<const std::byte> file);

} // namespace lightbench
