// The filters and variants that definitions describe, and a catalog with them.
#pragma once

#include <vector>

#include "core/framework/filter.h"
#include "core/framework/filter_catalog.h"
#include "core/framework/filter_definition.h"

namespace lightbench {

/// The filter that the text defines: a pure function of the definition. `others` has the filters that its reference may
/// name. Throws Error(Usage) that names file and line, and says what to write.
Filter filterOf(const FilterDefinition& definition, const FilterCatalog& others);
/// The variant of a built-in filter that the text defines: the plan of the variant that its line `//@ variant of:
/// FILTER VARIANT` names, with the programs whose kernels the text has. Throws Error(Usage) that names file and line.
Variant variantOf(const FilterDefinition& definition, const Filter& filter);

/// A copy of the catalog with the filters and variants of these definitions appended. Throws Error(Usage) if one cannot
/// be read, or has the id of a filter or of a variant that is there.
FilterCatalog withDefinitions(const FilterCatalog& catalog, const std::vector<FilterDefinition>& definitions);

} // namespace lightbench
