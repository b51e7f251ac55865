// Runs the stack in Oclgrind for a short time, and gives what it found to the stages whose kernels it names.
#include "app/worker/unwritten_values.h"

#include <algorithm>

#include "core/base/text.h"

namespace lightbench {

namespace {
/// A check of a run must not take longer for it.
constexpr double mostSeconds = 5;
constexpr std::size_t mostKnown = 8;

/// A stage of the user that was checked without a reference, with the same result each time.
bool isOpen(const StageReport& stage, const FilterCatalog& filters) {
    return stage.difference.verdict == Verdict::NoReference && !stage.finding.empty() &&
           filters.definition(definitionIdOf(stage.filter, stage.variant)) != nullptr;
}

bool isOf(const MemoryFinding& finding, const StageReport& stage) {
    return isAboutUnwrittenValues(finding) &&
           std::ranges::find(stage.kernels, finding.kernel, &KernelReport::name) != stage.kernels.end();
}

std::string findingOf(const MemoryFinding& finding) {
    const std::string place =
        finding.line > 0 ? " in line " + std::to_string(finding.line) + " of " + shownPath(finding.file) : "";
    return "kernel " + finding.kernel + " uses values that nobody wrote" + place +
           ", says Oclgrind: is a buffer read before it is written?";
}

void complete(StageReport& stage, const MemoryCheck& check) {
    const auto found = std::ranges::find_if(check.findings, [&](const MemoryFinding& one) { return isOf(one, stage); });
    if (found != check.findings.end())
        stage.finding = findingOf(*found);
    else if (check.isComplete && check.followsValues)
        stage.finding += "; nothing read before it is written";
}
} // namespace

ReportPtr UnwrittenValues::addTo(const ReportPtr& report, const RunRequest& request, const RunMonitor& monitor,
                                 const WorkerSettings& settings) {
    const auto isOpenHere = [&](const StageReport& stage) { return isOpen(stage, request.filters); };
    if (!hasOclgrind() || std::ranges::none_of(report->stages, isOpenHere)) return report;
    auto checked = std::make_shared<Report>(*report);
    try {
        const MemoryCheck& found = checkOf(request, monitor, settings);
        for (StageReport& stage : checked->stages)
            if (isOpenHere(stage)) complete(stage, found);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        checked->warnings.push_back(std::string("Oclgrind could not look for values that nobody wrote: ") +
                                    error.what());
    }
    return checked;
}

const MemoryCheck& UnwrittenValues::checkOf(const RunRequest& request, const RunMonitor& monitor,
                                            const WorkerSettings& settings) {
    const Format format = request.image->format();
    std::vector<FilterDefinition> definitions;
    for (const Stage& stage : request.stack)
        if (const FilterDefinition* one = request.filters.definition(definitionIdOf(stage)))
            definitions.push_back(*one);
    const auto known = std::ranges::find_if(known_, [&](const Known& one) {
        return one.stack == request.stack && one.definitions == definitions && one.format == format;
    });
    if (known != known_.end()) return known->found;
    if (monitor.progress) monitor.progress({-1, "looking for values that nobody wrote", 1, true});
    MemoryCheck found = checkInOclgrind(request, mostSeconds, monitor.stop, settings);
    if (known_.size() >= mostKnown) known_.erase(known_.begin());
    return known_.emplace_back(Known{request.stack, std::move(definitions), format, std::move(found)}).found;
}

} // namespace lightbench
