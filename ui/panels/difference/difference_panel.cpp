#include "ui/panels/difference/difference_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>

#include "core/framework/filter.h"
#include "core/run/grown_difference.h"
#include "core/run/report.h"
#include "ui/controls/glossary_tip.h"
#include "ui/controls/layouts.h"
#include "ui/panels/difference/difference_text.h"
#include "ui/panels/difference/verdict_rows.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr int sourceRole = Qt::UserRole;

QLabel* label(const QString& text, const char* role, const QString& toolTip = {}) {
    auto* result = new QLabel(text);
    if (role) result->setProperty("role", role);
    result->setToolTip(toolTip);
    return result;
}

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

DifferencePanel::DifferencePanel(Results& results, QWidget* parent)
    : QWidget(parent), results_(results), heading_(label(tr("DIFFERENCE FROM REFERENCE"), "heading")),
      verdict_(new QLabel), shown_(new QLabel), figures_(new QWidget), sources_(new QTableWidget(0, 2)),
      note_(label({}, "dim")), check_(new QPushButton(tr("Check"))) {
    setAccessibleName(tr("Difference from reference"));
    heading_->setFont(interfaceFont(0.85, QFont::DemiBold));
    heading_->setToolTip(tr("How far the device's result is from the plain CPU code of the same filter"));
    verdict_->setAccessibleName(tr("Verdict"));
    shown_->setAccessibleName(tr("Verdict of the chosen stage"));
    for (QLabel* text : {heading_, verdict_, shown_, note_})
        text->setWordWrap(true);
    note_->setFont(interfaceFont(0.9));
    check_->setToolTip(
        tr("Turn on Check (Ctrl+Shift+R): every stage is compared with its reference, sample by sample"));
    connect(check_, &QPushButton::clicked, this, &DifferencePanel::checkRequested);
    buildFigures();
    buildSources();
    auto* column = layOut<QVBoxLayout>(this, 8, {8, 8, 8, 8});
    column->addWidget(heading_);
    column->addWidget(verdict_);
    column->addWidget(shown_);
    for (QWidget* part : {figures_, static_cast<QWidget*>(sources_), static_cast<QWidget*>(note_)})
        column->addWidget(part);
    column->addWidget(check_, 0, Qt::AlignLeft);
    column->addStretch();
    connect(&results, &Results::reportChanged, this, &DifferencePanel::refresh);
    connect(&results, &Results::staleChanged, this, &DifferencePanel::refresh);
    connect(&results, &Results::checkingChanged, this, &DifferencePanel::refresh);
    // Not the list's rows, which may be changing at this moment.
    connect(&results, &Results::sourceChanged, this, &DifferencePanel::refreshShown);
    // The stage may have been chosen elsewhere.
    connect(&results, &Results::sourceChanged, this, [this] {
        const QSignalBlocker quiet(sources_);
        for (int row = 0; row < sources_->rowCount(); ++row)
            if (sources_->item(row, 0)->data(sourceRole).toInt() == results_.source() && row != sources_->currentRow())
                sources_->setCurrentCell(row, 0);
    });
    connect(&results, &Results::pinnedChanged, this, &DifferencePanel::refresh);
    connect(&results, &Results::changed, this, &DifferencePanel::refreshOffer);
    whenThemeChanges(this, [this] {
        values_[First]->clear(); // a link takes the theme's colour when its text changes
        refresh();
    });
    refresh();
}

void DifferencePanel::buildFigures() {
    auto* grid = layOut<QGridLayout>(figures_);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 1);
    const std::array<std::array<QString, 3>, FigureCount> rows{{
        {tr("Largest"), tr("The largest difference of one sample, out of the full scale of the format"), "difference"},
        {tr("Mean · RMSE"),
         tr("Mean of the absolute differences, and root mean square error: the square root of the mean of the squared "
            "differences. Steps of the sample format"),
         "RMSE"},
        {tr("PSNR"),
         tr("Peak signal-to-noise ratio: 20 log10(full scale / RMSE). Infinite where every sample is equal; "
            "above 50 dB the eye sees no difference"),
         "PSNR"},
        {tr("RMSE by channel"),
         tr("Of red, green and blue, each by itself, and of alpha where it differs. The other figures cover only the "
            "colour channels"),
         "RMSE"},
        {tr("Samples that differ"), tr("Samples (pixels × colour channels) that are not equal, of all samples"),
         "sample"},
        {tr("NaN on one side"), tr("Samples where only one of both is not a number"), "NaN"},
        {tr("First mismatch"), tr("The first differing pixel in reading order; click to see it"), "mismatch"},
    }};
    for (int i = 0; i < FigureCount; ++i) {
        const auto& [name, tip, term] = rows[std::size_t(i)];
        const QString toolTip = withTerm(tip, term);
        names_[std::size_t(i)] = label(name, "dim", toolTip);
        names_[std::size_t(i)]->setWordWrap(true);
        QLabel* value = values_[std::size_t(i)] = label({}, nullptr, toolTip);
        value->setAlignment(Qt::AlignRight);
        value->setWordWrap(true); // several numbers in a dock that may be narrow
        value->setAccessibleName(name);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        grid->addWidget(names_[std::size_t(i)], i, 0);
        grid->addWidget(value, i, 1);
    }
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    QLabel* first = values_[First];
    first->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(first, &QLabel::linkActivated, this, [this] {
        if (const auto pixel = shownDifference().firstMismatch) emit showPixel({pixel->x, pixel->y});
    });
}

void DifferencePanel::buildSources() {
    sources_->setAccessibleName(tr("Stages and their verdicts"));
    sources_->horizontalHeader()->hide();
    sources_->verticalHeader()->hide();
    sources_->verticalHeader()->setDefaultSectionSize(24);
    sources_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    sources_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    sources_->setItemDelegate(new VerdictRows(sources_));
    sources_->setShowGrid(false);
    sources_->setSelectionBehavior(QAbstractItemView::SelectRows);
    sources_->setSelectionMode(QAbstractItemView::SingleSelection);
    sources_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    sources_->setTabKeyNavigation(false);
    sources_->setFrameShape(QFrame::NoFrame);
    sources_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    sources_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(sources_, &QTableWidget::currentCellChanged, this, [this](int row) {
        if (row >= 0) results_.choose(sources_->item(row, 0)->data(sourceRole).toInt());
    });
    connect(sources_, &QTableWidget::cellDoubleClicked, this, [this](int row) {
        const int stage = sources_->item(row, 0)->data(sourceRole).toInt();
        if (stage >= 0) emit cardRequested(stage);
    });
}

Difference DifferencePanel::shownDifference() const {
    if (results_.isComparing()) return compared_.difference.value_or(Difference{});
    if (const StageReport* stage = chosenStage()) return stage->difference;
    return report() ? report()->endToEnd : Difference{};
}

Format DifferencePanel::shownFormat() const {
    if (results_.isComparing()) return results_.shownPicture() ? results_.shownPicture()->format() : Format{};
    const StageReport* stage = chosenStage();
    if (stage && !stage->analysis.empty()) return {SampleType::U32, 1};
    if (stage) return stage->output.format;
    return report() && report()->output ? report()->output->format() : Format{};
}

bool DifferencePanel::hasAccumulatedError() const { return report() && hasGrown(*report()); }

void DifferencePanel::refresh() {
    refreshShown();
    refreshSources();
}

void DifferencePanel::refreshShown() {
    compare();
    heading_->setText(results_.isComparing() ? tr("DIFFERENCE OF B FROM A") : tr("DIFFERENCE FROM REFERENCE"));
    if (results_.isComparing()) return refreshCompared();
    const Difference difference = shownDifference();
    const bool checked = wasChecked() && isChecked(difference.verdict);
    refreshVerdict();
    figures_->setVisible(checked && difference.samples > 0); // a write outside is found without comparing anything
    figures_->setEnabled(!results_.isStale() && !results_.isChecking());
    if (checked) refreshFigures(difference);
    refreshOffer();
}

/// The verdict of a stage, or with null of the whole chain, in a sentence.
QString DifferencePanel::sentenceOf(const StageReport* stage) const {
    const Difference& difference = stage ? stage->difference : report()->endToEnd;
    if (!stage && results_.unproven()) return verdictText(*results_.unproven());
    if (!stage && hasAccumulatedError()) return differText(difference) + tr(" · each stage is within tolerance");
    const bool isWrong = difference.verdict == Verdict::Mismatch;
    if (stage && !stage->finding.empty())
        return (isWrong ? QStringLiteral("✗ ") : QString()) + words(checkSummary(*stage));
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
    note_->setText(tr("A is pinned, B is the current stack. The list has B's verdicts against the reference."));
}

/// Shows the note about a check, and the button that starts one.
void DifferencePanel::refreshOffer() {
    if (results_.isComparing()) return;
    const Difference difference = shownDifference();
    const bool checked = wasChecked() && isChecked(difference.verdict);
    const bool nothing = wasChecked() && report()->stages.empty() && !results_.isStale();
    const bool blind = wasChecked() && !checked && difference.verdict != Verdict::NotChecked;
    check_->setVisible(report() && !checked && !results_.isCheckOn() && !results_.isChecking() && !nothing && !blind);
    note_->setText(blind ? results_.uncheckedText() : noteText(checked, nothing));
}

/// What the figures were compared with, or why there are none.
QString DifferencePanel::noteText(bool checked, bool nothing) const {
    const StageReport* stage = chosenStage();
    if (checked && !stage && hasAccumulatedError())
        return tr("Every stage is within its tolerance on its own input; a later stage made the small differences of "
                  "an earlier one large.");
    if (checked && stage && !stage->comparedWith.empty())
        return tr("Compared with %1, which got the same input as the device.").arg(words(stage->comparedWith));
    if (checked) return tr("The reference of each stage gets the same input as the device.");
    if (results_.isChecking()) // the shown figures are older
        return tr("The check is running: the references are being computed.");
    if (nothing) return tr("The stack has no stages: there is nothing to check.");
    if (!report()) return tr("After a run this compares every stage with its reference, sample by sample.");
    return results_.uncheckedText();
}

/// Compares the shown pictures. The result of a pair is computed once, in the background.
void DifferencePanel::compare() {
    const ImagePtr a = results_.isComparing() ? results_.pinnedPicture() : nullptr, b = results_.shownPicture();
    if (a == compared_.a && b == compared_.b) return;
    compared_ = {a, b, {}};
    comparing_.cancel();
    if (!a || !b || a->shape() != b->shape()) return;
    comparing_.compute([a, b] { return compareImages(*b, *a, exactly()); },
                       [this](const Difference& difference) {
                           compared_.difference = difference;
                           refreshShown();
                       });
}

void DifferencePanel::refreshFigures(const Difference& difference) {
    const Format format = shownFormat();
    values_[Largest]->setText(largestText(difference, format));
    values_[Mean]->setText(meanText(difference, format));
    values_[Psnr]->setText(decibelText(difference.psnrDb));
    values_[Mismatched]->setText(mismatchedText(difference));
    values_[Mismatched]->setToolTip(withTerm(
        tr("%1 of all samples (pixels × colour channels)").arg(shareText(difference)), QStringLiteral("sample")));
    values_[Channels]->setText(channelsText(difference));
    values_[Channels]->setToolTip(withTerm(channelsTip(difference), QStringLiteral("RMSE")));
    values_[Nans]->setText(countText(difference.nans));
    const bool analysis = !results_.isComparing() && chosenStage() && !chosenStage()->analysis.empty();
    if (difference.firstMismatch) {
        const Point pixel = *difference.firstMismatch;
        const QString place = analysis ? tr("word %1").arg(pixel.x) : tr("x %1, y %2").arg(pixel.x).arg(pixel.y);
        values_[First]->setText(analysis ? place : QStringLiteral("<a href=\"pixel\">%1</a>").arg(place));
    }
    const auto show = [this](Figure figure, bool visible) {
        names_[figure]->setVisible(visible);
        values_[figure]->setVisible(visible);
    };
    show(Channels, difference.channels.size() > 1);
    show(Nans, difference.nans > 0);
    show(First, difference.firstMismatch.has_value());
}

void DifferencePanel::refreshSources() {
    const QSignalBlocker quiet(sources_);
    const bool any = report() && report()->checked && !report()->stages.empty();
    const int count = any ? int(report()->stages.size()) + 1 : 0;
    sources_->setRowCount(count);
    for (int row = 0; row < count; ++row) {
        const StageReport* stage = row + 1 < count ? &report()->stages[std::size_t(row)] : nullptr;
        const Difference& difference = stage ? stage->difference : report()->endToEnd;
        auto* name = new QTableWidgetItem(stage ? stageLabel(*stage, report()->filters) : tr("End to end"));
        name->setData(sourceRole, stage ? stage->stackIndex : -1);
        if (!stage)
            name->setToolTip(
                tr("The last result, compared with the whole chain of references. A small difference of an early stage "
                   "can grow in later ones, so this may differ although every stage is within its tolerance."));
        else
            name->setToolTip(tr("Shows this stage's picture. Double-click to choose its card in the stack, too"));
        const bool grown = !stage && hasAccumulatedError();
        const StageReport* open = !stage ? results_.unproven() : isChecked(difference.verdict) ? nullptr : stage;
        auto* verdict = new QTableWidgetItem(grown  ? differText(difference)
                                             : open ? verdictText(*open)
                                                    : sourceVerdictText(difference));
        verdict->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        if (stage) verdict->setToolTip(words(checkSummary(*stage)));
        const QColor colour = verdictColour(grown ? Verdict::WithinTolerance : difference.verdict);
        verdict->setForeground(results_.isStale() || results_.isChecking() ? theme().textDim : colour);
        sources_->setItem(row, 0, name);
        sources_->setItem(row, 1, verdict);
        if (stage == chosenStage()) sources_->setCurrentCell(row, 0);
    }
    sources_->setVisible(any);
    sources_->setFixedHeight(count * 24 + 2);
}

} // namespace lightbench
