#include "ui/panels/run/timing_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {

/// Draws the bar of the GPU column, and separates the row of the whole run.
class TimingDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    /// Times that were not measured are italic.
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(TimingModel::WholeRole).toBool() && index.column() != TimingModel::Kernel &&
            index.column() != TimingModel::VerdictColumn)
            option->font.setWeight(QFont::DemiBold);
        option->font.setItalic(index.data(TimingModel::ColdRole).toBool());
        // Kernels of a stage begin with the same words and end with their own.
        if (index.column() == TimingModel::Kernel && !index.data(TimingModel::WholeRole).toBool())
            option->textElideMode = Qt::ElideMiddle;
        // Verdict colours stay visible in the selected row.
        const QVariant colour = index.data(Qt::ForegroundRole);
        if (colour.isValid()) option->palette.setColor(QPalette::HighlightedText, colour.value<QColor>());
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const double share = index.data(TimingModel::BarRole).toDouble();
        if (share <= 0) return;
        const double room = std::min(88.0, option.rect.width() - 12.0);
        const QRectF track(option.rect.right() - 6 - room, option.rect.bottom() - 4, room, 2);
        painter->fillRect(track, theme().border);
        const QColor colour = index.data(TimingModel::ColdRole).toBool() ? theme().textDim : theme().accent;
        painter->fillRect(QRectF(track.left(), track.top(), std::max(1.0, room * share), 2), colour);
    }
};

} // namespace

TimingTable::TimingTable(const Results& results, const DevicePeakRates* peakRates, QWidget* parent)
    : ResultTable(parent), results_(results), model_(new TimingModel(results, peakRates, this)) {
    setModel(model_);
    setItemDelegate(new TimingDelegate(this));
    horizontalHeader()->setMinimumSectionSize(48);
    setAccessibleName(tr("Timings"));
    setObjectName(QStringLiteral("timings"));
    connect(this, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const int row = index.data(TimingModel::StackRowRole).toInt();
        if (row >= 0) emit stageChosen(row);
    });
    connect(model_, &QAbstractItemModel::modelReset, this, &TimingTable::arrange);
    connect(&results, &Results::changed, viewport(), qOverload<>(&QWidget::update));
    arrange();
}

/// The row of the whole run shows the parts of its time where others show kernels and sizes.
void TimingTable::arrange() {
    const bool wasEmpty = std::exchange(isEmpty_, model_->rowCount() == 0);
    clearSpans();
    const bool wasComparing = !isColumnHidden(TimingModel::Ratio);
    // While A and B are compared, the columns of references are hidden to make room.
    for (const int column : {TimingModel::PinnedTime, TimingModel::Ratio})
        setColumnHidden(column, !model_->isComparing());
    for (const int column : {TimingModel::Reference, TimingModel::Speedup})
        setColumnHidden(column, model_->isComparing());
    const int last = model_->rowCount() - 1;
    if (last >= 0) setSpan(last, TimingModel::Kernel, 1, TimingModel::Time - TimingModel::Kernel);
    if (wasEmpty || columnWidth(TimingModel::Kernel) == 0 || wasComparing != model_->isComparing()) fitColumns();
}

void TimingTable::fitColumns() {
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(bold);
    int sum = 0;
    for (int c = 0; c < TimingModel::ColumnCount; ++c) {
        if (c == TimingModel::Kernel || isColumnHidden(c)) continue;
        setColumnWidth(c, neededWidth(*this, model_->columns()[std::size_t(c)], metrics) + 22);
        sum += columnWidth(c);
    }
    // The remaining width goes to kernels and parts.
    setColumnWidth(TimingModel::Kernel, std::max(120, viewport()->width() - sum));
}

void TimingTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

/// What the table itself cannot say: why the newest run has no times, or why there are none at all.
QString TimingTable::textBelow() const {
    const StageProblem problem = results_.problem();
    if (problem.stackIndex >= 0) return tr("✗ Stage %1 failed: %2").arg(problem.stackIndex + 1).arg(problem.message);
    if (model_->rowCount() > 0) return {};
    return model_->hasReport() && !results_.isStale() ? tr("The stack has no stages: add a filter to time it.")
                                                      : tr("Every kernel's time appears here after a run.");
}

void TimingTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    const int last = model_->rowCount() - 1;
    const int top = last < 0 ? 0 : rowViewportPosition(last) + rowHeight(last);
    QPainter painter(viewport());
    painter.setPen(results_.problem().stackIndex >= 0 ? theme().bad : theme().textDim);
    painter.drawText(viewport()->rect().adjusted(16, top + 16, -16, 0),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, textBelow());
}

QString TimingTable::text(Form form) const {
    const QString note = results_.isStale() ? tr("Of the last run: the settings have changed since.\n") : QString();
    return ResultTable::text(form) + note;
}

} // namespace lightbench
