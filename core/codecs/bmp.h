// Reads and writes BMP files. Format: Microsoft, Bitmap Storage (BITMAPINFOHEADER, BITMAPV4HEADER, BITMAPV5HEADER), and
// the first header of OS/2. core/codecs/codecs.cpp lists the codec.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec bmpCodec();

} // namespace lightbench
