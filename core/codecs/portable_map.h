// PBM, PGM and PPM files of 1, 8 and 16 bits, in and out. Formats: netpbm.sourceforge.net/doc/pbm.html, pgm.html and
// ppm.html.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// A largest sample other than 255 and 65535 is scaled to those. Written are binary PGM and PPM.
Codec portableMapCodec();

} // namespace lightbench
