// Whether an image has transparency.
#pragma once

#include "core/image/image.h"

namespace lightbench {

/// True of gray images, and where alpha is at full scale everywhere.
bool isOpaque(const Image& image);

} // namespace lightbench
