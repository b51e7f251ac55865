// Other texts of a kernel file in the place of those in use: an earlier version that is raced, or what the editor
// shows.
#pragma once

#include "core/run/stack.h"

namespace lightbench {

class FilterStore;

/// The catalog with the texts of `other` in the place of those of the definition with this id. Corrections stay, and so
/// does what the driver reported of the kernels. Throws Error(Usage) if no such file is in use, or if no filter can be
/// made of the texts.
FilterCatalog withTexts(const FilterStore& store, const std::string& id, const FilterDefinition& other);

/// The stage with the parameters that its filter has in a catalog. Values stay by name.
Stage stageIn(const FilterCatalog& filters, const Stage& stage);

} // namespace lightbench
