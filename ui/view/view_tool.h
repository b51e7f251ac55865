// What the mouse does on the image view: tools that get its events in turn. The first that takes a press has the drag.
#pragma once

#include <QPointF>
#include <Qt>

#include <optional>

#include "ui/view/view_state.h"

class QKeyEvent;
class QMouseEvent;
class QNativeGestureEvent;
class QPainter;
class QWheelEvent;

namespace lightbench {

class ImageView;

/// Positions are logical pixels of the view.
class ViewTool {
public:
    explicit ViewTool(ImageView& view) : view_(view) {}
    virtual ~ViewTool() = default;

    /// Of a press there; nothing: it would not be this tool's.
    virtual std::optional<Qt::CursorShape> cursorAt(QPointF position) const = 0;
    /// While it has the drag; nothing: the one that it began with.
    virtual std::optional<Qt::CursorShape> dragCursor() const { return std::nullopt; }
    /// True: the drag is this tool's until its button is released.
    virtual bool press(const QMouseEvent& event) = 0;
    virtual void drag(QPointF from, QPointF to) = 0;
    virtual void release() {}
    /// True if it was this tool's. Left button.
    virtual bool doubleClick(QPointF) { return false; }
    /// The same for what comes without a press.
    virtual bool wheel(const QWheelEvent&) { return false; }
    virtual bool gesture(const QNativeGestureEvent&) { return false; }
    virtual bool key(const QKeyEvent&) { return false; }
    /// Escape has something to give up here.
    virtual bool isCancellable() const { return false; }
    virtual void paint(QPainter&) const {}

protected:
    ImageView& view_;
};

/// Drags the line between before and after; a double click puts it into the middle.
class DividerTool : public ViewTool {
public:
    using ViewTool::ViewTool;
    std::optional<Qt::CursorShape> cursorAt(QPointF position) const override;
    std::optional<Qt::CursorShape> dragCursor() const override { return Qt::SplitHCursor; }
    bool press(const QMouseEvent& event) override;
    void drag(QPointF from, QPointF to) override;
    bool doubleClick(QPointF position) override;

private:
    bool isNear(QPointF position) const;
};

/// Moves and zooms the picture, with mouse, wheel, fingers and arrow keys; a double click fits it, or shows a fitted
/// one at 100 %. It takes every press.
class PanTool : public ViewTool {
public:
    using ViewTool::ViewTool;
    std::optional<Qt::CursorShape> cursorAt(QPointF) const override { return std::nullopt; }
    std::optional<Qt::CursorShape> dragCursor() const override { return Qt::ClosedHandCursor; }
    bool press(const QMouseEvent&) override { return true; }
    void drag(QPointF from, QPointF to) override;
    bool doubleClick(QPointF position) override;
    bool wheel(const QWheelEvent& event) override;
    bool gesture(const QNativeGestureEvent& event) override;
    bool key(const QKeyEvent& event) override;
};

} // namespace lightbench
