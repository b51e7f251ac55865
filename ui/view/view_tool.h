// The interface of mouse tools on the image view, the tools that drag the divider and pan, and the list of all. Tools
// get events in turn; the first that accepts a press gets the drag. Positions are logical pixels of the view. ImageView
// owns them.
#pragma once

#include <QPointF>
#include <Qt>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ui/view/view_state.h"

class QKeyEvent;
class QMouseEvent;
class QNativeGestureEvent;
class QPainter;
class QWheelEvent;

namespace lightbench {

class ImageView;

class ViewTool {
public:
    explicit ViewTool(ImageView& view) : view_(view) {}
    virtual ~ViewTool() = default;

    /// The cursor for a press at this position; no value if the tool would not accept it.
    virtual std::optional<Qt::CursorShape> cursorAt(QPointF position) const = 0;
    /// The cursor during its drag; no value: the cursor at the drag's start.
    virtual std::optional<Qt::CursorShape> dragCursor() const { return std::nullopt; }
    /// Returns true to accept the press; the drag is then this tool's until the button is released.
    virtual bool press(const QMouseEvent& event) = 0;
    virtual void drag(QPointF from, QPointF to) = 0;
    virtual void release() {}
    /// A double click with the left button. Returns true if the tool accepted it.
    virtual bool doubleClick(QPointF) { return false; }
    /// Events without a press; true if the tool accepted them.
    virtual bool wheel(const QWheelEvent&) { return false; }
    virtual bool gesture(const QNativeGestureEvent&) { return false; }
    virtual bool key(const QKeyEvent&) { return false; }
    /// True if Escape cancels something here.
    virtual bool isCancellable() const { return false; }
    virtual void paint(QPainter&) const {}

protected:
    ImageView& view_;
};

/// Drags the line between before and after; a double click moves it to the middle.
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

/// Pans and zooms the picture with mouse, wheel, touch gestures and arrow keys. A double click fits it, or shows a
/// fitted one at 100 %. It accepts every press.
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

/// The tools of a view in their order. Each event goes from tool to tool until one accepts it.
class ViewTools {
public:
    explicit ViewTools(ImageView& view) : view_(view) {}
    void add(std::unique_ptr<ViewTool> tool) { tools_.push_back(std::move(tool)); }

    /// Forwards a mouse event. During a drag, presses of other buttons are ignored.
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    /// Offers an event to the tools; true if one accepts it.
    bool offer(const std::function<bool(ViewTool&)>& handle);
    void paint(QPainter& painter) const;

private:
    void showCursor(QPointF position);
    ImageView& view_;
    std::vector<std::unique_ptr<ViewTool>> tools_;
    ViewTool* dragging_ = nullptr; ///< the tool of the current drag
    Qt::MouseButton dragButton_ = Qt::NoButton;
    QPointF dragStart_;
};

} // namespace lightbench
