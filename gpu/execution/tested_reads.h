// Tests what kernel files declare of the samples that they read (core/definition/reads.h), before a stack runs.
// The engine owns it, on its thread.
#pragma once

#include <optional>
#include <vector>

#include "core/base/error.h"
#include "gpu/execution/engine_caches.h"
#include "gpu/execution/prepared_stage.h"

namespace lightbench {

struct StackRequest;
struct RunMonitor;

class TestedReads {
public:
    /// Tests each stage whose file declares something: once for its text, parameters, variant, format and device.
    /// Throws Error(Usage) for a declaration that is not true, also at every later call.
    void check(DeviceSession& session, const StackRequest& request, const RunSnapshot& snapshot,
               const RunMonitor& monitor, EngineCaches& caches);

private:
    struct Entry {
        FilterCatalog filters; ///< the catalog with the definition
        Stage stage;
        Format format;
        int device;
        std::optional<Error> problem; ///< nothing: the declaration is true
    };
    const Entry& tested(DeviceSession& session, const StackRequest& request, const RunSnapshot& snapshot,
                        const RunMonitor& monitor, EngineCaches& caches, const PlannedStage& planned);
    std::vector<Entry> entries_; ///< oldest first
};

} // namespace lightbench
