// PNG files written fast: filters by the usual heuristic, deflated in one go by libdeflate. Its lowest level takes a
// fifth of the time of Qt's writer and makes files of the same size, a little larger for smooth pictures, smaller for
// noisy and dithered ones. Format and filters: W3C, Portable Network Graphics (PNG) Specification.
#pragma once

#include <QString>

#include "core/image/image.h"

class QIODevice;

namespace lightbench {

/// Whether writePng takes it: 8- and 16-bit, whose samples fit into memory once more, at most 1 GiB.
bool fitsPngWriter(const ImageShape& shape);
/// Gray for one channel, RGB or, with alpha, RGBA for four; the depth is kept. Empty, or what the device says.
QString writePng(const Image& image, bool withAlpha, QIODevice& device);

} // namespace lightbench
