// The image view's tools in their order. Each event goes from tool to tool until one accepts it. ImageView owns it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "ui/view/view_tool.h"

namespace lightbench {

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
