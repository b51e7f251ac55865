// Makes the catalog from the list that the build writes.
#include "core/framework/built_in_filters.h"

#include "core/framework/filter_registry.h"

namespace lightbench {

const FilterCatalog& builtInFilters() {
    static const FilterCatalog catalog(registeredFilters());
    return catalog;
}

} // namespace lightbench
