// Whether a driver should be asked for the arguments of a kernel file, because its text does not tell them.
#pragma once

#include "core/framework/filter_definition.h"

namespace lightbench {

/// True for types behind macros and typedefs, open questions, and arguments that cannot be read, unless the definition
/// has a driver's answer already (Engine::interfaces), or is a variant, which has the arguments of the copied one.
bool needsDriver(const FilterDefinition& definition);

} // namespace lightbench
