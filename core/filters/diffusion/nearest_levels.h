// The quantisation rule of all error diffusion: how a value is mapped to a level. References and plans use it, so that
// host and device agree.
#pragma once

#include <vector>

#include "core/image/even_levels.h"

namespace lightbench::filters {

/// With two levels in error-diffusion, values above this become white, as in Pillow's convert('1').
constexpr int bilevelThreshold8Bit = 128;

/// A value v takes the upper of two neighbouring levels if 2 v > lower + upper + bias. A bias of 0 rounds to the
/// nearest level, ties down. With two levels, values above the threshold become white. `max` and `threshold` are in
/// sample units; convert bilevelThreshold8Bit with inSampleUnits().
inline int levelBias(int count, int threshold, int max) { return count == 2 ? 2 * threshold - max : 0; }

/// The level of each value 0..max by that rule.
inline std::vector<int> nearestLevels(int count, int threshold, int max) {
    const std::vector<int> levels = evenLevels(count, max);
    const int bias = levelBias(count, threshold, max);
    std::vector<int> table;
    std::size_t k = 0;
    for (int v = 0; v <= max; ++v) {
        while (k + 1 < levels.size() && 2 * v > levels[k] + levels[k + 1] + bias)
            ++k;
        table.push_back(levels[k]);
    }
    return table;
}

} // namespace lightbench::filters
