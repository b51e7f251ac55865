// Reads and writes WebP files with libwebp; of an animation the first frame is read. Format: RFC 9649.
// core/codecs/codecs.cpp lists the codec.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec webpCodec();

} // namespace lightbench
