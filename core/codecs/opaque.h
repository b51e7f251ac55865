// Tests whether an image has transparent pixels, so that a writer may drop alpha.
#pragma once

#include "core/image/image.h"

namespace lightbench {

/// True for gray images, and if alpha is at full scale everywhere.
bool isOpaque(const Image& image);

} // namespace lightbench
