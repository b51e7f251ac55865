// Reads and writes trained detectors as text, the format of `.detector` files:
//
//     lightbench-detector 1
//     filter random-trees
//     window 24 18                 width and height, px
//     trees 2
//     tests 1                      of each tree
//     test 3 4 10 4                as in DetectorTest, tree by tree
//     test 0 1 7 17
//     leaf 0 1 255                 tree, leaf, share; those that are left out are 0
//     end
//
// The lines have this order; `#` starts a comment.
#pragma once

#include <string>
#include <string_view>

#include "core/filters/detection/detector.h"
#include "core/framework/parameter.h"

namespace lightbench {

std::string detectorText(const PatchDetector& detector);
/// Throws Error(Input) that names `source`, the line and what was found.
PatchDetector readDetector(std::string_view text, const std::string& source);

/// The resource kind of detectors; its function `make` is not set.
ResourceKind detectorResource();

} // namespace lightbench
