// What a driver is asked about a kernel file whose text does not tell the arguments of its kernels.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/framework/filter_definition.h"

namespace lightbench {

/// Whether a driver should be asked: true for types behind macros and typedefs, for open questions, and for arguments
/// that cannot be read. False if the definition has a driver's answer already (Engine::signatures). False for a
/// variant: it has the arguments of the copied one.
bool needsDriver(const FilterDefinition& definition);

/// The defines that the program is built with to see what its kernels take, before there is an image: those of a small
/// image and of the default parameters. A define whose value is not known is 1.
std::vector<std::pair<std::string, std::string>> usualDefines(const FilterDefinition& definition);

} // namespace lightbench
