// WebP files by libwebp: still pictures, and the first frame of animations. Format: RFC 9649.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec webpCodec();

} // namespace lightbench
