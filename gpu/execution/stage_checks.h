// Checks the results of a run against the references, stage by stage, and repeats in other ways what has none. Executor
// uses it.
#pragma once

#include <map>

#include "core/run/verify.h"
#include "gpu/execution/execution.h"

namespace lightbench {

class StageChecks {
public:
    /// Checking a stage counts as much as this many rounds in the progress.
    static constexpr int weight = 4;

    /// `stages` have the results in their buffers. The first `reused` of them were not run again.
    StageChecks(RunContext& run, const std::vector<PreparedStage>& stages, std::size_t reused)
        : run_(run), stages_(stages), reused_(reused) {}
    /// Says what a buffer holds, so that it need not be downloaded.
    void know(const DeviceBuffer& buffer, const ImagePtr& image) { images_[buffer.get()] = image; }
    /// Completes the stages of the report, and of a run also the comparison of `output` with the whole chain of
    /// references. A measurement checks each stage alone.
    void check(const ImagePtr& output);

private:
    void checkStage(StackVerifier& verifier, std::size_t index, const ImagePtr& input);
    void checkFurther(StageReport& report, const PreparedStage& stage, const ParameterValues& bound,
                      const ImagePtr& input);
    StageReference referenceFor(const Filter& filter, const Image& input, const ParameterValues& parameters);
    ImagePtr imageOf(const DeviceBuffer& buffer, const ImageShape& shape);

    RunContext& run_;
    const std::vector<PreparedStage>& stages_;
    std::size_t reused_;
    std::map<const Allocation*, ImagePtr> images_;
};

} // namespace lightbench
