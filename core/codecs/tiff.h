// TIFF files by libtiff. Format: TIFF 6.0, and its BigTIFF.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec tiffCodec();

/// Strips or tiles, planes together or apart, every compression that libtiff has. Unsigned samples of 1 to 8 bits
/// become 8, those of up to 16 bits 16, scaled to full scale; 32-bit ones stay. Floats of 16, 32 and 64 bits become 32.
/// Palettes are read as gray where all their colours are. What is signed, complex, of inks or another colour space, or
/// multiplied with its alpha is refused by name.
DecodedImage decodeTiff(std::span<const std::byte> file, const CostCheck& check);
/// Strips under Deflate, integers as horizontal differences (not all readers take those of floats): one sample a pixel,
/// or three, or four where the image has alpha of its own, which is not multiplied into the colours.
void encodeTiff(const Image& image, const EncodeOptions& options, ByteSink& sink);

} // namespace lightbench
