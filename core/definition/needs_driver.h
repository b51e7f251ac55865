// Whether a driver should be asked for the arguments of a kernel file, because its text does not tell them.
#pragma once

#include "core/framework/filter_definition.h"

namespace lightbench {

/// True for types behind macros and typedefs, for open questions, and for arguments that cannot be read. False if the
/// definition has a driver's answer already (Engine::signatures). False for a variant: it has the arguments of the
/// copied one.
bool needsDriver(const FilterDefinition& definition);

} // namespace lightbench
