// Reads orientation and resolution from an EXIF block, and writes the resolution (CIPA DC-008, TIFF 6.0). JPEG, PNG and
// WebP use it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/codecs/codec.h"

namespace lightbench {

struct Exif {
    int orientation = 1; ///< 1 to 8, see orientation.h
    double horizontalDpi = 0, verticalDpi = 0;
};

/// Reads the first directory of a block that begins with II or MM, optionally after "Exif\0\0". Damaged or missing
/// fields keep their defaults.
Exif readExif(std::span<const std::byte> block);
/// An EXIF block that holds only the resolution.
std::vector<std::byte> exifOfResolution(const ImageMetadata& metadata);

} // namespace lightbench
