// Decoding of an OpenEXR file's chunks, the blocks of lines and the tiles that are compressed each by itself.
#pragma once

#include <OpenEXR/ImfHeader.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// A channel by its name in the file, and its place among the samples of a pixel.
struct ExrPlace {
    std::string channel;
    std::size_t sample = 0;
};

/// Decodes every chunk of a part, and puts the channels in their places. Without an image the chunks are only decoded
/// and checked. Chunks go through the core library (openexr.h): the C++ classes of OpenEXR 3.1 take a chunk that
/// decompresses to fewer bytes than it should, and give what was in memory. Throws Error(Input).
void decodeExrChunks(std::span<const std::byte> file, int part, const Imf::Header& header,
                     const std::vector<ExrPlace>& places, Image* image);

} // namespace lightbench
