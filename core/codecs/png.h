// PNG files: read by libspng, written fast by our own writer. Format: W3C, Portable Network Graphics (PNG)
// Specification.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec pngCodec();

/// Every colour type and depth: 1-, 2- and 4-bit gray scaled to 255, palettes as gray where all their colours are, what
/// is transparent by tRNS with alpha. The first picture of an animation.
DecodedImage decodePng(std::span<const std::byte> file, const CostCheck& check);
/// Gray for one channel, RGB or, with alpha, RGBA for four; the depth is kept. Lines are filtered by the usual
/// heuristic and deflated in one go by libdeflate. Its lowest level takes a fifth of the time of zlib's usual one.
/// The files have the same size: smooth pictures are a little larger, noisy and dithered ones smaller. Files of more
/// than 1 GiB of samples go through libspng line by line.
void encodePng(const Image& image, const EncodeOptions& options, ByteSink& sink);

} // namespace lightbench
