// The rectangle that the chosen stage asks for, drawn and dragged on the image before the stack.
#pragma once

#include "ui/view/rectangle_tool.h"
#include "ui/view/view_tool.h"

namespace lightbench {

class RectangleDrag : public ViewTool {
public:
    using ViewTool::ViewTool;
    const RectangleTool& tool() const { return tool_; }
    void show(const QRect& rectangle);
    void hide();
    /// The next drag draws it anew. False if there is none to draw.
    bool arm();

    std::optional<Qt::CursorShape> cursorAt(QPointF position) const override;
    bool press(const QMouseEvent& event) override;
    void drag(QPointF from, QPointF to) override;
    void release() override;
    bool isCancellable() const override { return tool_.isDragging() || tool_.isArmed(); }
    bool key(const QKeyEvent& event) override;
    void paint(QPainter& painter) const override;

private:
    bool cancel();
    std::optional<ViewPane> pane() const;
    int gripAt(QPointF position) const;
    void paintSize(QPainter& painter, const Placement& placement) const;
    QPointF toDevice(QPointF logical) const;

    RectangleTool tool_;
};

} // namespace lightbench
