// Error diffusion matrices, the rule by which a value becomes a level, the reference for palettes, and a wavefront plan
// that processes bands of rows. Shared by error-diffusion and floyd-steinberg (kernels/diffusion/error_diffusion.cl).
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "core/filters/dithering/palette.h"
#include "core/framework/plan.h"
#include "core/image/even_levels.h"

namespace lightbench::filters {

/// The weights of a pixel's error, as fractions of `divisor`: for the two pixels to the right, and for columns x-2..x+2
/// one and two rows below.
struct DiffusionMatrix {
    const char *name, *label;
    int divisor;
    std::array<int, 2> right;
    std::array<int, 5> below, second;
};

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

/// Floyd and Steinberg (1976).
constexpr DiffusionMatrix floydSteinbergMatrix{"floyd-steinberg", "Floyd, Steinberg", 16, {7, 0},
                                               {0, 3, 5, 1, 0},   {0, 0, 0, 0, 0}};

/// Error rows with two zeros of padding on each side.
struct ErrorRows {
    std::vector<int> own, above, second;
    explicit ErrorRows(int width)
        : own(std::size_t(width) + 4), above(std::size_t(width) + 4), second(std::size_t(width) + 4) {}
    void next() {
        std::swap(second, above);
        std::swap(above, own);
        std::ranges::fill(own, 0);
    }
    /// The error that arrives at column x, times the divisor.
    int sumAt(int x, const DiffusionMatrix& matrix) const {
        int sum = matrix.right[0] * own[std::size_t(x + 1)] + matrix.right[1] * own[std::size_t(x)];
        for (int i = 0; i < 5; ++i)
            sum += matrix.below[std::size_t(4 - i)] * above[std::size_t(x + i)] +
                   matrix.second[std::size_t(4 - i)] * second[std::size_t(x + i)];
        return sum;
    }
};

/// Diffuses all three colours of a pixel together to the nearest palette colour: v = clamp(s + trunc(sum / divisor), 0,
/// max) per channel, e = v - q. The shape is that of ditheredShape().
Image diffusedToPalette(const Image& input, const DiffusionMatrix& matrix, const Palette& palette);

/// Refuses workgroups that take the whole image as one band: one group per band is then one group.
std::string singleBandProblem(Workgroup workgroup, const PlanRequest& request);
/// A quantity of choices: the rows of the image.
double imageRows(const PlanRequest& request);

/// A plan with one row per work-item in bands that `groups` workgroups take in turn. The output is the palette among
/// the parameters, or their `levels`.
Plan errorBandsPlan(const PlanRequest& request, const DiffusionMatrix& matrix, std::size_t groups);
/// The variant `plain`: one work-item that walks over the image, in place of waves of them. One of a GPU takes a second
/// for a few million pixels. It takes no palettes.
Variant plainWalkVariant(MakePlan plan);

} // namespace lightbench::filters
