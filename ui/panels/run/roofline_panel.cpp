#include "ui/panels/run/roofline_panel.h"

#include <QSplitter>
#include <QToolButton>

#include "core/base/text.h"
#include "core/device/device_label.h"
#include "ui/charts/roofline_chart.h"
#include "ui/controls/result_table.h"
#include "ui/controls/text_button.h"
#include "ui/state/engine/device_peak_rates.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
QString figure(double value) { return value > 0 ? words(threeDigits(value)) : QStringLiteral("–"); }

/// Such as "2026-11-22 14:05 UTC".
QString whenText(const std::string& measured) {
    return words(measured).left(16).replace(QChar('T'), QChar(' ')) + QStringLiteral(" UTC");
}
} // namespace

RooflinePanel::RooflinePanel(const Results& results, DevicePeakRates& peakRates, QWidget* parent)
    : TabPanel(tr("Roofline"), "roofline", parent), results_(results), peakRates_(peakRates), chart_(new RooflineChart),
      table_(new ResultTable(nullptr)) {
    export_ = textButton(tr("Export plot…"), tr("Write the roofline as SVG, PDF or PNG"));
    measure_ =
        textButton({}, tr("Measure what the device can do at most: reading, copying, local memory, multiply-adds and a "
                          "launch. This takes some seconds. Close other programs that use the device."));
    header_->addWidget(export_);
    header_->addWidget(measure_);
    connect(export_, &QToolButton::clicked, this, [this] { emit exportRequested(chart_->sheet()); });
    connect(measure_, &QToolButton::clicked, this,
            [this] { peakRates_.isMeasuring() ? peakRates_.stop() : peakRates_.measure(); });
    makeTable();
    auto* split = new QSplitter;
    split->addWidget(chart_);
    split->addWidget(table_);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    addContent(split, 1);
    addReadout();
    connect(chart_, &RooflineChart::currentChanged, this, &RooflinePanel::showCurrent);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) { chart_->setCurrent(now.row()); });
    connect(&peakRates, &DevicePeakRates::changed, this, &RooflinePanel::refresh);
    connect(&results, &Results::reportChanged, this, &RooflinePanel::refresh);
    connect(&results, &Results::staleChanged, this, &RooflinePanel::refresh);
}

/// The columns are ordered by importance, since a narrow table shows only the first ones.
void RooflinePanel::makeTable() {
    const auto point = [this](int row) -> const RooflinePoint& { return chart_->sheet().points[std::size_t(row)]; };
    std::vector<ResultColumn> columns{
        {.name = tr("Kernel"),
         .tip = tr("Kernel, with its number in the chart"),
         .text = [point](int row) { return QStringLiteral("%1 %2").arg(row + 1).arg(words(point(row).kernel)); }},
        {.name = tr("Of peak"),
         .tip = tr("Share of the peak: of what memory can copy for it, or of what the device can compute"),
         .isNumber = true,
         .text = [point](int row) { return shareText(point(row).share); }},
        {.name = tr("Limit"),
         .tip = tr("What limits the kernel, as far as the figures show"),
         .text = [point](int row) { return words(limitName(point(row).limit)); }},
        {.name = tr("Time"),
         .tip = tr("Median over the repeats, by event profiling"),
         .isNumber = true,
         .text =
             [this, point](int row) {
                 const ReportPtr& report = results_.report();
                 return measuredText(point(row).us / 1e3, !report || report->warmedUp);
             }},
        {.name = tr("Op/byte"),
         .tip = tr("Operations per byte: what the kernel must at least compute, divided by the bytes that it must at "
                   "least move"),
         .isNumber = true,
         .text = [point](int row) { return figure(point(row).intensity); }},
        {.name = tr("Bandwidth"),
         .tip = tr("The bytes that it must at least move, divided by its time"),
         .isNumber = true,
         .text = [point](int row) { return rateText(point(row).gbPerS); }},
        {.name = tr("GFLOP/s"),
         .tip = tr("Operations per second, in 10⁹; operation counts are good to about a factor of ten"),
         .isNumber = true,
         .text = [point](int row) { return figure(point(row).gigaOperationsPerS); }}};
    for (ResultColumn& column : columns)
        column.look = [this, point](int row, int role) -> QVariant {
            if (role == Qt::ToolTipRole) return words(rooflinePointTip(point(row)));
            return role == Qt::ForegroundRole && results_.isStale() ? QVariant(theme().textDim) : QVariant();
        };
    kernels_ = new ResultModel(
        std::move(columns), [this] { return int(chart_->sheet().points.size()); }, this);
    table_->setModel(kernels_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setAccessibleName(tr("Kernels of the roofline"));
}

QString RooflinePanel::invitation() const {
    if (!results_.report())
        return tr("Every kernel of a run appears here, compared with the peak rates of its device.");
    if (peakRates_.isMeasuring()) return tr("Measuring what the device can do at most…");
    if (!peakRates_.error().isEmpty()) return tr("It could not be measured: %1").arg(peakRates_.error());
    return tr("The peak rates of %1 have not been measured. Measuring takes some seconds. The rates are kept for this "
              "device and driver.")
        .arg(deviceLabel(results_.report()->device).c_str());
}

void RooflinePanel::fill() {
    const ReportPtr& report = results_.report();
    const StoredPeakRates* kept = report ? peakRates_.of(report->device) : peakRates_.known();
    const bool isThere = report && kept && report->input;
    showContent(isThere, invitation());
    export_->setEnabled(isThere);
    measure_->setText(peakRates_.isMeasuring() ? tr("Stop") : kept ? tr("Measure again") : tr("Measure peak rates"));
    QString status;
    if (kept)
        status = tr("copy %1 · multiply-add %2 GFLOP/s · local memory %3 · measured %4")
                     .arg(rateText(kept->peakRates.copyGbPerS.best),
                          words(threeDigits(kept->peakRates.gigaOperationsPerS.best)),
                          rateText(kept->peakRates.localGbPerS.best), whenText(kept->measured));
    if (peakRates_.isMeasuring()) status = tr("measuring…");
    if (isThere && !report->warmedUp) status += tr(" · kernels of one cold run: Run (F5) measures");
    showStatus(status, status);
    if (isThere) chart_->setSheet(rooflineSheet(*report, *kept), results_.isStale());
    kernels_->reset();
    table_->resizeColumnsToContents();
    showCurrent(chart_->current());
}

void RooflinePanel::showCurrent(int point) {
    const auto& points = chart_->sheet().points;
    point >= 0 ? table_->selectRow(point) : table_->clearSelection();
    if (point < 0 || point >= int(points.size()))
        return readout_->setText(points.empty() ? tr("No kernel ran on the device")
                                                : tr("Filled marks are near their peak. Choose a kernel to read what "
                                                     "limits it"));
    const RooflinePoint& one = points[std::size_t(point)];
    readout_->setText(tr("%1: %2: %3").arg(words(one.kernel), words(limitName(one.limit)), words(one.why)));
    readout_->setToolTip(words(rooflinePointTip(one)));
}

} // namespace lightbench
