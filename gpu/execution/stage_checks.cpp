// Downloads what is not known yet, and takes references of measurements from a cache.
#include "gpu/execution/stage_checks.h"

#include "gpu/execution/isolated_stage.h"
#include "gpu/execution/self_check.h"

namespace lightbench {

namespace {
/// A reference on the host ends by itself; a kernel may not.
RunProgress checkStep(const PreparedStage& stage, const StageReport& report) {
    const Filter& filter = *stage.resolved.filter;
    RunProgress step{report.stackIndex, "checking " + report.filter};
    step.checking = filter.otherReference ? !filter.otherReference->kernel : hasCpuReference(filter);
    if (step.checking) return step;
    step.filter = report.filter;
    step.variant = report.variant;
    for (const KernelReport& kernel : report.kernels)
        if (!kernel.onHost) step.kernels.push_back(kernel.name);
    return step;
}
} // namespace

ImagePtr StageChecks::imageOf(const DeviceBuffer& buffer, const ImageShape& shape) {
    ImagePtr& known = images_[buffer.get()];
    if (!known) known = downloadedImage(run_.session, buffer, shape);
    return known;
}

/// References of measurements are cached, since a sweep asks for the same one often, failed ones too. So are those that
/// take other processes or the device.
StageReference StageChecks::referenceFor(const Filter& filter, const Image& input, const ParameterValues& parameters) {
    const auto make = [&] {
        return filter.otherReference && filter.otherReference->kernel
                   ? kernelReference(run_.session, run_.snapshot, filter, input, parameters)
                   : referenceOf(filter, input, parameters);
    };
    if (run_.execution.transfers && !filter.otherReference) return make();
    return run_.caches->references.findOrCompute(input, filter, parameters, run_.request.filters,
                                                 run_.session.info.index, run_.execution.transfers, make);
}

void StageChecks::check(const ImagePtr& output) {
    Report& report = *run_.report;
    report.checked = true;
    const auto references = [&](const Filter& filter, const Image& input, const ParameterValues& parameters) {
        return referenceFor(filter, input, parameters);
    };
    StackVerifier verifier(run_.request.image, run_.request.filters, references, run_.execution.transfers);
    ImagePtr input = run_.request.image;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        checkStage(verifier, i, input);
        input = report.stages[i].outputImage;
    }
    if (!run_.execution.transfers) return;
    const std::int64_t begin = hostNow();
    report.endToEnd = verifier.endToEnd(output);
    report.endToEndReference = verifier.chainReference();
    run_.note(HostWork::Check, wholeRun, "end to end", begin);
}

void StageChecks::checkStage(StackVerifier& verifier, std::size_t index, const ImagePtr& input) {
    StageReport& report = run_.report->stages[index];
    const PreparedStage& stage = stages_[index];
    run_.progress(checkStep(stage, report), weight);
    const std::int64_t begin = hostNow();
    run_.session.errorContext = {report.stackIndex, report.filter, report.variant, "download", {0, 0}, {0, 0}};
    if (!report.outputImage) report.outputImage = imageOf(stage.buffers.output, report.output);
    if (index < reused_ && run_.session.chain.stages[index].isChecked()) {
        verifier.reuse(report, input, report.outputImage);
    } else {
        verifier.check(report, input, report.outputImage);
        checkFurther(report, stage, verifier.withImages(report), input);
    }
    run_.note(HostWork::Check, report.stackIndex, report.filter, begin);
    // A recorded run is no benchmark.
    const Execution& execution = run_.execution;
    if (!execution.warmUp || !execution.transfers || execution.record >= 0) return;
    const std::int64_t referenceBegin = hostNow();
    const ParameterValues bound = verifier.withImages(report);
    run_.caches->referenceTimes.findOrTake(report, *input, bound, run_.request.filters, execution.repeat, [&] {
        run_.progress({report.stackIndex, "timing the reference of " + report.filter, 0, true}, 0);
        timeReference(report, *input, bound, execution.repeat, run_.request.filters);
    });
    run_.note(HostWork::Reference, report.stackIndex, report.filter, referenceBegin);
}

/// What a comparison does not show.
void StageChecks::checkFurther(StageReport& report, const PreparedStage& stage, const ParameterValues& bound,
                               const ImagePtr& input) {
    const FilterCatalog& filters = run_.request.filters;
    const bool isUsers = filters.definition(definitionIdOf(report.filter, report.variant)) != nullptr;
    if (isUsers && report.difference.verdict != Verdict::Mismatch)
        checkOddSize(report, run_.session, stage, bound, input, filters);
    if (run_.execution.transfers && report.difference.verdict == Verdict::NoReference)
        checkIsolated(report, run_.session, stage, bound, input, report.outputImage);
}

} // namespace lightbench
