// A rectangle of image pixels that is drawn, moved and resized with the mouse: its geometry, and the view tool that
// drags it on the input image. ImageView owns the tool.
#pragma once

#include <QRect>
#include <QSize>

#include "ui/display/view_geometry.h"
#include "ui/view/view_tool.h"

namespace lightbench {

/// The geometry. It knows no widget: positions are device pixels with the image's placement, so that tests need no
/// window.
class RectangleTool {
public:
    /// The part of the rectangle under a position. Edges can be combined: Left | Top is a corner.
    enum Grip { Nothing = 0, Left = 1, Right = 2, Top = 4, Bottom = 8, Inside = 16, Fresh = 32 };

    /// Shows a rectangle on an image of this size. If it is empty, the next drag draws one.
    void show(const QRect& rectangle, QSize image);
    void hide();
    bool isShown() const { return shown_; }
    /// If armed, the next drag draws a new rectangle, wherever it starts.
    void arm(bool armed) { armed_ = armed; }
    bool isArmed() const { return shown_ && (armed_ || rectangle_.isEmpty()); }
    const QRect& rectangle() const { return rectangle_; }

    /// The part at a position. `reach`: the distance from an edge or corner that still counts, in device pixels.
    int gripAt(QPointF device, const Placement& placement, double reach) const;
    static Qt::CursorShape cursorOf(int grip);

    bool isDragging() const { return grip_ != Nothing; }
    void begin(int grip, QPointF image);
    /// True if the rectangle changed.
    bool dragTo(QPointF image);
    void end();
    /// Restores the rectangle from before the drag.
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

/// Draws and drags the chosen stage's rectangle.
class RectangleDrag : public ViewTool {
public:
    using ViewTool::ViewTool;
    RectangleTool tool;

    std::optional<Qt::CursorShape> cursorAt(QPointF position) const override;
    bool press(const QMouseEvent& event) override;
    void drag(QPointF from, QPointF to) override;
    void release() override;
    bool isCancellable() const override { return tool.isDragging() || tool.isArmed(); }
    bool key(const QKeyEvent& event) override;
    void paint(QPainter& painter) const override;

private:
    bool cancel();
    std::optional<ViewPane> pane() const;
    int gripAt(QPointF position) const;
    void paintSize(QPainter& painter, const Placement& placement) const;
    QPointF toDevice(QPointF logical) const;
};

} // namespace lightbench
