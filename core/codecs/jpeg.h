// Reads and writes 8-bit JPEG files, gray and colour, with libjpeg-turbo. Format: ITU T.81 and T.871 (JFIF).
// core/codecs/codecs.cpp lists the codec.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec jpegCodec();

} // namespace lightbench
