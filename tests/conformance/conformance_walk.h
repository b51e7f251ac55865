// Walks the registry: a filter's variant on images of every format, against the CPU reference, on a real device.
// Without Qt, so that it also runs where only a compiler and an OpenCL driver are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/engine.h"
#include "tests/conformance/expected_results.h"

namespace lightbench {

struct WalkOptions {
    int device = 0;
    /// Every parameter set with every workgroup size and image size; else each of them at least once, in pairs.
    bool full = false;
    /// Drivers that compile for the host take most of a walk's time: where this is set, programs are preprocessed and
    /// have the declarations alone that they need (declared_builtins.h); those for parameters other than the defaults
    /// are built without optimization, and run on a smaller image in the place of the largest. Variants that run in a
    /// worker are always preprocessed and always optimized.
    bool hasty = false;
    std::uint32_t seed = 1;
    std::optional<Format> format; ///< no other; all that the filter accepts where it is not set
};

/// What one variant came to in one format.
struct WalkResult {
    std::string format;
    int ran = 0;
    int rejected = 0;                  ///< combinations that the filter itself does not take
    std::string leftOut;               ///< why nothing ran, where that is no fault
    std::vector<std::string> failures; ///< one line each; at most ten
    bool ended = false;                ///< its process had to be ended, or ended by itself: nothing more was tried
};

/// The engines of a walk, with poisoned destinations, and what they should come to. A variant that needs progress runs
/// in a worker, which is this same program: one that hangs is a failure that says so, and the walk goes on with the
/// next variant.
class WalkEngines {
public:
    /// asGpus: of devices that say that they are GPUs. What is made for those runs on processors, too.
    explicit WalkEngines(bool asGpus = false);
    /// The engine of this process.
    Engine& here() { return *here_; }
    Engine& of(const Variant& variant) { return variant.needsProgress ? *worker_ : *here_; }
    /// The same, whose programs are built hastily.
    Engine& hastyOf(const Variant& variant, bool optimized) {
        return variant.needsProgress ? *worker_ : optimized ? *declared_ : *hasty_;
    }
    ExpectedResults& expected() { return expected_; }

private:
    std::unique_ptr<Engine> here_, declared_, hasty_, worker_;
    ExpectedResults expected_;
};

/// Programs that have WalkEngines call this before all else: it serves and ends the program where it was started as a
/// worker.
void serveIfWorker(int count, char** words);

/// One result for each format that the filter accepts and that is wanted. Destinations should be poisoned: see
/// EngineSettings.
std::vector<WalkResult> walkVariant(WalkEngines& engines, const Filter& filter, const Variant& variant,
                                    const WalkOptions& options);
/// Fewer runs than this in a format mean that the walk tests nothing.
int leastRuns(const Variant& variant);

} // namespace lightbench
