// The head of the difference panel: the worst verdict of what is below it, and that of the stage whose figures follow.
#include <QLabel>
#include <QPushButton>

#include <algorithm>

#include "core/run/report.h"
#include "ui/panels/difference/difference_panel.h"
#include "ui/panels/difference/difference_text.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
/// Style of a text on a tint of its own colour.
QString chipStyle(const QColor& colour) {
    return QStringLiteral(
               "QLabel { color: %1; background: rgba(%2, %3, %4, 40); border-radius: 4px; padding: 4px 8px; }")
        .arg(colour.name())
        .arg(colour.red())
        .arg(colour.green())
        .arg(colour.blue());
}
} // namespace

/// The verdict of a stage, or with null of the whole chain, in a sentence.
QString DifferencePanel::sentenceOf(const StageReport* stage) const {
    const Difference& difference = stage ? stage->difference : report()->endToEnd;
    if (!stage && results_.unproven()) return verdictText(*results_.unproven());
    if (!stage && hasAccumulatedError()) return differText(difference) + tr(" · each stage is within tolerance");
    const bool isWrong = difference.verdict == Verdict::Mismatch;
    if (stage && !stage->finding.empty())
        return (isWrong ? QStringLiteral("✗ ") : QString()) + words(checkText(*stage));
    const QString verdict = stage ? verdictText(*stage) : verdictText(difference);
    if (difference.verdict == Verdict::Match) return verdict + tr(" · every sample is equal");
    if (difference.verdict == Verdict::WithinTolerance) return sourceVerdictText(difference);
    return isWrong ? verdict + QStringLiteral(" · ") + differText(difference) : verdict;
}

/// "2 Median: ", if there is more than one stage whose it could be.
QString DifferencePanel::ownerOf(const StageReport* stage) const {
    if (report()->stages.size() == 1 && !hasAccumulatedError()) return {};
    return (stage ? stageLabel(*stage, report()->filters) : tr("End to end")) + QStringLiteral(": ");
}

/// Null for the whole chain, which is the worst if it differs although no stage does.
const StageReport* DifferencePanel::worstSource() const {
    const auto& stages = report()->stages;
    if (hasAccumulatedError()) return nullptr;
    const Verdict worst = report()->verdict();
    const auto found = std::ranges::find(stages, worst, [](const StageReport& one) { return one.difference.verdict; });
    return found == stages.end() ? nullptr : &*found;
}

/// The head has the worst verdict of the list, and the line below it that of the stage whose figures follow.
void DifferencePanel::refreshVerdict() {
    const bool checked = wasChecked() && !report()->stages.empty();
    const bool stale = results_.isStale();
    QString text = verdictText(Difference{});
    QColor colour = theme().textDim;
    if (checked) {
        const StageReport* worst = worstSource();
        const Difference& difference = worst ? worst->difference : report()->endToEnd;
        text = ownerOf(worst) + sentenceOf(worst);
        colour = verdictColour(hasAccumulatedError() ? Verdict::WithinTolerance : difference.verdict);
        if (stale) text = tr("%1 · of the last run").arg(ownerOf(worst) + verdictText(difference));
    }
    if (results_.isChecking()) text = tr("checking…");
    if (results_.isChecking() || stale) colour = theme().textDim;
    verdict_->setText(text);
    verdict_->setStyleSheet(chipStyle(colour));
    const QString shown = checked ? ownerOf(chosenStage()) : QString();
    shown_->setText(shown.isEmpty() ? QString() : shown + sentenceOf(chosenStage()));
    shown_->setVisible(!shown.isEmpty());
}

/// For two settings, neither of which is right or wrong.
void DifferencePanel::refreshCompared() {
    const auto& difference = compared_.difference;
    const bool isOneShape = compared_.a && compared_.b && compared_.a->shape() == compared_.b->shape();
    QString text = tr("comparing…");
    if (!isOneShape) text = tr("A and B have different shapes");
    if (difference) text = difference->allMismatched() ? QStringLiteral("≠ ") + differText(*difference) : tr("= equal");
    verdict_->setText(text);
    verdict_->setStyleSheet(chipStyle(results_.isStale() ? theme().textDim : theme().text));
    shown_->hide();
    figures_->setVisible(difference.has_value());
    figures_->setEnabled(!results_.isStale());
    if (difference) refreshFigures(*difference);
    check_->hide();
    note_->setText(tr("A is pinned, B is the stack as it stands. The list has B's verdicts against the reference."));
}

} // namespace lightbench
