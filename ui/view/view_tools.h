// The image view's tools in their order: each event goes from one to the next until one takes it.
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

    /// One drag at a time: until its button is released other presses are nobody's.
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    /// True if a tool takes it.
    bool offer(const std::function<bool(ViewTool&)>& event);
    void paint(QPainter& painter) const;

private:
    void showCursor(QPointF position);
    ImageView& view_;
    std::vector<std::unique_ptr<ViewTool>> tools_;
    ViewTool* dragging_ = nullptr; ///< the tool that has the drag
    Qt::MouseButton button_ = Qt::NoButton;
    QPointF from_;
};

} // namespace lightbench
