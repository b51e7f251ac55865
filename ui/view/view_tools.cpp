// Tracks which tool has the drag, and shows its cursor.
#include "ui/view/view_tools.h"

#include <QMouseEvent>

#include <algorithm>
#include <utility>

#include "ui/view/image_view.h"

namespace lightbench {

bool ViewTools::offer(const std::function<bool(ViewTool&)>& handle) {
    return std::ranges::any_of(tools_, [&](const auto& tool) { return handle(*tool); });
}

void ViewTools::press(const QMouseEvent& event) {
    const bool isOurs = event.button() == Qt::LeftButton || event.button() == Qt::MiddleButton;
    if (!isOurs || dragging_) return;
    const auto taker = std::ranges::find_if(tools_, [&](const auto& tool) { return tool->press(event); });
    dragging_ = taker == tools_.end() ? nullptr : taker->get();
    dragButton_ = event.button();
    dragStart_ = event.position();
    showCursor(event.position());
}

void ViewTools::move(const QMouseEvent& event) {
    if (dragging_) dragging_->drag(std::exchange(dragStart_, event.position()), event.position());
    showCursor(event.position());
}

void ViewTools::release(const QMouseEvent& event) {
    if (dragging_ && event.button() == dragButton_) std::exchange(dragging_, nullptr)->release();
    showCursor(event.position());
}

void ViewTools::showCursor(QPointF position) {
    std::optional<Qt::CursorShape> shape = dragging_ ? dragging_->dragCursor() : std::nullopt;
    if (dragging_ && !shape) return; // keep the cursor that the drag began with
    for (const auto& tool : tools_)
        if (!shape) shape = tool->cursorAt(position);
    if (shape)
        view_.setCursor(*shape);
    else
        view_.unsetCursor();
}

void ViewTools::paint(QPainter& painter) const {
    for (const auto& tool : tools_)
        tool->paint(painter);
}

} // namespace lightbench
