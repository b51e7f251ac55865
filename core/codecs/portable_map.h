// Reads and writes PBM, PGM and PPM files of 1, 8 and 16 bits. Formats: netpbm.sourceforge.net/doc/pbm.html, pgm.html
// and ppm.html. core/codecs/codecs.cpp lists the codec.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// Maximum values other than 255 and 65535 are rescaled to those. The writer produces binary PGM and PPM.
Codec portableMapCodec();

} // namespace lightbench
