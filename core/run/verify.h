// Checks a run against the CPU references: each stage on the GPU's own input of that stage, and the whole chain.
#pragma once

#include "core/run/report.h"

namespace lightbench {

/// What a stage's reference makes of one input.
struct StageReference {
    ImagePtr image;                   ///< null for an analysis
    std::vector<std::uint32_t> words; ///< of an analysis
    double ms = 0;                    ///< what computing it took
};
/// Obeys the current CancelScope.
StageReference referenceOf(const Filter& filter, const Image& input, const ParameterValues& parameters);
/// Fills report's reference time, tolerance and difference: that of its analysis, or that of the device's output.
void compareWith(StageReport& report, const StageReference& reference, const Image& output);

/// Walks a chain of stages in order. Where the device's input of a stage equals the reference chain's, the stage's
/// reference serves for both, so that an exact chain costs one reference a stage.
class ChainVerifier {
public:
    explicit ChainVerifier(ImagePtr input);
    /// Fills report's reference times, difference and referenceImage from the stage's own input and output
    /// (and its analysis). Throws Error(Cancelled) under a stopped CancelScope.
    void check(StageReport& report, const ImagePtr& deviceInput, const ImagePtr& deviceOutput);
    /// The same figures as an earlier check of the same stage on the same images; for stages that were not run again.
    void reuse(const StageReport& checkedBefore, const ImagePtr& deviceInput, const ImagePtr& deviceOutput);
    /// Against the end of the reference chain. Tolerance: that of the last stage; NotChecked for no stage.
    Difference endToEnd(const ImagePtr& deviceOutput) const;
    const ImagePtr& chainReference() const { return chain_; }

private:
    void advance(const StageReport& stage, const ImagePtr& deviceInput, const ImagePtr& stageReference);
    ImagePtr chain_; ///< the reference chain so far
    Tolerance tolerance_;
    bool any_ = false;
};

/// Times the reference of a checked stage as fairly as the device was: the check's own run was the warm-up, then up to
/// `repeats` runs (at least one) until they have taken `budgetMs`. Fills referenceMs, -SpreadMs and -SamplesMs. Obeys
/// the current CancelScope.
void timeReference(StageReport& report, const Image& input, int repeats, double budgetMs = 1000);

/// Runs a whole stack by references alone.
ImagePtr runReference(ImagePtr image, const Stack& stack);

} // namespace lightbench
