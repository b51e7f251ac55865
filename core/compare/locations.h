// Tests whether the mismatches of a tally are confined to a small part of the image: border, seams or one rectangle.
// Only core/compare/explanation.cpp uses it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/explanation.h"

namespace lightbench {

/// A part of the image that contains nearly all mismatches.
struct Location {
    MismatchPattern pattern = MismatchPattern::Border;
    std::string where;   ///< such as "within 2 pixels of the border"
    double coverage = 0; ///< share of the mismatched pixels inside it, 0..1
    double share = 1;    ///< share of the image, 0..1
    std::string hint;    ///< the usual cause
};

/// Each returns nothing unless the part contains nearly all mismatches and at most half of the image. It must also be
/// unlikely by chance (odds below 1 in 1000).
std::optional<Location> borderLocation(const MismatchTally& tally, Size image, const std::vector<Tiling>& tilings);
/// `grids` must be those of the tally.
std::optional<Location> seamLocation(const MismatchTally& tally, Size image, const std::vector<Tiling>& tilings,
                                     const std::vector<Size>& grids);
std::optional<Location> regionLocation(const MismatchTally& tally, Size image);

/// The tile sizes that seamLocation tests: those of the tilings, or usual ones if there are none.
std::vector<Size> seamGrids(Size image, const std::vector<Tiling>& tilings);

} // namespace lightbench
