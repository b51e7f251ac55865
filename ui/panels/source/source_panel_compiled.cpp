// What a compiler and Oclgrind say of the stage that the Source tab shows.
#include <algorithm>

#include "core/framework/user_path.h"
#include "core/run/memory_check.h"
#include "ui/panels/source/memory_check_button.h"
#include "ui/panels/source/source_facts.h"
#include "ui/panels/source/source_panel.h"
#include "ui/state/session/filter_store.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

/// The report's stage if it ran with what is shown.
const StageReport* SourcePanel::report() const {
    const ReportPtr& report = results_.report();
    if (!report) return nullptr;
    const auto stage = std::ranges::find(report->stages, session_.current(), &StageReport::stackIndex);
    const bool isSame = stage != report->stages.end() && stage->filter == source_.filter &&
                        stage->variant == source_.variant && stage->workgroup == source_.workgroup;
    return isSame ? &*stage : nullptr;
}

/// Null if nobody has looked inside what is shown.
const CompiledProgram* SourcePanel::compiled(std::size_t program) const {
    const bool isOfThis = session_.device() && session_.device()->index == compiledOn_ &&
                          compiled_.size() == source_.programs.size() && isBuiltAlike(source_, compiledSource_);
    return isOfThis ? &compiled_[program] : nullptr;
}

void SourcePanel::lookInside() {
    if (!isShown_) return;
    problem_.clear();
    compiledSource_ = source_;
    compiledOn_ = session_.device()->index;
    compiled_.clear();
    compiling_.start(
        Lane::Experiment,
        [request = compileRequest()](Engine& engine, const JobControl& control) {
            return engine.compile(request, control.stop());
        },
        [this](const std::vector<CompiledProgram>& programs) {
            takeCompiled(programs);
            showMatches();
        },
        [this](const QString& why) {
            if (!why.isEmpty()) problem_ = why;
            showMatches();
        });
    showMatches();
}

CompileRequest SourcePanel::compileRequest() const {
    return {session_.stack()[std::size_t(session_.current())],
            input_,
            session_.device()->index,
            session_.filters(),
            {},
            session_.tuning().database};
}

void SourcePanel::takeCompiled(const std::vector<CompiledProgram>& programs) {
    compiled_ = programs;
    const auto isOfUser = [](const CompiledProgram& one) { return one.program.starts_with(userFolder); };
    std::stable_partition(compiled_.begin(), compiled_.end(), isOfUser); // as in source_
    takeWarnings();
    if (isShown_) fillFiles();
}

/// A run does not report what the compiler warned of, so that a new version that ran is compiled once more. It waits
/// until the user rests, because an edit would have to wait for that.
void SourcePanel::lookForWarnings() {
    if (source_.programs.empty() || userFile(source_.programs.front()).isEmpty()) return;
    if (!results_.isCurrent() || !report() || source_.programs.front().whole.text == seen_) return;
    warnSoon_.start();
}

void SourcePanel::compileForWarnings() {
    if (!isShown_ || !results_.isCurrent() || !report() || results_.activity() != Activity::None) return;
    seen_ = source_.programs.front().whole.text;
    lookInside();
}

/// What the compiler said of the user's file, if it is still what is in use.
void SourcePanel::takeWarnings() {
    for (std::size_t i = 0; i < source_.programs.size(); ++i)
        if (const QString kernel = userFile(source_.programs[i]); !kernel.isEmpty() && compiled(i))
            texts_.setProblems(kernel, problemsIn(compiled(i)->log, kernel));
}

/// The stack with the kernel file as it stands in the editor. After a crash the file in use is an older one.
RunRequest SourcePanel::checkRequest() const {
    RunRequest request{{session_.image(), session_.stack(), session_.device()->index, session_.filters()}, {}};
    const FilterDefinition* inUse = ownDefinition();
    const FilterDefinition shown = shownTexts();
    if (!inUse || (shown.text == inUse->text && shown.headers == inUse->headers)) return request;
    request.filters = session_.filterStore().withTexts(inUse->id, shown);
    Stage& stage = request.stack[std::size_t(session_.current())];
    const std::string variant = stage.variant;
    stage = stageIn(request.filters, stage);
    if (std::ranges::count(request.filters.byId(stage.filter).variants, variant, &Variant::id)) stage.variant = variant;
    return request;
}

/// They stay until the source that was checked changes.
void SourcePanel::takeFindings(const MemoryCheck& check) {
    findings_ = check.findings;
    facts_->setFindings(check.findings);
    checkText_ = shortCheckText(check);
    showEntry();
}

void SourcePanel::forgetFindings() {
    takeFindings({});
    checkText_.clear();
}

} // namespace lightbench
