#include "ui/panels/run/timeline_panel.h"

#include <QToolButton>

#include "ui/charts/timeline_chart.h"
#include "ui/controls/text_button.h"

namespace lightbench {

TimelinePanel::TimelinePanel(const Results& results, QWidget* parent)
    : TabPanel(tr("Timeline"), "timeline", parent), results_(results), chart_(new TimelineChart) {
    repeat_ = toggle(tr("Repeat"),
                     tr("Show the repeat whose times are in the table, from its first command to its end (Home)"));
    everything_ = toggle(tr("Whole run"), tr("Show also planning, building, the other repeats and the check (End)"));
    repeat_->setChecked(true);
    connect(repeat_, &QToolButton::clicked, this, [this] { chart_->fit(false); });
    connect(everything_, &QToolButton::clicked, this, [this] { chart_->fit(true); });
    export_ = textButton(tr("Export trace…"), tr("Write the timeline to a file that Perfetto (ui.perfetto.dev) opens"));
    connect(export_, &QToolButton::clicked, this, &TimelinePanel::exportRequested);
    header_->addWidget(segments({repeat_, everything_}));
    header_->addWidget(export_);
    addContent(chart_, 1);
    addReadout();
    connect(chart_, &TimelineChart::currentChanged, this, [this] {
        const int bar = chart_->current();
        const ReportPtr& report = results_.report();
        if (bar >= 0)
            readout_->setText(chart_->bars()[std::size_t(bar)].text);
        else if (report)
            readout_->setText(timelineNote(*report));
        readout_->setToolTip(readout_->text());
        chart_->setAccessibleDescription(readout_->text());
    });
    connect(chart_, &TimelineChart::rangeChanged, this, [this] {
        repeat_->setChecked(!chart_->showsEverything());
        everything_->setChecked(chart_->showsEverything());
    });
    connect(&results, &Results::reportChanged, this, &TimelinePanel::takeReport);
    connect(&results, &Results::staleChanged, this, [this] {
        chart_->setDimmed(results_.isStale());
        empty_->setText(sentence());
    });
    takeReport();
}

/// A stack without stages is said to be one only as long as it is.
QString TimelinePanel::sentence() const {
    const ReportPtr& report = results_.report();
    if (!report || (report->stages.empty() && results_.isStale()))
        return tr(
            "This shows where the time of a run goes: every command on the device, and what the host did meanwhile.");
    return report->stages.empty()
               ? tr("The stack has no stages: add a filter.")
               : tr("Nothing ran: all stages were reused from the previous run. Press F5 to measure.");
}

void TimelinePanel::takeReport() {
    const ReportPtr& report = results_.report();
    const bool isThere = report && !report->timeline.isEmpty();
    const bool ran = isThere && !report->timeline.device.empty();
    showContent(ran, sentence());
    for (QToolButton* button : {repeat_, everything_, export_})
        button->setEnabled(ran);
    showStatus(ran ? timelineSum(*report) : QString(), ran ? timelineSumTip(report->timeline) : QString());
    chart_->setDimmed(results_.isStale());
    if (ran)
        chart_->setBars(timelineBars(*report), {0, report->timeline.wallUs},
                        {report->timeline.firstUs(), report->timeline.lastUs()});
}

} // namespace lightbench
