#include "ui/truth/truth_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QTableView>
#include <QTextDocumentFragment>
#include <QToolButton>

#include "ui/charts/difference_plot.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/glossary_tip.h"
#include "ui/controls/layouts.h"
#include "ui/controls/result_table.h"
#include "ui/controls/text_button.h"
#include "ui/theme/theme.h"
#include "ui/truth/finding_text.h"
#include "ui/truth/truth.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {

QToolButton* button(const QString& text, const QString& toolTip, const char* name) {
    QToolButton* result = textButton(text, toolTip);
    result->setAccessibleName(toolTip);
    result->setObjectName(QLatin1String(name));
    return result;
}

/// Adds a part with its least readable width, and its share of the remaining width.
void addPart(QHBoxLayout* row, QWidget* part, int minimum, int stretch) {
    part->setMinimumWidth(minimum);
    row->addWidget(part, stretch);
}

} // namespace

TruthPanel::TruthPanel(Truth& truth, QWidget* parent)
    : QWidget(parent), truth_(truth), explanation_(new QLabel), position_(new ElidedLabel), plot_(new DifferencePlot) {
    setAccessibleName(tr("Truth"));
    setObjectName(QStringLiteral("truth"));
    auto* row = layOut<QHBoxLayout>(this, 16, {8, 4, 8, 4});
    addPart(row, buildExplanation(), 372, 5);
    addPart(row, plot_, 200, 4);
    addPart(row, buildMetrics(), 270, 4);
    addPart(row, list_ = buildList(), 250, 7);
    connect(&truth, &Truth::changed, this, &TruthPanel::refresh);
    connect(&truth, &Truth::positionChanged, this, &TruthPanel::refreshPosition);
    whenThemeChanges(this, [this] { refresh(); });
    refresh();
}

QSize TruthPanel::minimumSizeHint() const { return {QWidget::minimumSizeHint().width(), 100}; }

QWidget* TruthPanel::buildExplanation() {
    explanation_->setWordWrap(true);
    explanation_->setTextFormat(Qt::RichText);
    explanation_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    explanation_->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    connect(explanation_, &QLabel::linkActivated, &truth_, &Truth::showCause);
    explanation_->setAccessibleName(tr("What the mismatches look like"));
    explanation_->setContentsMargins(0, 0, 4, 0);
    auto* scroll = new QScrollArea;
    scroll->setWidget(explanation_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* part = new QWidget;
    auto* column = layOut<QVBoxLayout>(part, 4);
    column->addWidget(buildNavigation());
    column->addWidget(scroll, 1);
    return part;
}

QWidget* TruthPanel::buildNavigation() {
    sideBySide_ =
        button(tr("Side by side"), tr("Result, reference and difference beside each other (6)"), "truth.beside");
    previous_ = button(QStringLiteral("◀"), tr("Previous mismatch (Shift+N)"), "truth.previous");
    next_ = button(QStringLiteral("▶"), tr("Next mismatch (N)"), "truth.next");
    largest_ = button(tr("Largest"), tr("The pixel that is farthest from its reference"), "truth.largest");
    connect(sideBySide_, &QToolButton::clicked, this, &TruthPanel::sideBySideRequested);
    connect(previous_, &QToolButton::clicked, this, [this] { truth_.step(-1); });
    connect(next_, &QToolButton::clicked, this, [this] { truth_.step(1); });
    connect(largest_, &QToolButton::clicked, &truth_, &Truth::chooseLargest);
    position_->setProperty("role", "dim");
    position_->setAccessibleName(tr("Place in the list of mismatches"));
    auto* walk = new QWidget;
    auto* row = layOut<QHBoxLayout>(walk, 4);
    row->addWidget(sideBySide_);
    row->addSpacing(8);
    row->addWidget(previous_);
    row->addWidget(next_);
    row->addWidget(position_, 1);
    row->addWidget(largest_);
    return walk;
}

QWidget* TruthPanel::buildMetrics() {
    metrics_ = new QWidget;
    auto* grid = layOut<QGridLayout>(metrics_, -1, {0, 4, 0, 0});
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    for (int i = 0; i < int(metricTexts().size()); ++i) {
        auto* formula = new ElidedLabel;
        const std::vector<QLabel*> cells{new QLabel, new QLabel, formula};
        cells[1]->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        cells[1]->setTextInteractionFlags(Qt::TextSelectableByMouse);
        for (const int dim : {0, 2})
            cells[std::size_t(dim)]->setProperty("role", "dim");
        for (int c = 0; c < 3; ++c)
            grid->addWidget(cells[std::size_t(c)], i, c);
        metricCells_.push_back(cells);
    }
    grid->setRowStretch(grid->rowCount(), 1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(metrics_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    return scroll;
}

/// The columns of the list of mismatches: position, channel, result, expected value, and workgroup.
std::vector<ResultColumn> TruthPanel::mismatchColumns() const {
    const bool comparesSettings = truth_.found() && truth_.found()->comparesSettings;
    const auto mismatch = [this](int row) { return truth_.found()->mismatches[std::size_t(row)]; };
    const auto channel = [this, mismatch](int row) {
        return words(channelName(std::size_t(mismatch(row).channel), std::size_t(truth_.found()->format.channels)));
    };
    /// The tile of the grid, and the position within it.
    const auto group = [this, mismatch](int row) {
        if (truth_.found()->tilings.empty()) return QStringLiteral("–");
        const Size tile = truth_.found()->tilings[0].tile;
        const Point pixel = mismatch(row).pixel;
        return tr("%1, %2 at %3, %4")
            .arg(pixel.x / tile.width)
            .arg(pixel.y / tile.height)
            .arg(pixel.x % tile.width)
            .arg(pixel.y % tile.height);
    };
    const auto sample = [this](double value) { return sampleText(value, truth_.found()->format); };
    return {{tr("x"), tr("Column of the pixel"), true, "888888",
             [mismatch](int row) { return QString::number(mismatch(row).pixel.x); }},
            {tr("y"), tr("Row of the pixel"), true, "888888",
             [mismatch](int row) { return QString::number(mismatch(row).pixel.y); }},
            {tr("Channel"), tr("The channel that is farthest from its reference there"), false, tr("green"), channel},
            {comparesSettings ? tr("B") : tr("Result"),
             comparesSettings ? tr("What the current stack made") : tr("What the device made"), true, "65535",
             [=](int row) { return sample(mismatch(row).actual); }},
            {comparesSettings ? tr("A") : tr("Reference"),
             comparesSettings ? tr("What setting A made") : tr("What the reference made"), true, "65535",
             [=](int row) { return sample(mismatch(row).expected); }},
            {tr("d"), tr("The first minus the second, in steps of the sample format"), true, "−65535",
             [this, mismatch](int row) {
                 return signedSample(mismatch(row).actual - mismatch(row).expected, truth_.found()->format);
             }},
            {tr("Workgroup"),
             withTerm(tr("Which workgroup's tile the pixel lies in, across and down, and where in it"), "workgroup"),
             false,
             {},
             group}};
}

QTableView* TruthPanel::buildList() {
    auto* list = new ResultTable(nullptr);
    auto* model = new ResultModel(
        mismatchColumns(), [this] { return truth_.found() ? int(truth_.found()->mismatches.size()) : 0; }, list);
    connect(&truth_, &Truth::changed, model, [this, model] { model->setColumns(mismatchColumns()); });
    list->setModel(model);
    list->setSelectionMode(QAbstractItemView::SingleSelection);
    list->horizontalHeader()->setStretchLastSection(true);
    list->setAccessibleName(tr("Mismatches"));
    list->setObjectName(QStringLiteral("truth.list"));
    for (int c = 0; c < model->columnCount(); ++c)
        list->setColumnWidth(c, neededWidth(*list, model->columns()[std::size_t(c)], list->fontMetrics()) + 24);
    connect(list, &QAbstractItemView::clicked, this, [this](const QModelIndex& at) { truth_.choose(at.row()); });
    connect(list, &QAbstractItemView::activated, this, [this](const QModelIndex& at) { truth_.choose(at.row()); });
    return list;
}

QString TruthPanel::findings() const { return QTextDocumentFragment::fromHtml(explanation_->text()).toPlainText(); }

void TruthPanel::refresh() {
    const TruthResult* found = truth_.found();
    if (found)
        explanation_->setText(findingsHtml(*found));
    else
        explanation_->setText(QStringLiteral("<span style='color: %1'>%2</span>")
                                  .arg(theme().textDim.name(),
                                       truth_.problem().isEmpty() ? tr("Looking…") : truth_.problem().toHtmlEscaped()));
    const bool isPicture = found && !found->histogram.channels.empty();
    for (QWidget* part : {static_cast<QWidget*>(plot_), metrics_, static_cast<QWidget*>(list_)})
        part->setEnabled(isPicture);
    if (isPicture)
        plot_->show(found->histogram, found->format, found->comparesSettings ? tr("B − A") : tr("result − reference"));
    else
        plot_->clear();
    refreshMetrics();
    refreshPosition();
}

void TruthPanel::refreshMetrics() {
    const TruthResult* found = truth_.found();
    const QList<MetricLine> lines = metricLines(found ? found->metrics : Metrics(), found ? found->format : Format());
    for (int i = 0; i < lines.size(); ++i) {
        const std::vector<QLabel*>& cells = metricCells_[std::size_t(i)];
        cells[0]->setText(lines[i].name);
        cells[1]->setText(found ? lines[i].value : QStringLiteral("–"));
        cells[2]->setText(lines[i].formula);
        cells[1]->setAccessibleName(lines[i].name);
        for (QLabel* cell : cells)
            cell->setToolTip(lines[i].tip);
    }
}

void TruthPanel::refreshPosition() {
    const TruthResult* found = truth_.found();
    const bool any = found && !found->mismatches.empty();
    sideBySide_->setEnabled(truth_.isComparable());
    for (QToolButton* one : {previous_, next_})
        one->setEnabled(any);
    largest_->setEnabled(found && found->explanation.largestAt);
    list_->setVisible(any); // an empty list would take space from the formulas
    position_->setText(found ? positionText(*found, truth_.position()) : QString());
    position_->setToolTip(found ? (position_->text() + QStringLiteral(". ") + listNote(*found)).trimmed() : QString());
    list_->setToolTip(found ? listNote(*found) : QString());
    if (truth_.position() >= 0)
        list_->selectRow(truth_.position());
    else
        list_->clearSelection();
}

void TruthPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    truth_.setWatched(true);
}

void TruthPanel::hideEvent(QHideEvent* event) {
    truth_.setWatched(false);
    QWidget::hideEvent(event);
}

} // namespace lightbench
