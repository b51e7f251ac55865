#include "ui/view/rectangle_tool.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/view/image_view.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {
constexpr int handle = 7;       ///< side in logical pixels
constexpr double gripReach = 8; ///< logical pixels around edges and corners
constexpr double still = 0.75;  ///< image pixels that a press may move without being a drag

QRectF onDevice(const QRect& rectangle, const Placement& placement) {
    const QPoint past = rectangle.topLeft() + QPoint(rectangle.width(), rectangle.height());
    return {placement.toDevice(rectangle.topLeft()), placement.toDevice(past)};
}
} // namespace

void RectangleTool::show(const QRect& rectangle, QSize image) {
    shown_ = true;
    image_ = image;
    if (!isDragging()) rectangle_ = rectangle;
}

void RectangleTool::hide() { *this = RectangleTool(); }

int RectangleTool::gripAt(QPointF device, const Placement& placement, double reach) const {
    if (!shown_) return Nothing;
    if (isArmed()) return Fresh;
    const QRectF box = onDevice(rectangle_, placement);
    if (!box.adjusted(-reach, -reach, reach, reach).contains(device)) return Nothing;
    // The middle third of a small rectangle is kept for moving it.
    const double x = std::min(reach, box.width() / 3), y = std::min(reach, box.height() / 3);
    int grip = Nothing;
    if (device.x() < box.left() + x) grip |= Left;
    if (device.x() > box.right() - x) grip |= Right;
    if (device.y() < box.top() + y) grip |= Top;
    if (device.y() > box.bottom() - y) grip |= Bottom;
    return grip == Nothing ? int(Inside) : grip;
}

Qt::CursorShape RectangleTool::cursorOf(int grip) {
    switch (grip) {
    case Fresh: return Qt::CrossCursor;
    case Inside: return Qt::SizeAllCursor;
    case Left:
    case Right: return Qt::SizeHorCursor;
    case Top:
    case Bottom: return Qt::SizeVerCursor;
    case Left | Top:
    case Right | Bottom: return Qt::SizeFDiagCursor;
    case Right | Top:
    case Left | Bottom: return Qt::SizeBDiagCursor;
    default: return Qt::ArrowCursor;
    }
}

void RectangleTool::begin(int grip, QPointF image) {
    grip_ = grip;
    from_ = image;
    before_ = rectangle_;
}

bool RectangleTool::dragTo(QPointF image) {
    const bool wandered = std::abs(image.x() - from_.x()) > still || std::abs(image.y() - from_.y()) > still;
    if (!isDragging() || (grip_ == Fresh && !wandered && rectangle_ == before_)) return false;
    const QRect wanted = grip_ == Fresh ? drawn(image) : grip_ == Inside ? moved(image) : resized(image);
    if (wanted == rectangle_) return false;
    rectangle_ = wanted;
    return true;
}

void RectangleTool::end() {
    if (grip_ == Fresh && rectangle_ != before_) armed_ = false;
    grip_ = Nothing;
}

void RectangleTool::cancel() {
    if (isDragging()) rectangle_ = before_;
    grip_ = Nothing;
    armed_ = false;
}

QPoint RectangleTool::clamped(QPoint pixel) const {
    return {std::clamp(pixel.x(), 0, image_.width() - 1), std::clamp(pixel.y(), 0, image_.height() - 1)};
}

/// From the pixel where the drag began to the one under the cursor, both inclusive.
QRect RectangleTool::drawn(QPointF image) const {
    const auto pixel = [this](QPointF p) { return clamped({int(std::floor(p.x())), int(std::floor(p.y()))}); };
    const QPoint a = pixel(from_), b = pixel(image);
    return {QPoint(std::min(a.x(), b.x()), std::min(a.y(), b.y())),
            QPoint(std::max(a.x(), b.x()), std::max(a.y(), b.y()))};
}

QRect RectangleTool::moved(QPointF image) const {
    const QPoint offset = (image - from_).toPoint();
    const int x = std::clamp(before_.x() + offset.x(), 0, std::max(0, image_.width() - before_.width()));
    const int y = std::clamp(before_.y() + offset.y(), 0, std::max(0, image_.height() - before_.height()));
    return {QPoint(x, y), before_.size()};
}

/// The gripped edges follow the cursor. An edge that passes its opposite replaces it.
QRect RectangleTool::resized(QPointF image) const {
    const auto edges = [](int low, int high, int offset, bool takesLow, bool takesHigh, int limit) {
        const int a = std::clamp(low + (takesLow ? offset : 0), 0, limit);
        const int b = std::clamp(high + (takesHigh ? offset : 0), 0, limit);
        const int first = std::min({a, b, limit - 1});
        return std::pair(first, std::max({a, b, first + 1}) - first);
    };
    const QPoint offset = (image - from_).toPoint();
    const auto [x, width] =
        edges(before_.x(), before_.x() + before_.width(), offset.x(), grip_ & Left, grip_ & Right, image_.width());
    const auto [y, height] =
        edges(before_.y(), before_.y() + before_.height(), offset.y(), grip_ & Top, grip_ & Bottom, image_.height());
    return {x, y, width, height};
}

void RectangleTool::paint(QPainter& painter, const Placement& placement, double ratio) const {
    if (!shown_ || rectangle_.isEmpty()) return;
    const QRectF box = onDevice(rectangle_, placement);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(0, 0, 0, 150), 4 * ratio, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(box);
    painter.setPen(QPen(theme().accent, 2 * ratio, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(box);
    const double side = handle * ratio;
    // Handles would hide a small rectangle.
    if (std::min(box.width(), box.height()) < 3 * side) return;
    painter.setBrush(QColor(250, 250, 250));
    painter.setPen(QPen(theme().accent, ratio));
    for (const double x : {box.left(), box.center().x(), box.right()})
        for (const double y : {box.top(), box.center().y(), box.bottom()})
            if (QPointF(x, y) != box.center()) painter.drawRect(QRectF(x - side / 2, y - side / 2, side, side));
}

// --- the tool ---

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
