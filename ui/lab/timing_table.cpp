// The table's painting and its way to the clipboard.
#include "ui/lab/timing_table.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <numeric>

#include "ui/theme.h"

namespace lightbench {

namespace {

/// Adds the bar of the GPU column and sets the row of the whole run off.
class TimingDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(TimingModel::WholeRole).toBool() && index.column() != TimingModel::Kernel &&
            index.column() != TimingModel::VerdictColumn)
            option->font.setWeight(QFont::DemiBold);
        // The colour says the verdict also where the row is selected.
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
        painter->fillRect(QRectF(track.left(), track.top(), std::max(1.0, room * share), 2), theme().accent);
    }
};

} // namespace

TimingTable::TimingTable(QWidget* parent) : QTableView(parent), model_(new TimingModel(this)) {
    setModel(model_);
    setItemDelegate(new TimingDelegate(this));
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(24);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(48);
    setAccessibleName(tr("Timings"));
    setObjectName(QStringLiteral("timings"));
    connect(this, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const int row = index.data(TimingModel::StackRowRole).toInt();
        if (row >= 0) emit stageChosen(row);
    });
}

void TimingTable::setReport(ReportPtr report) {
    const bool wasEmpty = model_->rowCount() == 0;
    model_->setReport(std::move(report));
    clearSpans();
    const int last = model_->rowCount() - 1;
    if (last >= 0) setSpan(last, TimingModel::Kernel, 1, TimingModel::Gpu - TimingModel::Kernel);
    if (wasEmpty || columnWidth(TimingModel::Kernel) == 0) fitColumns();
}

void TimingTable::fitColumns() {
    // Each column gets what its longest usual content needs and a share of the rest; in a narrow table it gives up a
    // share of what it can spare.
    static constexpr std::array<int, TimingModel::ColumnCount> wanted{140, 240, 96, 64, 96, 88, 112, 84, 120};
    static constexpr std::array<int, TimingModel::ColumnCount> least{92, 96, 100, 52, 76, 80, 104, 76, 96};
    const int room = viewport()->width();
    const int most = std::accumulate(wanted.begin(), wanted.end(), 0);
    const int spare = most - std::accumulate(least.begin(), least.end(), 0);
    const double given = room >= most ? 1 : std::max(0.0, 1 - double(most - room) / spare);
    const int rest = std::max(0, room - most) / TimingModel::ColumnCount;
    for (int c = 0; c < TimingModel::ColumnCount; ++c) {
        const auto i = std::size_t(c);
        setColumnWidth(c, least[i] + int(given * (wanted[i] - least[i])) + rest);
    }
}

void TimingTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void TimingTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (model_->rowCount() > 0) return;
    QPainter painter(viewport());
    painter.setPen(theme().textDim);
    painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                     tr("Every kernel's time appears here after a run."));
}

void TimingTable::copy() const {
    QList<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows << index.row();
    std::ranges::sort(rows);
    if (rows.isEmpty())
        for (int r = 0; r < model_->rowCount(); ++r)
            rows << r;
    QApplication::clipboard()->setText(model_->text(rows));
}

void TimingTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copy();
    QTableView::keyPressEvent(event);
}

} // namespace lightbench
