// The other half is made from LIGHTBENCH_FILTERS by core/CMakeLists.txt: the one list of all filters.
#pragma once

#include <string>
#include <vector>

#include "core/filter/filter.h"

namespace lightbench {

/// In the order of the list; made anew at each call.
std::vector<Filter> registeredFilters();
/// The names of their files, in the same order, such as "floyd_steinberg": their ids but for the dashes.
std::vector<std::string> registeredNames();

} // namespace lightbench
