// EXIF blocks (CIPA DC-008, TIFF 6.0): the data that a camera stores beside the image. Readers take orientation and
// resolution from them; writers pass on the rest. JPEG, PNG and WebP use this.
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
/// The block for ImageMetadata::exif, from its II or MM on. Empty if it holds only orientation and resolution, or if
/// its first directory is damaged.
std::vector<std::byte> keptExif(std::span<const std::byte> block);
/// Adds what a file's block holds: the camera's data, and the resolution if the file says no other.
void addExif(ImageMetadata& metadata, std::span<const std::byte> block);
/// The block to write for this image: the camera's data, with the resolution of `metadata`, the size of the image and
/// no orientation, because the pixels are already turned. The camera's preview is removed, since it shows the image
/// before the filters. Without camera data the block holds only the resolution. Empty if there is neither.
std::vector<std::byte> exifFor(const ImageMetadata& metadata, Size size);

} // namespace lightbench
