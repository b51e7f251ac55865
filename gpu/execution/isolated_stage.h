// Runs one stage by itself on a device, beside the stack that it stands in: references that are kernels, and checks
// that repeat a stage in other ways. It has buffers of its own and changes nothing that a run keeps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run/verify.h"
#include "gpu/execution/prepared_stage.h"

namespace lightbench {

/// What a run of a stage made.
struct IsolatedResult {
    ImagePtr image;                   ///< null for an analysis
    std::vector<std::uint32_t> words; ///< of an analysis
};

class IsolatedStage {
public:
    /// Resolves and builds the stage, whose second images are filled in. Throws what resolvedStages and buildStage
    /// throw.
    IsolatedStage(DeviceSession& session, const RunSnapshot& snapshot, const Stage& stage, const ImagePtr& input);
    Workgroup workgroup() const { return stage_.resolved.workgroup; }
    /// Runs it. Buffers that it writes first hold `poison` everywhere, and in guardBytes before and behind them. Throws
    /// OutOfBoundsWrite if it changed these, and Error(Cancelled) under a stopped CancelScope.
    IsolatedResult run(std::uint32_t poison);

private:
    /// A buffer of the stage is a part of `whole`, which begins guardBytes earlier.
    struct Guarded {
        DeviceBuffer whole;
        std::string name; ///< in messages, such as "its output"
    };
    DeviceBuffer guarded(std::uint64_t bytes, const std::string& name);
    void checkFronts(std::uint32_t poison) const;

    DeviceSession& session_;
    PreparedStage stage_;
    std::vector<Guarded> guarded_;
};

/// The result of OtherReference::kernel for this input. If it fails, the result says why; a device's failure throws.
StageReference kernelReference(DeviceSession& session, const RunSnapshot& snapshot, const Filter& filter,
                               const Image& input, const ParameterValues& parameters);

} // namespace lightbench
