// Runs every variant of every filter on images of every format on a real device, and compares it with the CPU
// reference. The conformance tests and the conformance program use it. It needs no Qt, only a compiler and an OpenCL
// driver.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/run/engine.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/expected_results.h"

namespace lightbench {

struct WalkOptions {
    int device = 0;
    /// True: every parameter set with every workgroup size and image size. False: each of them at least once, in pairs.
    bool full = false;
    /// What the tests have time for: compiling takes most of it where drivers compile for the host. Neighbouring
    /// variants share out the parameter sets, so that every second one meets each. The formats of a variant share them
    /// out again, so that two formats meet each, and the workgroup sizes, so that one meets each. Programs are
    /// preprocessed and get only the declarations that they need (declared_builtins.h). Two kinds are optimized. First,
    /// what users run, the default parameters with the automatic workgroup: of floats and of every second format of
    /// whole numbers. Second, kernels that compute so much that they end sooner. All but the first kind run on a
    /// smaller image instead of the largest. With defaultsOnly only the second kind is optimized. Variants that run in
    /// a worker are always optimized.
    bool hasty = false;
    /// With hasty: a variant runs in two of the formats, and one of them meets each of its parameter sets.
    /// Neighbouring variants and filters get other formats.
    bool brief = false;
    std::uint32_t seed = 1;
    std::optional<Format> format; ///< test only this format; no value: all accepted formats
    /// Only the default parameters with the automatic workgroup, in all image sizes: one build for most programs.
    bool defaultsOnly = false;
    std::function<bool()> isOver{}; ///< true: start nothing more; null: never
};

/// The outcome of one variant in one format.
struct WalkResult {
    std::string format;
    int ran = 0;
    int rejected = 0;                  ///< combinations that the filter itself rejects
    int notApplying = 0;               ///< combinations for which the variant does not exist
    std::string leftOut;               ///< why nothing ran, if that is not a failure
    std::vector<std::string> failures; ///< one line each; at most ten
    bool ended = false;                ///< its process ended or had to be ended, so nothing more was tried
    bool isCutShort = false;           ///< WalkOptions::isOver came before its end
};

/// The engines of a walk, with poisoned destinations, and the expected results. A variant that needs progress runs in a
/// worker, which is this same program. If it hangs, that is reported as a failure and the walk continues with the next
/// variant.
class WalkEngines {
public:
    /// asGpus: devices claim to be GPUs, so that variants for GPUs run on processors too.
    explicit WalkEngines(bool asGpus = false);
    /// The engine of this process.
    Engine& here() { return *here_; }
    Engine& of(const Variant& variant) { return variant.needsProgress ? *worker_ : *here_; }
    /// The engine that builds programs quickly.
    Engine& hastyOf(const Variant& variant, bool optimized) {
        return variant.needsProgress ? *worker_ : optimized ? *declared_ : *hasty_;
    }
    ExpectedResults& expected() { return expected_; }

private:
    std::unique_ptr<Engine> here_, declared_, hasty_, worker_;
    ExpectedResults expected_;
};

/// Call this first in main if the program uses WalkEngines. If the program was started as a worker, it serves and does
/// not return.
void serveIfWorker(int count, char** words);

/// One result for each format that the filter accepts and the options select. Destinations should be poisoned: see
/// EngineSettings.
std::vector<WalkResult> walkVariant(WalkEngines& engines, const Filter& filter, const Variant& variant,
                                    const WalkOptions& options);
/// The minimum number of runs in a format; with fewer, the walk tests nothing.
int minRuns(const Variant& variant, const WalkOptions& options);

} // namespace lightbench
