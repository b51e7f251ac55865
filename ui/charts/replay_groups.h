// The lives of a recording's workgroups as bars over time, in the colours of the picture beside them, with how long
// each waited; and the time that is shown.
#pragma once

#include <QWidget>

#include "core/run/recording.h"

namespace lightbench {

/// A time of a recording with its unit: "1.25 µs", "12 345 pixels".
QString replayTimeText(RecordedUnit unit, double time);

class ReplayGroups : public QWidget {
    Q_OBJECT

public:
    explicit ReplayGroups(QWidget* parent = nullptr);

    void setRecording(RecordingPtr recording); ///< null: none
    void setTime(double time);
    double end() const { return end_; }
    /// Where the bars lie, and where a group's is; groups that are too many for a line each share one.
    QRectF plot() const;
    QRectF barOf(std::size_t group) const;
    QSize sizeHint() const override { return {400, 140}; }
    QSize minimumSizeHint() const override { return {160, 40}; }

signals:
    /// By a press or a drag.
    void timeChosen(double time);
    /// The workgroup under the pointer, -1: none.
    void groupChanged(int group);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// What one line of the chart stands for.
    struct Line {
        std::size_t first = 0, last = 0;
        GroupRecord life; ///< from the first begin to the last end, the longest wait
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
