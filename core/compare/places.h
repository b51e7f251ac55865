// Where the mismatches of a tally lie, if they keep to a small part of the image: its border, seams, one rectangle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/mismatch_tally.h"
#include "core/compare/tiling.h"

namespace lightbench {

/// A part of the image that has nearly all mismatches.
struct Place {
    enum Kind { Border, WorkgroupSeams, VectorSeams, Region } kind = Border;
    std::string where;   ///< such as "within 2 pixels of the border"
    double coverage = 0; ///< of the pixels with a mismatch, 0..1
    double share = 1;    ///< of the image, 0..1
    std::string hint;    ///< what usually is the cause
};

/// Each nothing unless it holds nearly all, takes at most half of the image, and chance would not do it (odds of less
/// than 1 in 1000).
std::optional<Place> borderPlace(const MismatchTally& tally, Size image, const std::vector<Tiling>& tilings);
/// `grids` are those that the tally was made with.
std::optional<Place> seamPlace(const MismatchTally& tally, Size image, const std::vector<Tiling>& tilings,
                               const std::vector<Size>& grids);
std::optional<Place> regionPlace(const MismatchTally& tally, Size image);

/// The grids that seamPlace looks at: the tilings' own, or usual ones where there are none.
std::vector<Size> seamGrids(Size image, const std::vector<Tiling>& tilings);

} // namespace lightbench
