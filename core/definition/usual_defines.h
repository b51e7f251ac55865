// The defines that a kernel file's program is built with before there is an image: to see what its kernels take.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/framework/filter_definition.h"

namespace lightbench {

/// Those of a small image and of the default parameters. A define whose value is not known is 1.
std::vector<std::pair<std::string, std::string>> usualDefines(const FilterDefinition& definition);

} // namespace lightbench
