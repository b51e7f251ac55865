// Checks the results of a run against the CPU references: each stage on the device's own input of that stage, and the
// whole chain. Engine, measurements and tests use it. It runs on the caller's thread and obeys the CancelScope.
#pragma once

#include <functional>

#include "core/run/report.h"
#include "core/run/stage_images.h"

namespace lightbench {

/// The result of a stage's reference for one input.
struct StageReference {
    ImagePtr image;                   ///< null for an analysis, or if the filter has no reference
    std::vector<std::uint32_t> words; ///< the result of an analysis
    double ms = 0;                    ///< the time to compute it
    std::string name{};               ///< empty: the CPU reference; otherwise such as "kernel plain on PoCL"
    std::string problem{};            ///< why there is no result; empty if there is one
    bool isWaiting = false;           ///< the problem is that the user has not allowed it to run
};
/// Runs the reference on the host. If one that is no function of this program fails, the result says why. Obeys the
/// current CancelScope. Second images must be filled in (core/run/stage_images.h), here and below.
StageReference referenceOf(const Filter& filter, const Image& input, const ParameterValues& parameters);
/// Fills in the report's reference time, tolerance and difference (of its analysis or its image), or the verdict
/// NoReference, ReferenceWaits or ReferenceFailed. This is the only place that applies a stage's tolerance
/// (toleranceFor): runs, measurements, races and conformance tests call it, and explanations use the report's
/// tolerance.
void compareWith(StageReport& report, const Filter& filter, const StageReference& reference, const Image& input,
                 const Image& output);

/// Checks a chain of stages in order. If the device's input of a stage equals the reference chain's, one reference run
/// serves for both. An exact chain so costs one reference per stage. A stage without a reference gets the verdict
/// NoReference, and so does the whole chain; other stages are still checked.
class StackVerifier {
public:
    /// `references` computes references, or finds them. Without `followsChain` only stages are checked, not the whole
    /// chain.
    using References = std::function<StageReference(const Filter&, const Image& input, const ParameterValues&)>;
    explicit StackVerifier(ImagePtr input, FilterCatalog filters, References references = referenceOf,
                           bool followsChain = true);
    /// Fills in the report's reference times, difference and referenceImage from the stage's own input and output (and
    /// its analysis). Second images are the device's own too. Throws Error(Cancelled) under a stopped CancelScope.
    void check(StageReport& report, const ImagePtr& deviceInput, const ImagePtr& deviceOutput);
    /// Copies the results of an earlier check of the same stage on the same images, for stages that were not run again.
    void reuse(const StageReport& checkedBefore, const ImagePtr& deviceInput, const ImagePtr& deviceOutput);
    /// Compares with the end of the reference chain, with the last stage's tolerance; NotChecked if there was no stage.
    /// If a stage had no reference, or its reference failed, so does the chain's.
    Difference endToEnd(const ImagePtr& deviceOutput) const;
    /// A report's parameters with the device's images filled in, for a stage that is being checked or was checked.
    ParameterValues withImages(const StageReport& report) const {
        return device_.withImages(report.parameters, report.stackIndex);
    }
    /// Null if a stage had no reference.
    const ImagePtr& chainReference() const { return chain_; }

private:
    void advance(const StageReport& stage, const ImagePtr& deviceInput, const ImagePtr& stageReference);
    FilterCatalog filters_;
    References references_;
    ImagePtr chain_;              ///< the reference chain so far
    StageImages device_, chains_; ///< the images of both chains after each stage
    Tolerance tolerance_;
    Verdict unproven_ = Verdict::NoReference; ///< why the chain has no reference, once it has none
    bool any_ = false;
};

inline constexpr double referenceBudgetMs = 1000;
/// Times the reference of a checked stage as fairly as the device. The check's own run is the warm-up. Up to `repeats`
/// runs follow (at least one) until they have taken `budgetMs`. Fills in referenceMs, referenceSpreadMs and
/// referenceTimingsMs. Obeys the current CancelScope. Does nothing without a reference.
void timeReference(StageReport& report, const Image& input, const ParameterValues& bound, int repeats,
                   const FilterCatalog& filters, double budgetMs = referenceBudgetMs);

/// Runs a whole stack by its references. Throws Error(Usage) that names a stage whose filter has none.
ImagePtr runReference(ImagePtr image, const Stack& stack, const FilterCatalog& filters);

} // namespace lightbench
