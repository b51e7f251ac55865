// Counts in one pass where the mismatches of two images are and what their values are. core/compare/explanation.cpp
// draws its conclusions from these counts.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/compare/tiling.h"
#include "core/image/image.h"

namespace lightbench {

/// Pixel counts per location; a pixel counts once however many of its samples mismatch.
using PixelCounts = std::vector<std::uint32_t>;

struct MismatchTally {
    static constexpr int cellsAcross = 16; ///< the image is divided into 16 x 16 cells

    std::uint64_t samples = 0, pixels = 0;
    std::array<std::uint64_t, 4> channels{}; ///< samples by channel
    std::uint64_t nans = 0;                  ///< samples with NaN on one side
    std::uint64_t infinities = 0;            ///< other samples that are infinite on one side
    std::uint64_t above = 0, below = 0;      ///< other samples where the result is larger, or smaller
    std::uint64_t steps = 0;                 ///< other samples at most one step apart
    double largest = 0;                      ///< the largest finite distance
    std::optional<Point> largestAt;          ///< the first pixel with it, in reading order
    PixelCounts columns, rows;
    PixelCounts border;             ///< by distance from the nearest image edge; 0 is the edge itself
    PixelCounts cells;              ///< y x 16 + x
    std::vector<PixelCounts> seams; ///< one list per grid, by seamDistance
};

/// True if two samples differ by more than `allowed` (units of Difference). Equal infinities and two NaNs match. A NaN
/// on one side never matches.
template <class T> bool isMismatch(T a, T b, double allowed) {
    if (a == b) return false;
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
    return std::abs(double(a) - double(b)) > allowed;
}

/// What counts as a mismatch (isMismatch), for colours and alpha separately. `step` is the size of a single step.
struct MismatchRule {
    struct Distances {
        double allowed = 0;
        double step = 1;
    } colours, alpha;
    const Distances& of(std::size_t channel) const { return channel == 3 ? alpha : colours; }
};

/// The distance to the nearest seam along one axis of an image with that side: 0 for the pixels on both sides of it.
/// Returns the tile size if one tile spans the image, because then there is no seam.
int seamDistance(int at, int tile, int side);

/// Both images must have the same shape; `grids` are tile sizes. Obeys the current CancelScope.
MismatchTally tallyOf(const Image& actual, const Image& expected, const MismatchRule& rule,
                      std::span<const Size> grids = {});

} // namespace lightbench
