// The chart of the Timeline tab: bars in three rows (device, queue, host) over one time axis. The user can zoom, pan,
// and read bars with mouse or keyboard.
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "ui/charts/timeline_bars.h"

namespace lightbench {

class TimelineChart : public QWidget {
    Q_OBJECT

public:
    explicit TimelineChart(QWidget* parent = nullptr);

    /// Shows bars. `run` is the range of the wall time, `all` also includes what happened around it. A range that the
    /// user chose stays; otherwise the range follows the run in steps, so that nothing jumps while a slider is dragged.
    void setBars(std::vector<TimelineBar> bars, const TimeRange& run, const TimeRange& all);
    void setDimmed(bool dimmed);
    /// Fits the run, or everything, and follows it again.
    void fit(bool everything);
    bool showsEverything() const { return everything_; }
    const TimeRange& range() const { return range_; }
    const std::vector<TimelineBar>& bars() const { return bars_; }
    /// Where a bar is drawn, at least one pixel wide. Empty if it is not visible.
    QRectF rectOf(const TimelineBar& bar) const;
    /// The bar under the pointer or chosen by keyboard; -1: none.
    int current() const { return hovered_ >= 0 ? hovered_ : chosen_; }
    QSize sizeHint() const override { return {640, 140}; }
    QSize minimumSizeHint() const override { return {160, 24}; }

signals:
    void currentChanged();
    void rangeChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF plot() const;
    double rowHeight(int row) const;
    QRectF rowRect(int row) const;
    double xOf(double us) const;
    double usAt(double x) const;
    int barAt(const QPointF& position) const;
    void showRange(const TimeRange& range);
    void zoom(double us, double factor);
    void hover(int bar);
    void choose(int bar);
    void step(int direction);
    void changeRow(int direction);
    bool navigate(int key, bool isShifted);
    QColor colourOf(const TimelineBar& bar) const;
    void paintRows(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintBar(QPainter& painter, const TimelineBar& bar) const;
    void paintLabel(QPainter& painter, const TimelineBar& bar, const QRectF& rect) const;
    void paintCurrent(QPainter& painter) const;
    void paintHint(QPainter& painter) const;

    std::vector<TimelineBar> bars_;
    int lanes_ = 1; ///< lanes of the queue's row
    TimeRange run_, all_, range_;
    bool everything_ = false, byHand_ = false, dimmed_ = false;
    int hovered_ = -1, chosen_ = -1; ///< indices of bars_
    std::optional<double> dragged_;  ///< the last position of a drag, in pixels
};

} // namespace lightbench
