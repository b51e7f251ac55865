// Reads and writes OpenEXR files with the OpenEXR library. core/codecs/codecs.cpp lists the codec.
//
// Half and 32-bit float samples become floats, unsigned integers become 32-bit unsigned samples. A file with the single
// channel Y is gray. Samples stay linear. Colours that OpenEXR multiplied with their alpha stay so, with a note. The
// unnamed layer is read, or else the first; a note names the others.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec exrCodec();

} // namespace lightbench
