// The quantisation rule of all error diffusion: how a value is mapped to a level. References and plans use it, so that
// host and device agree.
#pragma once

#include <vector>

#include "core/image/even_levels.h"

namespace lightbench::filters {

/// With two levels in error-diffusion, a value above this becomes white (8-bit scale), as in Pillow's convert('1').
constexpr int bilevelThreshold = 128;

/// A value v takes the upper of two neighbouring levels if 2 v > lower + upper + bias. A bias of 0 rounds to the
/// nearest level, ties down. With two levels the bias moves the limit to the threshold.
inline int levelBias(int count, int threshold, int max) { return count == 2 ? 2 * threshold - max : 0; }

/// The level for each value 0..max by that rule.
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
