#include "ui/view/view_tool.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/view/image_view.h"

namespace lightbench {

static constexpr double dividerHitRadius = 6; ///< logical pixels on either side of the line
static constexpr double arrowStep = 64;       ///< logical pixels that a key press pans

bool DividerTool::isNear(QPointF position) const {
    const ViewState& state = view_.state();
    return state.isSplit() && std::abs(position.x() - view_.width() * state.divider) <= dividerHitRadius;
}

std::optional<Qt::CursorShape> DividerTool::cursorAt(QPointF position) const {
    return isNear(position) ? std::optional(Qt::SplitHCursor) : std::nullopt;
}

bool DividerTool::press(const QMouseEvent& event) {
    return event.button() == Qt::LeftButton && isNear(event.position());
}

void DividerTool::drag(QPointF, QPointF to) { view_.setDividerPosition(to.x() / std::max(1, view_.width())); }

bool DividerTool::doubleClick(QPointF position) {
    if (!isNear(position)) return false;
    view_.setDividerPosition(0.5);
    return true;
}

void PanTool::drag(QPointF from, QPointF to) { view_.panBy(to - from); }

bool PanTool::doubleClick(QPointF position) {
    if (view_.isFitted())
        view_.zoomTo(1, position);
    else
        view_.fit();
    return true;
}

bool PanTool::wheel(const QWheelEvent& event) {
    const bool touchpad = event.deviceType() == QInputDevice::DeviceType::TouchPad;
    const bool isZoomWheel = event.modifiers() & Qt::ControlModifier || !touchpad;
    if (touchpad && !isZoomWheel && !event.pixelDelta().isNull()) {
        view_.panBy(event.pixelDelta());
    } else if (event.modifiers() & Qt::ShiftModifier || !isZoomWheel) {
        const QPointF delta = QPointF(event.angleDelta()) / 2;
        view_.panBy(isZoomWheel && delta.x() == 0 ? QPointF(delta.y(), 0) : delta);
    } else {
        view_.zoomTo(zoomAfterNotches(view_.zoom(), event.angleDelta().y() / 120.0), event.position());
    }
    return true;
}

bool PanTool::gesture(const QNativeGestureEvent& event) {
    if (event.gestureType() == Qt::ZoomNativeGesture)
        view_.zoomBy(1 + event.value(), event.position());
    else if (event.gestureType() == Qt::SmartZoomNativeGesture)
        view_.fit();
    else
        return false;
    return true;
}

bool PanTool::key(const QKeyEvent& event) {
    const double step = event.modifiers() & Qt::ShiftModifier ? arrowStep / 8 : arrowStep;
    switch (event.key()) {
    case Qt::Key_Left: view_.panBy({step, 0}); break;
    case Qt::Key_Right: view_.panBy({-step, 0}); break;
    case Qt::Key_Up: view_.panBy({0, step}); break;
    case Qt::Key_Down: view_.panBy({0, -step}); break;
    default: return false;
    }
    return true;
}

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
