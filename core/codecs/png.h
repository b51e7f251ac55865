// Reads PNG files with libspng, and writes them with a faster writer of our own (W3C, Portable Network Graphics
// Specification). core/codecs/codecs.cpp lists the codec.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec pngCodec();

/// Decodes every colour type and depth. 1-, 2- and 4-bit gray is scaled to 255, gray palettes become gray, and tRNS
/// transparency becomes alpha. Of an animation the first picture is read.
DecodedImage decodePng(std::span<const std::byte> file, const CostCheck& check);
/// Writes gray for one channel, RGB or (with alpha) RGBA for four; the depth is kept. Lines are filtered by the usual
/// heuristic and compressed in one call to libdeflate. Its lowest level takes a fifth of the time of zlib's usual one.
/// File sizes are similar: smooth pictures are a little larger, noisy and dithered ones smaller. Above 1 GiB of
/// samples, libspng writes line by line.
void encodePng(const Image& image, const EncodeOptions& options, ByteSink& sink);

} // namespace lightbench
