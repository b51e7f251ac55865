// The rule by which all error diffusion takes levels.
#pragma once

#include <vector>

#include "core/image/even_levels.h"

namespace lightbench::filters {

/// Where error-diffusion has two levels, a value above this becomes white (8-bit scale), as in Pillow's convert('1').
constexpr int middleOfTwoLevels = 128;

/// What is added to the sum of two neighbouring levels: twice a value above that becomes the upper one. Without it the
/// nearest level is taken, of two equally near the lower; two levels are parted by the threshold.
inline int levelBias(int count, int threshold, int max) { return count == 2 ? 2 * threshold - max : 0; }

/// What each value 0..max becomes by that rule.
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
