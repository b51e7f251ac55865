// EXIF: what a camera writes beside the image (CIPA DC-008, TIFF 6.0). Readers take orientation and resolution from it;
// writers pass on the rest.
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
/// The block for ImageMetadata::exif, from its II or MM on. Empty if it says nothing but orientation and resolution, or
/// if its first directory is damaged.
std::vector<std::byte> keptExif(std::span<const std::byte> block);
/// The block that a file of this image gets: what the camera wrote, with the resolution of `metadata`, the size of the
/// image and no orientation, because its pixels are turned already. The camera's preview is erased: it shows the image
/// before the filters. Without a camera's block, one that says the resolution alone. Empty if there is neither.
std::vector<std::byte> exifFor(const ImageMetadata& metadata, Size size);

} // namespace lightbench
