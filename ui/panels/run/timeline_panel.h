// The Timeline tab. It shows where the time of the median run went, as bars on one axis and as parts that add up. The
// function addPanels creates it.
#pragma once

#include "ui/controls/tab_panel.h"
#include "ui/state/session/results.h"

class QToolButton;

namespace lightbench {

class TimelineChart;

class TimelinePanel : public TabPanel {
    Q_OBJECT

public:
    /// Follows the report shown by `results`.
    explicit TimelinePanel(const Results& results, QWidget* parent = nullptr);
    TimelineChart* chart() const { return chart_; }
    QSize minimumSizeHint() const override { return {QWidget::minimumSizeHint().width(), 60}; }

signals:
    void exportRequested();

private:
    QString sentence() const;
    void takeReport();

    const Results& results_;
    TimelineChart* chart_;
    QToolButton* repeat_;
    QToolButton* everything_;
    QToolButton* export_;
};

} // namespace lightbench
