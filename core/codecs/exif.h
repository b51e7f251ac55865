// The few fields of an EXIF block that concern the image itself (CIPA DC-008, TIFF 6.0).
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

/// Reads the first directory of a block that begins with II or MM, perhaps after "Exif\0\0". What is damaged or absent
/// keeps its default.
Exif readExif(std::span<const std::byte> block);
/// A block that says the resolution and nothing else.
std::vector<std::byte> exifOfResolution(const ImageMetadata& metadata);

} // namespace lightbench
