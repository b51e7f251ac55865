// Turns a decoded image upright by the orientation numbers 1 to 8 of EXIF and TIFF (TIFF 6.0, section 8). The readers
// of JPEG, PNG, TIFF and WebP call it after decoding.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// True if width and height are exchanged.
inline bool swapsSides(int orientation) { return orientation >= 5 && orientation <= 8; }
/// Turns the samples and the resolution; 1 changes nothing. An unknown number changes nothing and adds a note.
void turn(DecodedImage& decoded, int orientation);

} // namespace lightbench
