#include "app/worker/program_filters.h"

#include "app/worker/decoding_worker.h"
#include "core/filters/built_in_filters.h"

namespace lightbench {

const FilterCatalog& programFilters() {
    static const FilterCatalog catalog = builtInFilters().withRawDecoding(decodeInWorker);
    return catalog;
}

} // namespace lightbench
