// The list of all built-in filters, for FilterCatalog. core/CMakeLists.txt generates its definition from the files of
// core/filters: lightbench_filters() of the main CMakeLists.txt finds every file NAME.cpp that defines `Filter NAME()`.
#pragma once

#include <string>
#include <vector>

#include "core/framework/filter.h"

namespace lightbench {

/// Sorted by file name; builds new values at each call.
std::vector<Filter> registeredFilters();
/// Their file names in the same order, such as "floyd_steinberg"; an id has dashes instead.
std::vector<std::string> registeredNames();

} // namespace lightbench
