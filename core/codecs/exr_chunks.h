// Decodes the chunks of an OpenEXR file: blocks of lines or tiles, each compressed separately. Only
// core/codecs/exr.cpp uses it.
#pragma once

#include <OpenEXR/ImfHeader.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// A channel's name in the file, and its index among the samples of a pixel.
struct ExrPlace {
    std::string channel;
    std::size_t sample = 0;
};

/// Decodes every chunk of a part into the image; without an image it only checks the chunks. It calls the C core
/// library (openexr.h) because the C++ classes of OpenEXR 3.1 accept chunks that decompress to too few bytes. They then
/// return uninitialised memory. Throws Error(Input).
void decodeExrChunks(std::span<const std::byte> file, int part, const Imf::Header& header,
                     const std::vector<ExrPlace>& places, Image* image);

} // namespace lightbench
