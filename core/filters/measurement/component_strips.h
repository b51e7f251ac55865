// A CPU variant of connected-components that works in strips of rows. It is the host side of
// kernels/measurement/connected_components/strips.cl, which cites the algorithm.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/framework/plan.h"

namespace lightbench {

/// How components are displayed: the output format, the defines EIGHT, AREAS and SHOW_..., and the filter's parameters
/// in sample units.
struct ShownParts {
    Format format;
    std::vector<std::pair<std::string, std::string>> defines;
    bool hasAreas;
    std::uint32_t minimum;
    float threshold;
};
/// A plan of three launches of single work-items: label the strips, join their components, paint.
Plan componentStripsPlan(const PlanRequest& request, const ShownParts& shown);

} // namespace lightbench
