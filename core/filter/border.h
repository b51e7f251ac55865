// Border modes: which pixel a window sees beyond the image's edge. kernels/common.clh holds the same rule for kernels.
#pragma once

#include <string>

#include "core/filter/parameter.h"

namespace lightbench {

/// Numbered as BORDER in kernels/common.clh.
enum class Border { Replicate = 0, Reflect101 = 1, Wrap = 2, Constant = 3 };

/// The parameter `border`, with replicate as its default.
Parameter borderParameter();
Border borderByName(const std::string& name);

/// The position in 0..n-1 that stands for position i, or -1 for Constant outside (the sample is then 0).
/// Reflect101 mirrors without repeating the edge sample (gfedcb|abcdefgh|gfedcba); with n = 1 it gives 0.
/// Any i is legal, also several images away.
int borderIndex(int i, int n, Border border);

} // namespace lightbench
