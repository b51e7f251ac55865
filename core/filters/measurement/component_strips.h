// connected-components in strips of rows, for CPUs: the host's side of kernels/measurement/component_strips.clh.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/filter/plan.h"

namespace lightbench {

/// What is shown of parts, to strips: the result's format, EIGHT, AREAS and SHOW_... as defines, and the filter's
/// parameters in the units of the samples.
struct ShownParts {
    Format format;
    std::vector<std::pair<std::string, std::string>> defines;
    bool hasAreas;
    std::uint32_t least;
    float threshold;
};
/// Strips, their parts, the painting: three launches of single work-items.
Plan componentStripsPlan(const PlanRequest& request, const ShownParts& shown);

} // namespace lightbench
