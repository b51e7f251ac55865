// Makes the catalog from the list that the build writes.
#include "core/filters/built_in_filters.h"

#include "core/filters/filter_registry.h"

namespace lightbench {

const FilterCatalog& builtInFilters() {
    static const FilterCatalog catalog(registeredFilters());
    return catalog;
}

} // namespace lightbench
