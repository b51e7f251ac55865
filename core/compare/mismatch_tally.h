// How the mismatches of two images lie and what their values are, counted in one pass: what an explanation reads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/compare/tiling.h"
#include "core/image/image.h"

namespace lightbench {

/// Counts of pixels by a place; a pixel counts once however many of its samples are apart.
using PixelCounts = std::vector<std::uint32_t>;

struct MismatchTally {
    static constexpr int cellsAcross = 16; ///< the image is cut into 16 x 16 cells

    std::uint64_t samples = 0, pixels = 0;
    std::array<std::uint64_t, 4> channels{}; ///< samples by channel
    std::uint64_t nans = 0;                  ///< of the samples: NaN on one side
    std::uint64_t infinities = 0;            ///< of the others: infinite on one side
    std::uint64_t above = 0, below = 0;      ///< of the others: the result is larger, smaller
    std::uint64_t steps = 0;                 ///< of the others: no more than a step apart
    double largest = 0;                      ///< the largest finite distance
    std::optional<Point> largestAt;          ///< its first pixel in reading order
    PixelCounts columns, rows;
    PixelCounts border;             ///< by the distance from the nearest edge of the image, 0: on it
    PixelCounts cells;              ///< y x 16 + x
    std::vector<PixelCounts> seams; ///< of each grid: by seamDistance
};

/// What counts: see areApart. `step`: the distance of a single step. Alpha has its own.
struct MismatchRule {
    struct Distances {
        double allowed = 0;
        double step = 1;
    } colours, alpha;
    const Distances& of(std::size_t channel) const { return channel == 3 ? alpha : colours; }
};

/// From the nearest edge of its tile, along one axis of an image with that side: 0 for the pixels on both sides of a
/// seam. As large as the tile where one goes all the way, so that there is no seam.
int seamDistance(int at, int tile, int side);

/// Of two images of one shape; `grids` are sizes of tiles. Obeys the current CancelScope.
MismatchTally tallyOf(const Image& actual, const Image& expected, const MismatchRule& rule,
                      std::span<const Size> grids = {});

} // namespace lightbench
