// Camera RAW files, read and developed by the library LibRaw into 16-bit RGB.
//
// The choices are fixed, so that a file always gives the same samples: the camera's white balance, AHD interpolation,
// no automatic brightening, highlights clipped, the colours and the curve of sRGB, the camera's orientation obeyed.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// Stands before TIFF in the table: most RAW files are TIFF files inside, and raw_kind.h tells them apart.
Codec rawCodec();

} // namespace lightbench
