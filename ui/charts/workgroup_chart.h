// The chart of workgroups in the Replay tab: when each began and ended, how long it waited, and the current time. Times
// are in the recording's unit; the colours are those of the picture beside it.
#pragma once

#include <QWidget>

#include "core/run/recording.h"

namespace lightbench {

/// Formats a recording's time with its unit: "1.25 µs", "12 345 pixels".
QString replayTimeText(RecordedUnit unit, double time);

class WorkgroupChart : public QWidget {
    Q_OBJECT

public:
    explicit WorkgroupChart(QWidget* parent = nullptr);

    void setRecording(RecordingPtr recording); ///< null: no recording
    void setTime(double time);
    double end() const { return end_; }
    /// The area of all bars, and the bar of one group. If there are more groups than lines, several groups share a
    /// line.
    QRectF plot() const;
    QRectF barOf(std::size_t group) const;
    QSize sizeHint() const override { return {400, 140}; }
    QSize minimumSizeHint() const override { return {160, 40}; }

signals:
    /// The user pressed or dragged in the chart.
    void timeChosen(double time);
    /// The workgroup under the pointer; -1: none.
    void groupChanged(int group);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// One line of the chart: a range of workgroups.
    struct Line {
        std::size_t first = 0, last = 0;
        GroupRecord lifetime; ///< from the earliest begin to the latest end, with the longest wait
    };
    std::vector<Line> lines() const;
    double xOf(double time) const;
    void paintBars(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    int groupAt(const QPointF& position) const;

    RecordingPtr recording_;
    double time_ = 0, end_ = 1;
};

} // namespace lightbench
