// PGM and PPM files of 8 and 16 bits, in and out. Qt's reader gives up the low byte of 16-bit files, so they are read
// here. Formats: netpbm.sourceforge.net/doc/pgm.html and ppm.html.
#pragma once

#include <QByteArrayView>

#include <optional>

#include "core/image/image.h"

class QIODevice;

namespace lightbench {

/// The shape that the header of a P2, P3, P5 or P6 gives; nothing for P1 and P4 (bitmaps, which Qt reads). Throws
/// Error(Input) with what is wrong ("is truncated: ..."), without the file's name.
std::optional<ImageShape> portableMapShape(QByteArrayView content);
/// Reads what has such a shape; samples of another maximum than 255 or 65535 are scaled to full scale, rounded to
/// nearest. Throws the same.
Image readPortableMap(QByteArrayView content);
/// P5 for one channel, P6 for four (alpha is left out). 8- and 16-bit. False if the device does not take it.
bool writePortableMap(const Image& image, QIODevice& device);

} // namespace lightbench
