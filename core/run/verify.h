// Checks a run against the CPU references: each stage on the GPU's own input of that stage, and the whole chain.
#pragma once

#include "core/run/report.h"
#include "core/run/stack_images.h"

namespace lightbench {

/// What a stage's reference makes of one input.
struct StageReference {
    ImagePtr image;                   ///< null for an analysis, and for a filter without a reference
    std::vector<std::uint32_t> words; ///< of an analysis
    double ms = 0;                    ///< what computing it took
};
/// Obeys the current CancelScope. Second images are bound (core/run/stack_images.h), here and below.
StageReference referenceOf(const Filter& filter, const Image& input, const ParameterValues& parameters);
/// Fills report's reference time, tolerance and difference: that of its analysis, or that of the device's output; or
/// the verdict NoReference. The one place where a stage's result is held against its tolerance (toleranceFor): runs,
/// measurements, races and conformance tests come here, and what explains a difference later takes the report's.
void compareWith(StageReport& report, const Filter& filter, const StageReference& reference, const Image& input,
                 const Image& output);

/// Walks a chain of stages in order. Where the device's input of a stage equals the reference chain's, the stage's
/// reference serves for both, so that an exact chain costs one reference a stage. A stage whose filter has no reference
/// gets the verdict NoReference, and with it the whole chain; other stages are checked all the same.
class ChainVerifier {
public:
    explicit ChainVerifier(ImagePtr input, FilterCatalog filters = {});
    /// Fills report's reference times, difference and referenceImage from the stage's own input and output
    /// (and its analysis). Second images are the device's own, too. Throws Error(Cancelled) under a stopped
    /// CancelScope.
    void check(StageReport& report, const ImagePtr& deviceInput, const ImagePtr& deviceOutput);
    /// The same figures as an earlier check of the same stage on the same images; for stages that were not run again.
    void reuse(const StageReport& checkedBefore, const ImagePtr& deviceInput, const ImagePtr& deviceOutput);
    /// Against the end of the reference chain. Tolerance: that of the last stage; NotChecked for no stage.
    Difference endToEnd(const ImagePtr& deviceOutput) const;
    /// A report's parameters with the device's images in the place of those that they name, of a stage whose turn it is
    /// or was.
    ParameterValues bound(const StageReport& report) const {
        return device_.bound(report.parameters, report.stackIndex);
    }
    /// Null if a stage had no reference.
    const ImagePtr& chainReference() const { return chain_; }

private:
    void advance(const StageReport& stage, const ImagePtr& deviceInput, const ImagePtr& stageReference);
    FilterCatalog filters_;
    ImagePtr chain_;              ///< the reference chain so far
    StackImages device_, chains_; ///< what both have come to after each stage
    Tolerance tolerance_;
    bool any_ = false;
};

inline constexpr double referenceBudgetMs = 1000;
/// Times the reference of a checked stage as fairly as the device was: the check's own run was the warm-up, then up to
/// `repeats` runs (at least one) until they have taken `budgetMs`. Fills referenceMs, -SpreadMs and -SamplesMs. Obeys
/// the current CancelScope. Without a reference it does nothing.
void timeReference(StageReport& report, const Image& input, const ParameterValues& bound, int repeats,
                   double budgetMs = referenceBudgetMs, const FilterCatalog& filters = builtInFilters());

/// Runs a whole stack by references alone. Throws Error(Usage) that names a stage whose filter has none.
ImagePtr runReference(ImagePtr image, const Stack& stack, const FilterCatalog& filters = builtInFilters());

} // namespace lightbench
