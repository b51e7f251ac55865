// Runs the references beside the device's results, stage by stage, and compares.
#include "core/run/verify.h"

#include <chrono>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/statistics.h"
#include "core/compare/explanation.h"
#include "core/run/region_mix.h"
#include "core/run/stage_explanation.h"

namespace lightbench {

namespace {
double millisecondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

std::string firstFinding(const StageReport& report, const Image& reference, const Image& output) {
    const Explanation explanation = explainMismatches(output, reference, report.tolerance, tilingsOf(report));
    return patternName(explanation.findings.front().pattern) + ": " + explanation.findings.front().text;
}

bool sameImage(const ImagePtr& a, const ImagePtr& b) { return a == b || *a == *b; }

void runOther(StageReference& result, const Filter& filter, const Image& input, const ParameterValues& parameters) {
    result.name = filter.otherReference->name;
    try {
        result.image = std::make_shared<const Image>(referenceImage(filter, input, parameters));
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        result.problem = error.what();
        result.isWaiting = error.reason == ErrorReason::NeedsUsersPermission;
    }
}
} // namespace

StageReference referenceOf(const Filter& filter, const Image& input, const ParameterValues& parameters) {
    StageReference reference;
    const auto start = std::chrono::steady_clock::now();
    if (filter.otherReference)
        runOther(reference, filter, input, parameters);
    else if (filter.analyse)
        reference.words = filter.analyse(input, parameters);
    else if (filter.reference)
        reference.image = std::make_shared<const Image>(referenceImage(filter, input, parameters));
    reference.ms = millisecondsSince(start);
    return reference;
}

void compareWith(StageReport& report, const Filter& filter, const StageReference& reference, const Image& input,
                 const Image& output) {
    report.tolerance = toleranceFor(variantById(filter, report.variant).tolerance, input);
    if (!hasReference(filter)) {
        report.difference = {.verdict = Verdict::NoReference};
        return;
    }
    report.comparedWith = reference.name;
    report.finding = reference.problem;
    if (!reference.problem.empty()) {
        report.difference = {.verdict = reference.isWaiting ? Verdict::ReferenceWaits : Verdict::ReferenceFailed};
        return;
    }
    if (hasCpuReference(filter)) {
        report.referenceMs = reference.ms;
        report.referenceThreads = parallelThreads();
    }
    report.difference = reference.image ? compareImages(output, *reference.image, report.tolerance)
                                        : compareWords(report.analysis, reference.words);
    const bool isExplained = reference.image && report.difference.verdict == Verdict::Mismatch;
    report.looksLike = isExplained ? firstFinding(report, *reference.image, output) : std::string();
}

StackVerifier::StackVerifier(ImagePtr input, FilterCatalog filters, References references, bool followsChain)
    : filters_(std::move(filters)), references_(std::move(references)), chain_(followsChain ? input : nullptr),
      device_(input), chains_(std::move(input)) {}

void StackVerifier::check(StageReport& report, const ImagePtr& deviceInput, const ImagePtr& deviceOutput) {
    checkCancelled();
    const Filter& filter = filters_.byId(report.filter);
    const StageReference reference = references_(filter, *deviceInput, withImages(report));
    compareWith(report, filter, reference, *deviceInput, *deviceOutput);
    report.referenceImage = report.analysis.empty() ? reference.image : deviceInput;
    // If the device's image is equal, it replaces the reference's copy to save memory.
    if (reference.image && *reference.image == *deviceOutput) report.referenceImage = deviceOutput;
    advance(report, deviceInput, report.referenceImage);
    device_.add(report.stackIndex, deviceOutput->shape(), deviceOutput);
}

void StackVerifier::reuse(const StageReport& checkedBefore, const ImagePtr& deviceInput, const ImagePtr& deviceOutput) {
    advance(checkedBefore, deviceInput, checkedBefore.referenceImage);
    device_.add(checkedBefore.stackIndex, deviceOutput->shape(), deviceOutput);
}

void StackVerifier::advance(const StageReport& stage, const ImagePtr& deviceInput, const ImagePtr& stageReference) {
    checkCancelled();
    any_ = true;
    const Filter& filter = filters_.byId(stage.filter);
    // An analysis changes neither the image nor the tolerance of the chain.
    if (!stage.analysis.empty() || !chain_) return;
    tolerance_ = stage.tolerance;
    if (!isChecked(stage.difference.verdict)) {
        unproven_ = stage.difference.verdict;
        chain_ = nullptr;
        return;
    }
    const ParameterValues own = chains_.withImages(stage.parameters, stage.stackIndex);
    if (stageReference && sameImage(chain_, deviceInput) && own == withImages(stage))
        chain_ = stageReference;
    else
        chain_ = references_(filter, *chain_, own).image;
    if (!chain_) return;
    chains_.add(stage.stackIndex, chain_->shape(), chain_);
}

Difference StackVerifier::endToEnd(const ImagePtr& deviceOutput) const {
    if (!any_) return {};
    if (!chain_) return {.verdict = unproven_};
    return compareImages(*deviceOutput, *chain_, tolerance_);
}

void timeReference(StageReport& report, const Image& input, const ParameterValues& bound, int repeats,
                   const FilterCatalog& filters, double budgetMs) {
    const Filter& filter = filters.byId(report.filter);
    if (!hasCpuReference(filter)) return;
    std::vector<double>& samples = report.referenceTimingsMs;
    const auto begin = std::chrono::steady_clock::now();
    for (samples.clear(); samples.empty() || (int(samples.size()) < repeats && millisecondsSince(begin) < budgetMs);) {
        checkCancelled();
        const auto start = std::chrono::steady_clock::now();
        if (filter.analyse)
            filter.analyse(input, bound);
        else
            referenceImage(filter, input, bound);
        samples.push_back(millisecondsSince(start));
    }
    const Summary summary = summaryOf(samples);
    report.referenceMs = summary.median;
    report.referenceSpreadMs = summary.spread();
}

static ImagePtr runStage(ImagePtr image, const Stage& stage, const FilterCatalog& filters) {
    outputShape(stage, image->shape(), filters); // throws if the filter refuses the image or the values
    const Filter& filter = filters.byId(stage.filter);
    if (!hasCpuReference(filter))
        throw Error(ErrorKind::Usage, filter.id + " has no CPU reference, which this needs; remove the stage");
    if (filter.analyse) return image;
    return std::make_shared<const Image>(referenceImage(filter, *image, stage.parameters));
}

ImagePtr runReference(ImagePtr image, const Stack& stack, const FilterCatalog& filters) {
    StageImages images(image);
    for (std::size_t i = 0; i < stack.size(); ++i) {
        if (!stack[i].enabled) continue;
        try {
            Stage stage = stack[i];
            stage.parameters = images.withImages(stage.parameters, int(i));
            image = runStage(std::move(image), stage, filters);
            images.add(int(i), image->shape(), image);
        } catch (Error& error) {
            error.stage = int(i);
            throw;
        }
    }
    return image;
}

} // namespace lightbench
