// The view tool that draws and drags the chosen stage's rectangle on the input image. ImageView owns it;
// rectangle_tool.h has its geometry.
#pragma once

#include "ui/view/rectangle_tool.h"
#include "ui/view/view_tool.h"

namespace lightbench {

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
