// Shows the chart, a table of kernels, and what limits the chosen one.
#include "ui/panels/run/roofline_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/base/text.h"
#include "core/device/device_label.h"
#include "ui/charts/roofline_chart.h"
#include "ui/controls/elided_label.h"
#include "ui/state/engine/device_peak_rates.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr int minForPoint = 116;

/// Ordered by importance, since a narrow table shows only the first columns.
enum Column { Kernel, Share, LimitColumn, Time, Intensity, Bandwidth, Rate };

Qt::Alignment alignmentOf(int column) {
    const bool isText = column == Kernel || column == LimitColumn;
    return (isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
}

QString figure(double value) { return value > 0 ? words(threeDigits(value)) : QStringLiteral("–"); }

/// Such as "2026-11-22 14:05 UTC".
QString whenText(const std::string& measured) {
    return words(measured).left(16).replace(QChar('T'), QChar(' ')) + QStringLiteral(" UTC");
}
} // namespace

RooflinePanel::RooflinePanel(const Results& results, DevicePeakRates& peakRates, QWidget* parent)
    : QWidget(parent), results_(results), peakRates_(peakRates), status_(new ElidedLabel), readout_(new ElidedLabel),
      empty_(new QLabel), split_(new QSplitter), chart_(new RooflineChart), table_(new QTableWidget) {
    setAccessibleName(tr("Roofline"));
    setObjectName(QStringLiteral("roofline"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    column->addWidget(header());
    column->addWidget(split_, 1);
    column->addWidget(readout_);
    column->addWidget(empty_, 1);
    makeTable();
    split_->addWidget(chart_);
    split_->addWidget(table_);
    split_->setStretchFactor(0, 1);
    split_->setStretchFactor(1, 1);
    split_->setChildrenCollapsible(false);
    empty_->setProperty("role", "dim");
    empty_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    empty_->setWordWrap(true);
    readout_->setProperty("role", "dim");
    connect(chart_, &RooflineChart::currentChanged, this, &RooflinePanel::showCurrent);
    connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) { chart_->setCurrent(row); });
    connect(&peakRates, &DevicePeakRates::changed, this, &RooflinePanel::refresh);
    connect(&results, &Results::reportChanged, this, &RooflinePanel::refresh);
    connect(&results, &Results::staleChanged, this, &RooflinePanel::refresh);
    refresh();
}

QWidget* RooflinePanel::header() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    export_ = new QToolButton;
    export_->setProperty("flat", true);
    export_->setText(tr("Export plot…"));
    export_->setToolTip(tr("Write the roofline as SVG, PDF or PNG"));
    measure_ = new QToolButton;
    measure_->setProperty("flat", true);
    row->addWidget(status_, 1);
    row->addWidget(export_);
    row->addWidget(measure_);
    connect(export_, &QToolButton::clicked, this, [this] { emit exportRequested(chart_->sheet()); });
    connect(measure_, &QToolButton::clicked, this,
            [this] { peakRates_.isMeasuring() ? peakRates_.stop() : peakRates_.measure(); });
    return header;
}

void RooflinePanel::makeTable() {
    const QStringList headings{tr("Kernel"),  tr("Of peak"),   tr("Limit"),  tr("Time"),
                               tr("Op/byte"), tr("Bandwidth"), tr("GFLOP/s")};
    const QStringList tips{tr("Kernel, with its number in the chart"),
                           tr("Share of the peak: of what memory can copy for it, or of what the device can "
                              "compute"),
                           tr("What the figures point to"),
                           tr("Median over the repeats, by event profiling"),
                           tr("Operations per byte: what the plan says it must at least compute, over what it must "
                              "at least move"),
                           tr("What it must at least move, over its time"),
                           tr("Operations per second, in 10⁹; operation counts are good to about a factor of ten")};
    table_->setColumnCount(int(headings.size()));
    table_->setHorizontalHeaderLabels(headings);
    for (int c = 0; c < headings.size(); ++c) {
        table_->horizontalHeaderItem(c)->setToolTip(tips[c]);
        table_->horizontalHeaderItem(c)->setTextAlignment(alignmentOf(c));
    }
    table_->setShowGrid(false);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(24);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->setAccessibleName(tr("Kernels of the roofline"));
}

QSize RooflinePanel::minimumSizeHint() const { return {240, 60}; }

QString RooflinePanel::status() const { return status_->text(); }

QString RooflinePanel::emptyText() const { return empty_->isHidden() ? QString() : empty_->text(); }

QString RooflinePanel::readout() const { return readout_->text(); }

QString RooflinePanel::invitation() const {
    if (!results_.report()) return tr("Every kernel of a run appears here, against what its device can do at most.");
    if (peakRates_.isMeasuring()) return tr("Measuring what the device can do at most…");
    if (!peakRates_.error().isEmpty()) return tr("It could not be measured: %1").arg(peakRates_.error());
    return tr("The peak rates of %1 have not been measured. Measuring takes some seconds and is kept for this device "
              "and "
              "driver.")
        .arg(deviceLabel(results_.report()->device).c_str());
}

void RooflinePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

/// Does nothing while hidden, because every move of a slider would compute it again.
void RooflinePanel::refresh() {
    if (!isVisible()) return;
    const ReportPtr& report = results_.report();
    const StoredPeakRates* kept = report ? peakRates_.of(report->device) : peakRates_.known();
    const bool isThere = report && kept && report->input;
    split_->setVisible(isThere);
    readout_->setVisible(isThere && height() >= minForPoint);
    empty_->setVisible(!isThere);
    empty_->setText(invitation());
    export_->setEnabled(isThere);
    measure_->setText(peakRates_.isMeasuring() ? tr("Stop") : kept ? tr("Measure again") : tr("Measure peak rates"));
    measure_->setToolTip(tr("Measure what the device can do at most: reading, copying, local memory, multiply-adds and "
                            "a launch. Takes some seconds; close what else uses the device."));
    QString status;
    if (kept)
        status = tr("copy %1 · multiply-add %2 GFLOP/s · local memory %3 · measured %4")
                     .arg(rateText(kept->peakRates.copyGbPerS.best),
                          words(threeDigits(kept->peakRates.gigaOperationsPerS.best)),
                          rateText(kept->peakRates.localGbPerS.best), whenText(kept->measured));
    if (peakRates_.isMeasuring()) status = tr("measuring…");
    if (isThere && !report->warmedUp) status += tr(" · kernels of one cold run: Run (F5) measures");
    status_->setText(status);
    status_->setToolTip(status);
    if (isThere) chart_->setSheet(rooflineSheet(*report, *kept), results_.isStale());
    fillTable();
    showCurrent(chart_->current());
}

void RooflinePanel::fillTable() {
    const auto& points = chart_->sheet().points;
    const QSignalBlocker blocker(table_);
    const bool isCold = results_.report() && !results_.report()->warmedUp;
    table_->setRowCount(int(points.size()));
    for (int r = 0; r < int(points.size()); ++r) {
        const RooflinePoint& point = points[std::size_t(r)];
        const QStringList cells{QStringLiteral("%1 %2").arg(r + 1).arg(words(point.kernel)),
                                shareText(point.share),
                                words(limitName(point.limit)),
                                measuredText(point.us / 1e3, !isCold),
                                figure(point.intensity),
                                rateText(point.gbPerS),
                                figure(point.gigaOperationsPerS)};
        for (int c = 0; c < cells.size(); ++c) {
            auto* item = new QTableWidgetItem(cells[c]);
            item->setTextAlignment(alignmentOf(c));
            item->setToolTip(words(rooflinePointTip(point)));
            if (results_.isStale()) item->setForeground(theme().textDim);
            table_->setItem(r, c, item);
        }
    }
    table_->resizeColumnsToContents();
}

void RooflinePanel::showCurrent(int point) {
    const auto& points = chart_->sheet().points;
    {
        const QSignalBlocker blocker(table_);
        point >= 0 ? table_->selectRow(point) : table_->clearSelection();
    }
    if (point < 0 || point >= int(points.size()))
        return readout_->setText(points.empty() ? tr("No kernel ran on the device")
                                                : tr("Filled marks are near their peak. Choose a kernel to read what "
                                                     "limits it"));
    const RooflinePoint& one = points[std::size_t(point)];
    readout_->setText(tr("%1: %2: %3").arg(words(one.kernel), words(limitName(one.limit)), words(one.why)));
    readout_->setToolTip(words(rooflinePointTip(one)));
}

} // namespace lightbench
