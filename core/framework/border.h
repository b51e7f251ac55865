// Border modes: which pixel a window reads beyond the image's edge. Window filters and their CPU references use it;
// kernels/prelude/borders.clh has the same rule for kernels.
#pragma once

#include <string>

#include "core/framework/parameter.h"

namespace lightbench {

/// Numbered like BORDER in kernels/prelude/borders.clh.
enum class Border { Replicate = 0, Reflect101 = 1, Wrap = 2, Constant = 3 };

/// The parameter `border`; its default is replicate.
Parameter borderParameter();
Border borderByName(const std::string& name);

/// The position in 0..n-1 for position i, or -1 if Constant and outside (the sample is then 0). Reflect101 mirrors
/// without repeating the edge sample (gfedcb|abcdefgh|gfedcba); with n = 1 it returns 0. Any i is allowed, even several
/// images away.
int borderIndex(int i, int n, Border border);

} // namespace lightbench
