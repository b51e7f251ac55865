// A rectangle of image pixels that is drawn, moved and resized with the mouse. Knows no widget: positions come in
// device pixels with the placement of the image, so that it can be tested by numbers.
#pragma once

#include <QRect>
#include <QSize>

#include "ui/view/view_geometry.h"

class QPainter;

namespace lightbench {

class RectangleTool {
public:
    /// What is under a position. Edges can be combined: Left | Top is a corner.
    enum Grip { Nothing = 0, Left = 1, Right = 2, Top = 4, Bottom = 8, Inside = 16, Fresh = 32 };

    /// Shows a rectangle (empty: none yet, so that the next drag draws one) on an image of this size.
    void show(const QRect& rectangle, QSize image);
    void hide();
    bool isShown() const { return shown_; }
    /// The next drag draws a new rectangle, wherever it begins.
    void arm(bool armed) { armed_ = armed; }
    bool isArmed() const { return shown_ && (armed_ || rectangle_.isEmpty()); }
    const QRect& rectangle() const { return rectangle_; }

    /// `reach`: how far from an edge or corner still counts, device pixels.
    int gripAt(QPointF device, const Placement& placement, double reach) const;
    static Qt::CursorShape cursorOf(int grip);

    bool isDragging() const { return grip_ != Nothing; }
    void begin(int grip, QPointF image);
    /// True if the rectangle changed.
    bool dragTo(QPointF image);
    void end();
    /// Back to what it was before the drag.
    void cancel();

    /// `ratio`: device pixels per logical pixel.
    void paint(QPainter& painter, const Placement& placement, double ratio) const;

private:
    QRect drawn(QPointF image) const;
    QRect moved(QPointF image) const;
    QRect resized(QPointF image) const;
    QPoint clamped(QPoint pixel) const;

    bool shown_ = false, armed_ = false;
    QRect rectangle_, before_;
    QSize image_;
    int grip_ = Nothing;
    QPointF from_;
};

} // namespace lightbench
