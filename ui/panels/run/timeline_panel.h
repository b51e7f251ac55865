// The Timeline tab. It shows where the time of the median run went, as bars on one axis and as parts that add up. The
// function addPanels creates it.
#pragma once

#include <QWidget>

#include "ui/state/session/results.h"

class QLabel;
class QToolButton;

namespace lightbench {

class ElidedLabel;
class TimelineChart;

class TimelinePanel : public QWidget {
    Q_OBJECT

public:
    /// Follows the report shown by `results`.
    explicit TimelinePanel(const Results& results, QWidget* parent = nullptr);
    TimelineChart* chart() const { return chart_; }
    QString sum() const;
    QString readout() const;
    /// Small, because the smallest window gives the tabs little space.
    QSize minimumSizeHint() const override;

signals:
    void exportRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* header();
    QString emptyText() const;
    void takeReport();
    void showRead();
    void followRange();

    const Results& results_;
    ElidedLabel* sum_;
    ElidedLabel* readout_;
    QLabel* empty_;
    TimelineChart* chart_;
    QToolButton* repeat_;
    QToolButton* everything_;
    QToolButton* export_;
};

} // namespace lightbench
