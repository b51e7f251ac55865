// Finds the pane where the rectangle can be dragged, and reports changes.
#include "ui/view/rectangle_drag.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/view/image_view.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {
constexpr double gripReach = 8; ///< logical pixels around edges and corners
}

QPointF RectangleDrag::toDevice(QPointF logical) const { return logical * view_.devicePixelRatioF(); }

/// Nothing if the input image is not shown.
std::optional<ViewPane> RectangleDrag::pane() const {
    const ViewState& state = view_.state();
    if (!tool.isShown() || state.isSwapped) return std::nullopt;
    for (ViewPane pane : state.panes()) {
        if (pane.side != ViewSide::Before) continue;
        // Both sides of a split show the same positions, so the rectangle is not cut at the divider.
        const bool sameSize = state.imageSize(ViewSide::After) == state.before;
        if (state.mode == ViewMode::Split && sameSize) pane.clip = pane.frame;
        if (!pane.clip.isEmpty()) return pane;
    }
    return std::nullopt;
}

int RectangleDrag::gripAt(QPointF position) const {
    const std::optional<ViewPane> under = pane();
    const QPointF device = toDevice(position);
    if (!under || !under->clip.contains(device.toPoint())) return RectangleTool::Nothing;
    const Placement placement = view_.state().placementOf(*under);
    if (tool.isArmed() && !placement.bounds(view_.state().before).contains(device.toPoint()))
        return RectangleTool::Nothing;
    return tool.gripAt(device, placement, gripReach * view_.devicePixelRatioF());
}

std::optional<Qt::CursorShape> RectangleDrag::cursorAt(QPointF position) const {
    const int grip = gripAt(position);
    return grip == RectangleTool::Nothing ? std::nullopt : std::optional(RectangleTool::cursorOf(grip));
}

bool RectangleDrag::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return false;
    const int grip = gripAt(event.position());
    if (grip == RectangleTool::Nothing) return false;
    tool.begin(grip, view_.state().placementOf(*pane()).toImage(toDevice(event.position())));
    return true;
}

void RectangleDrag::drag(QPointF, QPointF to) {
    const std::optional<ViewPane> under = pane();
    if (!under || !tool.dragTo(view_.state().placementOf(*under).toImage(toDevice(to)))) return;
    view_.update();
    emit view_.rectangleEdited(tool.rectangle());
}

void RectangleDrag::release() {
    if (!tool.isDragging()) return; // Escape has cancelled it
    tool.end();
    view_.update();
    emit view_.rectangleFinished();
    if (!tool.isArmed()) view_.endDrawing();
}

bool RectangleDrag::key(const QKeyEvent& event) { return event.key() == Qt::Key_Escape && cancel(); }

/// True if a drag was cancelled.
bool RectangleDrag::cancel() {
    if (tool.isDragging()) {
        tool.cancel();
        emit view_.rectangleEdited(tool.rectangle());
        emit view_.rectangleFinished();
    } else if (tool.isArmed() && !tool.rectangle().isEmpty()) {
        tool.cancel();
    } else {
        const bool waits = tool.isArmed();
        if (waits) emit view_.rectangleGivenUp();
        if (!waits || tool.isShown()) return false;
    }
    view_.endDrawing();
    view_.unsetCursor();
    view_.update();
    return true;
}

void RectangleDrag::paint(QPainter& painter) const {
    const std::optional<ViewPane> under = pane();
    if (!under) return;
    painter.save();
    const double ratio = view_.devicePixelRatioF();
    painter.scale(1 / ratio, 1 / ratio);
    painter.setClipRect(under->clip);
    const Placement placement = view_.state().placementOf(*under);
    tool.paint(painter, placement, ratio);
    painter.restore();
    if (tool.isDragging() && !tool.rectangle().isEmpty()) paintSize(painter, placement);
}

/// Draws the size below the rectangle, as far as there is room.
void RectangleDrag::paintSize(QPainter& painter, const Placement& placement) const {
    const QRect& r = tool.rectangle();
    const QStringList lines{ImageView::tr("%1 × %2 px at %3, %4").arg(r.width()).arg(r.height()).arg(r.x()).arg(r.y())};
    const QFont font = interfaceFont(0.9);
    const QSize size = chipSize(lines, font);
    const QPointF corner = placement.toDevice(r.topLeft() + QPoint(0, r.height())) / view_.devicePixelRatioF();
    const int x = std::clamp(int(corner.x()), 0, std::max(0, view_.width() - size.width()));
    const int y = std::clamp(int(corner.y()) + 10, 0, std::max(0, view_.height() - size.height()));
    drawChip(painter, {{x, y}, size}, lines, font);
}

} // namespace lightbench
