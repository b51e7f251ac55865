// The variants that `auto` passes over, because the driver ended its process at them, mostly in its compiler. The
// worker engine asks it before each request, and tells it of each such end.
#pragma once

#include <string>
#include <vector>

#include "app/worker/worker_ended.h"
#include "core/run/report.h"
#include "core/run/resolve.h"

namespace lightbench {

/// A stack that is to run, and all that `auto` depends on.
struct StackToBuild {
    Stack stack;
    ImageShape input;
    DeviceInfo device;
    FilterCatalog filters; ///< with all kernel folders read, as is `tuning.kernels`
    Tuning tuning{};
    std::string buildOptions{};
};

/// A stack in which other variants stand where `auto` passes some over.
struct PassingStack {
    Stack stack;
    struct Change {
        int stage = 0;
        std::string note; ///< "median: auto took direct, because strips ended the driver's process on DEVICE (...)"
    };
    std::vector<Change> changes{};
};

/// Known until the program ends, and as long as the kernels' texts stay as they are.
class PassedOver {
public:
    bool isEmpty() const { return entries_.empty(); }
    /// The stack without variants that are known to end the driver. Where `auto` has no other left, it stays.
    PassingStack passing(const StackToBuild& wanted) const;
    /// Notes the variant of `wanted` that ended the driver while `auto` had chosen it. False if the driver did not give
    /// up by itself, if the user chose the variant, or if `auto` has no other.
    bool note(const StackToBuild& wanted, const WorkerEnded& ended);

private:
    struct Entry {
        int device = 0;
        std::string filter, variant, kernels, buildOptions;
        std::string words; ///< the driver's, if they name the cause
    };
    const Entry* find(const StackToBuild& wanted, const PlannedStage& planned) const;
    std::optional<PlannedStage> another(const StackToBuild& wanted, const PlannedStage& planned) const;
    std::vector<Entry> entries_;
};

/// Marks the changed stages of a result as chosen by `auto`.
void markChosen(StackResult& result, const PassingStack& passing);

} // namespace lightbench
