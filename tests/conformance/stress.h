// `lightbench-conformance --stress`: repeats every variant whose work-items communicate, on the pictures with the
// longest chains. A race that is lost once in a hundred runs shows here, and hardly in the conformance walk.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/framework/filter.h"

namespace lightbench {

struct StressOptions {
    int device = 0;
    bool asGpus = false;          ///< devices claim to be GPUs
    bool isSmall = false;         ///< few and small pictures, for processors
    int runs = 50;                ///< of each case
    std::optional<double> limitS; ///< no case begins later; no value: all do
    std::string filter;           ///< empty for all
    std::string variant;          ///< of that filter; empty for all
    std::optional<Format> format; ///< this one alone, with all pictures
    std::string onlyCase;         ///< a StressCase::name; empty for all
    bool operator==(const StressOptions&) const = default;
};

/// Prints a line for each variant. The number of wrong runs, errors included. Throws Error(Usage) if nothing is
/// selected.
std::size_t runStress(const StressOptions& options);

/// The variants that communicate, those across workgroups first.
std::vector<std::pair<const Filter*, const Variant*>> stressedVariants();

/// Call this first in main if the program calls runStress, which runs kernels in workers: a kernel that hangs is ended
/// and reported. If the program was started as such a worker, it serves and does not return.
void serveIfStressWorker(int count, char** words);

} // namespace lightbench
