// JPEG files of 8 bits, gray and in colour, by libjpeg-turbo. Format: ITU T.81 and T.871 (JFIF).
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec jpegCodec();

} // namespace lightbench
