// Reads camera RAW files with LibRaw and develops them to 16-bit RGB. core/codecs/codecs.cpp lists the codec.
//
// The settings are fixed, so that a file always gives the same samples: the camera's white balance, AHD interpolation,
// no automatic brightening, clipped highlights, sRGB primaries and curve, the camera's orientation applied.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// Must precede TIFF in the table: most RAW files are TIFF files inside, and raw_kind.h distinguishes them.
Codec rawCodec();

} // namespace lightbench
