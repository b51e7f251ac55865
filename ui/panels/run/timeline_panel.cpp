// Shows the chart, the sum of its parts above it, and the readout below.
#include "ui/panels/run/timeline_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/timeline_chart.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/segments.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
/// In a lower panel there is room for the bars or for the readout, not for both.
constexpr int minForReadout = 116;
} // namespace

TimelinePanel::TimelinePanel(const Results& results, QWidget* parent)
    : QWidget(parent), results_(results), sum_(new ElidedLabel), readout_(new ElidedLabel), empty_(new QLabel),
      chart_(new TimelineChart) {
    setAccessibleName(tr("Timeline"));
    setObjectName(QStringLiteral("timeline"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    column->addWidget(header());
    column->addWidget(chart_, 1);
    column->addWidget(readout_);
    column->addWidget(empty_, 1);
    empty_->setProperty("role", "dim");
    empty_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    empty_->setWordWrap(true);
    readout_->setProperty("role", "dim");
    connect(chart_, &TimelineChart::currentChanged, this, &TimelinePanel::showRead);
    connect(chart_, &TimelineChart::rangeChanged, this, &TimelinePanel::followRange);
    connect(&results, &Results::reportChanged, this, &TimelinePanel::takeReport);
    connect(&results, &Results::staleChanged, this, [this] {
        chart_->setDimmed(results_.isStale());
        empty_->setText(emptyText());
    });
    takeReport();
}

QWidget* TimelinePanel::header() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    repeat_ =
        toggle(tr("Repeat"), tr("The repeat whose times the table adds up, from its first command to its end (Home)"));
    everything_ =
        toggle(tr("Whole run"), tr("Planning, building, the other repeats and the check around it too (End)"));
    repeat_->setChecked(true);
    connect(repeat_, &QToolButton::clicked, this, [this] { chart_->fit(false); });
    connect(everything_, &QToolButton::clicked, this, [this] { chart_->fit(true); });
    export_ = new QToolButton;
    export_->setProperty("flat", true);
    export_->setText(tr("Export trace…"));
    export_->setToolTip(tr("Write the timeline to a file that Perfetto (ui.perfetto.dev) opens"));
    connect(export_, &QToolButton::clicked, this, &TimelinePanel::exportRequested);
    row->addWidget(sum_, 1);
    row->addWidget(segments({repeat_, everything_}));
    row->addWidget(export_);
    return header;
}

QSize TimelinePanel::minimumSizeHint() const { return {QWidget::minimumSizeHint().width(), 60}; }

QString TimelinePanel::sum() const { return sum_->text(); }

QString TimelinePanel::readout() const { return readout_->text(); }

/// A stack without stages is said to be one only as long as it is.
QString TimelinePanel::emptyText() const {
    const ReportPtr& report = results_.report();
    if (!report || (report->stages.empty() && results_.isStale()))
        return tr(
            "Where the time of a run goes appears here: every command on the device, and what the host did beside "
            "it.");
    return report->stages.empty()
               ? tr("The stack has no stages: add a filter.")
               : tr("Nothing ran: all stages were reused from the previous run. Press F5 to measure.");
}

void TimelinePanel::takeReport() {
    const ReportPtr& report = results_.report();
    const bool isThere = report && !report->timeline.isEmpty();
    const bool ran = isThere && !report->timeline.device.empty();
    empty_->setText(emptyText());
    for (QWidget* part : {static_cast<QWidget*>(chart_), static_cast<QWidget*>(readout_)})
        part->setVisible(ran);
    readout_->setVisible(ran && height() >= minForReadout);
    empty_->setVisible(!ran);
    for (QToolButton* button : {repeat_, everything_, export_})
        button->setEnabled(ran);
    sum_->setText(ran ? timelineSum(*report) : QString());
    sum_->setToolTip(ran ? timelineSumTip(report->timeline) : QString());
    sum_->setAccessibleDescription(sum_->toolTip());
    chart_->setDimmed(results_.isStale());
    if (ran)
        chart_->setBars(timelineBars(*report), {0, report->timeline.wallUs},
                        {report->timeline.firstUs(), report->timeline.lastUs()});
}

void TimelinePanel::showRead() {
    const int bar = chart_->current();
    const ReportPtr& report = results_.report();
    if (bar >= 0)
        readout_->setText(chart_->bars()[std::size_t(bar)].text);
    else if (report)
        readout_->setText(timelineNote(*report));
    readout_->setToolTip(readout_->text());
    chart_->setAccessibleDescription(readout_->text());
}

void TimelinePanel::followRange() {
    repeat_->setChecked(!chart_->showsEverything());
    everything_->setChecked(chart_->showsEverything());
}

void TimelinePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    readout_->setVisible(!chart_->isHidden() && height() >= minForReadout);
}

} // namespace lightbench
