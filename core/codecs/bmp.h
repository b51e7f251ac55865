// BMP files, in and out. Format: Microsoft, Bitmap Storage (BITMAPINFOHEADER, BITMAPV4HEADER, BITMAPV5HEADER), and the
// first header of OS/2.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec bmpCodec();

} // namespace lightbench
