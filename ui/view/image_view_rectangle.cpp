// The rectangle that the chosen stage asks for, drawn and dragged on the image before the stack.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/view/image_layer.h"
#include "ui/view/image_view.h"
#include "ui/view/latest_task.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {
constexpr double reach = 8; ///< logical pixels around an edge or a corner
}

void ImageView::showRectangle(const QRect& rectangle) {
    tool_.show(rectangle, imageSize(Side::Before));
    update();
}

void ImageView::hideRectangle() {
    if (!tool_.isShown()) return;
    tool_.hide();
    unsetCursor();
    update();
}

void ImageView::drawRectangle() {
    if (!tool_.isShown()) return;
    const std::vector<Pane> all = panes();
    if (std::ranges::none_of(all, [](const Pane& pane) { return pane.side == Side::Before; }))
        setMode(ViewMode::Before);
    tool_.arm(true);
    setFocus();
    update();
}

/// Nothing where the image before the stack is not shown.
std::optional<ImageView::Pane> ImageView::rectanglePane() const {
    if (!tool_.isShown() || other_) return std::nullopt;
    for (Pane pane : panes()) {
        if (pane.side != Side::Before) continue;
        // Both sides of a split show the same places: the rectangle is not cut at the divider.
        if (mode_ == ViewMode::Split && imageSize(Side::After) == imageSize(Side::Before)) pane.clip = pane.frame;
        if (!pane.clip.isEmpty()) return pane;
    }
    return std::nullopt;
}

int ImageView::rectangleGrip(QPointF position) const {
    const std::optional<Pane> pane = rectanglePane();
    const QPointF device = toDevice(position);
    if (!pane || !pane->clip.contains(device.toPoint())) return RectangleTool::Nothing;
    const Placement placement = placementOf(*pane);
    if (tool_.isArmed() && !placement.bounds(imageSize(Side::Before)).contains(device.toPoint()))
        return RectangleTool::Nothing;
    return tool_.gripAt(device, placement, reach * devicePixelRatioF());
}

bool ImageView::beginRectangle(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return false;
    const int grip = rectangleGrip(event->position());
    if (grip == RectangleTool::Nothing) return false;
    tool_.begin(grip, placementOf(*rectanglePane()).toImage(toDevice(event->position())));
    return true;
}

void ImageView::dragRectangle(QPointF position) {
    const std::optional<Pane> pane = rectanglePane();
    if (!pane || !tool_.dragTo(placementOf(*pane).toImage(toDevice(position)))) return;
    update();
    emit rectangleEdited(tool_.rectangle());
}

void ImageView::endRectangle() {
    tool_.end();
    update();
    emit rectangleFinished();
}

/// True if there was anything to give up.
bool ImageView::cancelRectangle() {
    if (tool_.isDragging()) {
        tool_.cancel();
        emit rectangleEdited(tool_.rectangle());
        emit rectangleFinished();
    } else if (tool_.isArmed() && !tool_.rectangle().isEmpty()) {
        tool_.cancel();
    } else {
        return false;
    }
    unsetCursor();
    update();
    return true;
}

void ImageView::paintRectangle(QPainter& painter) {
    const std::optional<Pane> pane = rectanglePane();
    if (!pane) return;
    painter.save();
    const double ratio = devicePixelRatioF();
    painter.scale(1 / ratio, 1 / ratio);
    painter.setClipRect(pane->clip);
    const Placement placement = placementOf(*pane);
    tool_.paint(painter, placement, ratio);
    painter.restore();
    if (!tool_.isDragging() || tool_.rectangle().isEmpty()) return;
    const QRect& r = tool_.rectangle();
    const QStringList lines{tr("%1 × %2 px at %3, %4").arg(r.width()).arg(r.height()).arg(r.x()).arg(r.y())};
    const QFont font = interfaceFont(0.9);
    const QSize size = chipSize(lines, font);
    const QPointF corner = placement.toDevice(r.topLeft() + QPoint(0, r.height())) / ratio;
    const int x = std::clamp(int(corner.x()), 0, std::max(0, width() - size.width()));
    const int y = std::clamp(int(corner.y()) + 10, 0, std::max(0, height() - size.height()));
    drawChip(painter, {{x, y}, size}, lines, font);
}

} // namespace lightbench
