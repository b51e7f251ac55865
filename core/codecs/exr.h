// OpenEXR files, read and written by the library OpenEXR.
//
// Half and 32-bit float samples are read as floats, unsigned integers as 32-bit unsigned samples. A file with the
// single channel Y is gray. Samples are kept as stored: linear light, and colours that OpenEXR multiplied with their
// alpha stay so, with a note. The unnamed layer is read, or else the first; a note names the others.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

Codec exrCodec();

} // namespace lightbench
