// How a picture is to be turned before it is shown: EXIF's and TIFF's numbers 1 to 8 (TIFF 6.0, section 8).
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// True if height and width change places.
inline bool swapsSides(int orientation) { return orientation >= 5; }
/// Turns the samples, and the resolution with them; 1 leaves all as it is.
void turn(DecodedImage& decoded, int orientation);

} // namespace lightbench
