// Registers NumPy's .npy as an image format. core/image/npy.h reads and writes it; core/codecs/codecs.cpp lists the
// codec.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec npyCodec();

} // namespace lightbench
