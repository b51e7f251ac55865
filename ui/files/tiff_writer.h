// TIFF files of 8 and 16 bits and of floats, with their alpha as it is.
#pragma once

#include <QString>

#include "core/image/image.h"

class QIODevice;

namespace lightbench {

/// Writes strips under Deflate, integers as horizontal differences (not all readers take those of floats): one sample a
/// pixel, or three, or four where the image has alpha of its own, which is not multiplied into the colours. Not for
/// 32-bit unsigned. Empty, or what went wrong.
QString writeTiff(const Image& image, QIODevice& device);

} // namespace lightbench
