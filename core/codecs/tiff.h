// Reads and writes TIFF files with libtiff. Format: TIFF 6.0 and BigTIFF. core/codecs/codecs.cpp lists the codec.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec tiffCodec();

/// Decodes strips or tiles, interleaved or separate planes, and every compression of libtiff. Unsigned samples of 1 to
/// 8 bits become 8, those up to 16 bits become 16, scaled to full scale; 32-bit ones stay. Floats of 16, 32 and 64 bits
/// become 32. Gray palettes become gray. Signed and complex samples, inks, other colour spaces and premultiplied alpha
/// are refused by name.
DecodedImage decodeTiff(std::span<const std::byte> file, const CostCheck& check);
/// Writes strips with Deflate. Integers use horizontal differencing, which not all readers support for floats. A pixel
/// has one sample, three, or four if the image has alpha of its own (not premultiplied).
void encodeTiff(const Image& image, const EncodeOptions& options, ByteSink& sink);

} // namespace lightbench
