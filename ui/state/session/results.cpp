#include "ui/state/session/results.h"

#include <algorithm>
#include <utility>

namespace lightbench {

namespace {
/// The number of leading stages that two stacks share, each with its own catalog: of reports, or of requests.
int commonStages(const auto& a, const auto& b) {
    const auto isSame = [&](const Stage& one, const Stage& other) {
        return one == other && isDefinedAlike(one, a.filters, b.filters);
    };
    return int(std::ranges::mismatch(a.stack, b.stack, isSame).in1 - a.stack.begin());
}

/// Why there was nothing to compare a stage's result with. `isOfChain`: a stage keeps the whole chain from a verdict.
QString unprovenText(const StageReport& stage, bool isOfChain) {
    const QString finding = QString::fromStdString(stage.finding);
    const QString which = isOfChain ? Results::tr("Stage %1: ").arg(stage.stackIndex + 1) : QString();
    if (stage.difference.verdict == Verdict::ReferenceWaits)
        return which + Results::tr("The check waits for your permission: %1.").arg(finding);
    if (stage.difference.verdict == Verdict::ReferenceFailed)
        return which + Results::tr("The result was not compared, because the reference failed: %1").arg(finding);
    if (finding.isEmpty()) return which + Results::tr("There is no reference to compare it with.");
    return which + Results::tr("There is no reference to compare it with: the result is %1. That does not prove it "
                               "right.")
                       .arg(finding);
}
} // namespace

const StageReport* stageAt(const ReportPtr& report, int stackIndex) {
    if (!report) return nullptr;
    const auto found = std::ranges::find(report->stages, stackIndex, &StageReport::stackIndex);
    return found == report->stages.end() ? nullptr : &*found;
}

Results::Results(Session& session, QObject* parent) : QObject(parent), session_(session) {
    connect(&session, &Session::stackChanged, this, &Results::refresh);
    connect(&session, &Session::imageChanged, this, &Results::refresh);
    connect(&session, &Session::deviceChanged, this, &Results::refresh);
}

StackRequest Results::now() const {
    return {session_.image(), session_.stack(), session_.device() ? session_.device()->index : -1, session_.filters()};
}

void Results::ask(quint64 number, bool measures) {
    asked_ = number;
    if (measures) measured_ = number;
    question_ = now();
    outcome_ = Outcome::None;
    problem_ = {};
    refresh();
}

void Results::begin(quint64 number, bool checking) {
    running_ = checking ? Activity::Checking : number == measured_ ? Activity::Measuring : Activity::Running;
    if (!checking) progressTo({progress_.what, -1});
    refresh();
}

void Results::setProgress(const RunProgress& progress) {
    progressTo({QString::fromStdString(progress.activity), progress.fraction});
}

void Results::progressTo(const Progress& progress) {
    progress_ = progress;
    emit progressed();
}

void Results::beginReading(FileKind kind, const QString& name) {
    reading_[kind] = name;
    progressTo({name, -1});
    refresh();
}

void Results::endReading(FileKind kind) {
    reading_.erase(kind);
    if (!reading_.empty()) progressTo({reading_.begin()->second, -1});
    refresh();
}

/// A run has no pictures of the stages before the last until its check ends. That of the chosen stage stays: as it is
/// if nothing before it changed, and otherwise until the check brings the new one.
ReportPtr Results::withChosenPicture(ReportPtr report) {
    held_ = nullptr;
    const StageReport* had = isSourceChosen_ && report && report_ ? shownStage() : nullptr;
    if (!had || report->input != report_->input) return report;
    const StageReport* at = stageAt(report, source_);
    if (!at || at->outputImage) return report;
    const bool isSame = report->device.index == report_->device.index && commonStages(*report, *report_) > source_;
    if (!isSame) {
        held_ = isCheckOn_ ? had->outputImage : nullptr;
        isSourceChosen_ = isCheckOn_; // without a check it never comes
        return report;
    }
    auto filled = std::make_shared<Report>(*report);
    filled->stages[std::size_t(at - report->stages.data())].outputImage = had->outputImage;
    return filled;
}

void Results::setReport(ReportPtr report) {
    report_ = withChosenPicture(std::move(report));
    outcome_ = report_ ? Outcome::Done : Outcome::None;
    problem_ = {};
    judge();
    // If the chosen stage is gone, the last one is shown again.
    if (!isSourceChosen_ || (source_ >= 0 && !stageAt(report_, source_)))
        source_ = report_ && !report_->stages.empty() ? report_->stages.back().stackIndex : -1;
    emit reportChanged();
    refresh();
}

void Results::fail(quint64 number, const StageProblem& problem) {
    if (number != asked_) return; // a newer request will report
    outcome_ = Outcome::Failed;
    problem_ = problem;
    refresh();
}

void Results::cancel() {
    outcome_ = Outcome::Cancelled;
    refresh();
}

void Results::rest() {
    running_ = Activity::None;
    refresh();
}

void Results::choose(int stackIndex) {
    isSourceChosen_ = true;
    held_ = nullptr;
    source_ = stackIndex;
    emit sourceChanged();
}

const StageReport* Results::shownStage() const {
    const StageReport* stage = stageAt(report_, source_);
    return stage && stage->outputImage ? stage : nullptr;
}

ImagePtr Results::shownPicture() const {
    const StageReport* stage = shownStage();
    return stage ? stage->outputImage : held_ ? held_ : report_ ? report_->output : nullptr;
}

/// The last stage is compared with the last, so that stacks of different lengths are compared by their results.
ImagePtr Results::pinnedPicture() const {
    if (!pinned_) return nullptr;
    const StageReport* stage = shownStage();
    if (!stage || stage == &report_->stages.back()) return pinned_->output;
    const StageReport* found = stageAt(pinned_, stage->stackIndex);
    return found && found->outputImage ? found->outputImage : pinned_->output;
}

void Results::pin() {
    pinned_ = report_;
    emit pinnedChanged();
}

void Results::unpin() {
    if (std::exchange(pinned_, nullptr)) emit pinnedChanged();
}

void Results::setCheckOn(bool on) {
    if (on != std::exchange(isCheckOn_, on)) emit changed();
}

const StageReport* Results::unproven() const {
    if (!report_ || !report_->checked || isChecked(report_->endToEnd.verdict)) return nullptr;
    const auto isOpen = [](const StageReport& stage) {
        return stage.analysis.empty() && !isChecked(stage.difference.verdict);
    };
    const auto found = std::ranges::find_if(report_->stages, isOpen);
    return found == report_->stages.end() ? nullptr : &*found;
}

QString Results::uncheckedText() const {
    const StageReport* stage = shownStage();
    const Verdict verdict = !report_ ? Verdict::NotChecked : (stage ? stage->difference : report_->endToEnd).verdict;
    if (isChecked(verdict)) return {};
    const StageReport* open = stage && verdict != Verdict::NotChecked ? stage : unproven();
    if (open) return unprovenText(*open, !stage);
    if (outcome() == Outcome::Failed) return tr("The run failed: the card of the stage says why.");
    if (isChecking()) return tr("The check is running: the references are being computed.");
    if (!isCheckOn_) return tr("Not checked. Turn on Check to see where the result differs from the reference.");
    if (activity() != Activity::None) return tr("The check starts as soon as the run ends.");
    return tr("The check did not finish. Press F5 to run it again.");
}

bool Results::differsFromPinned() const {
    return report_ && pinned_ && report_ != pinned_ && report_->input == pinned_->input && report_->output &&
           pinned_->output;
}

void Results::judge() {
    const StackRequest present = now();
    const bool sameInput = report_ && report_->input == present.image && report_->device.index == present.device;
    currentStages_ = sameInput ? commonStages(present, *report_) : 0;
    isCurrent_ =
        sameInput && report_->stack.size() == present.stack.size() && currentStages_ == int(present.stack.size());
}

Outcome Results::outcome() const {
    const StackRequest present = now();
    const bool isSame = question_.image == present.image && question_.device == present.device &&
                        question_.stack.size() == present.stack.size() &&
                        commonStages(question_, present) == int(present.stack.size());
    return isSame ? outcome_ : Outcome::None;
}

StageProblem Results::problem() const {
    const StackRequest present = now();
    const bool concerned = question_.image == present.image && question_.device == present.device &&
                           commonStages(question_, present) > problem_.stackIndex;
    return concerned ? problem_ : StageProblem{};
}

void Results::refresh() {
    judge();
    if (pinned_ && pinned_->input != session_.image()) unpin();
    session_.model()->show(report_, currentStages(), problem());
    if (activity() == Activity::None && progress_ != Progress{}) progressTo({});
    if (std::exchange(notifiedStale_, isStale()) != isStale()) emit staleChanged();
    if (std::exchange(notifiedChecking_, isChecking()) != isChecking()) emit checkingChanged();
    emit changed();
}

} // namespace lightbench
