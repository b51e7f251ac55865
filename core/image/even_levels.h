// The output levels of dithers and error diffusion, evenly spaced from 0 to the largest sample value. Reference and GPU
// variants use the same list.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace lightbench {

/// Returns round(k max / (count - 1)) for k = 0..count-1, half to even. `count` is at least 2.
inline std::vector<std::int32_t> evenLevels(int count, int max) {
    std::vector<std::int32_t> levels;
    for (int k = 0; k < count; ++k)
        levels.push_back(std::int32_t(std::nearbyint(double(k) * max / (count - 1))));
    return levels;
}

} // namespace lightbench
