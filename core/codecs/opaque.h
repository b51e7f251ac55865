// Tests whether an image has transparent pixels. Saving uses it to refuse formats without alpha only where alpha would
// be lost; the TIFF reader uses it for premultiplied alpha.
#pragma once

#include "core/image/image.h"

namespace lightbench {

/// True for gray images, and if alpha is at full scale everywhere.
bool isOpaque(const Image& image);

} // namespace lightbench
