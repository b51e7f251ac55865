// NumPy's .npy among the formats of images; core/image/npy.h reads and writes it.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec npyCodec();

} // namespace lightbench
