// Caches CPU references, because a sweep over variants and workgroups checks many results against one reference.
// StackMeasure uses the engine's cache.
#pragma once

#include <string>
#include <vector>

#include "core/run/verify.h"

namespace lightbench {

class ReferenceCache {
public:
    /// Returns the reference of one stage for this input. The newest are kept, up to 1 GiB. Obeys the current
    /// CancelScope.
    const StageReference& of(const Image& input, const Filter& filter, const ParameterValues& parameters,
                             const FilterCatalog& filters);

private:
    struct Entry {
        FilterCatalog filters; ///< the catalog with the filter
        std::string key;
        StageReference reference;
    };
    std::vector<Entry> entries_; ///< oldest first
};

} // namespace lightbench
