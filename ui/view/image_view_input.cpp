// Mouse, wheel, keys, gestures and dropped files of the image view, and the readout that follows the cursor.
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QUrl>
#include <QWheelEvent>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/view/empty_state.h"
#include "ui/view/image_layer.h"
#include "ui/view/image_view.h"
#include "ui/view/latest_task.h"
#include "ui/view/overlay.h"
#include "ui/view/split_divider.h"

namespace lightbench {

namespace {

constexpr double dividerReach = 6;    ///< logical pixels on either side of the line
constexpr double arrowStep = 64;      ///< logical pixels a key press pans
constexpr double notchesToDouble = 3; ///< wheel notches that double the zoom

/// Wheel steps meet whole powers of two, so that 100 % and 50 % are exact.
double snapped(double zoom) {
    const double notches = notchesToDouble * std::log2(zoom);
    const double nearest = std::round(notches);
    return std::abs(notches - nearest) < 0.05 ? std::exp2(nearest / notchesToDouble) : zoom;
}

QStringList localFiles(const QMimeData* data) {
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    return paths;
}

} // namespace

bool ImageView::nearDivider(QPointF position) const {
    return mode_ == ViewMode::Split && before_ && after_ &&
           std::abs(position.x() - width() * dividerPosition()) <= dividerReach;
}

void ImageView::updateCursor(QPointF position) {
    if (drag_ == Drag::Divider || (drag_ == Drag::None && nearDivider(position)))
        setCursor(Qt::SplitHCursor);
    else if (drag_ == Drag::Pan)
        setCursor(Qt::ClosedHandCursor);
    else if (const int grip = tool_.isDragging() ? 0 : rectangleGrip(position))
        setCursor(RectangleTool::cursorOf(grip));
    else if (tool_.isDragging())
        return; // that of the grip
    else
        unsetCursor();
}

void ImageView::mousePressEvent(QMouseEvent* event) {
    if (!before_ || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) return;
    dragStart_ = event->position();
    if (!nearDivider(dragStart_) && beginRectangle(event)) return;
    drag_ = event->button() == Qt::LeftButton && nearDivider(dragStart_) ? Drag::Divider : Drag::Pan;
    updateCursor(event->position());
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF position = event->position();
    if (drag_ == Drag::Divider) setDividerPosition(position.x() / std::max(1, width()));
    if (drag_ == Drag::Pan) panBy(position - dragStart_);
    if (tool_.isDragging()) dragRectangle(position);
    dragStart_ = position;
    update(twinArea());
    cursor_ = position;
    update(twinArea());
    updateCursor(position);
    updateReadout();
}

void ImageView::mouseReleaseEvent(QMouseEvent* event) {
    drag_ = Drag::None;
    if (tool_.isDragging() && event->button() == Qt::LeftButton) endRectangle();
    updateCursor(event->position());
}

void ImageView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!before_ || event->button() != Qt::LeftButton) return;
    if (nearDivider(event->position()))
        setDividerPosition(0.5);
    else if (view_.fitted())
        zoomBy(1 / zoom(), event->position());
    else
        fit();
}

void ImageView::wheelEvent(QWheelEvent* event) {
    if (!before_) return event->ignore();
    const bool touchpad = event->deviceType() == QInputDevice::DeviceType::TouchPad;
    const bool zooming = event->modifiers() & Qt::ControlModifier || !touchpad;
    if (touchpad && !zooming && !event->pixelDelta().isNull()) {
        panBy(event->pixelDelta());
    } else if (event->modifiers() & Qt::ShiftModifier || !zooming) {
        const QPointF delta = QPointF(event->angleDelta()) / 2;
        panBy(zooming && delta.x() == 0 ? QPointF(delta.y(), 0) : delta);
    } else {
        const double notches = event->angleDelta().y() / 120.0;
        const double target = zoom() * std::exp2(notches / notchesToDouble);
        zoomBy((std::abs(notches) >= 1 ? snapped(target) : target) / zoom(), event->position());
    }
    event->accept();
}

bool ImageView::nativeGesture(QNativeGestureEvent* event) {
    if (!before_) return false;
    if (event->gestureType() == Qt::ZoomNativeGesture)
        zoomBy(1 + event->value(), event->position());
    else if (event->gestureType() == Qt::SmartZoomNativeGesture)
        fit();
    else
        return false;
    return true;
}

bool ImageView::event(QEvent* event) {
    // Escape is also the window's shortcut for Cancel.
    const bool escape =
        event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (escape && (tool_.isDragging() || tool_.isArmed())) event->accept();
    if (event->type() == QEvent::NativeGesture && nativeGesture(static_cast<QNativeGestureEvent*>(event))) return true;
    if (event->type() == QEvent::PaletteChange) update();
    return QWidget::event(event);
}

void ImageView::resizeEvent(QResizeEvent*) {
    if (view_.fitted()) fit();
    arrange();
    updateReadout();
}

void ImageView::leaveEvent(QEvent*) {
    update(twinArea());
    cursor_.reset();
    updateReadout();
}

void ImageView::keyPressEvent(QKeyEvent* event) {
    const double step = event->modifiers() & Qt::ShiftModifier ? arrowStep / 8 : arrowStep;
    switch (before_ ? event->key() : 0) {
    case Qt::Key_Escape:
        if (!cancelRectangle()) QWidget::keyPressEvent(event);
        return;
    case Qt::Key_Space:
        if (!event->isAutoRepeat()) showOther(true);
        return;
    case Qt::Key_Left: return panBy({step, 0});
    case Qt::Key_Right: return panBy({-step, 0});
    case Qt::Key_Up: return panBy({0, step});
    case Qt::Key_Down: return panBy({0, -step});
    default: QWidget::keyPressEvent(event);
    }
}

void ImageView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space) return QWidget::keyReleaseEvent(event);
    if (!event->isAutoRepeat()) showOther(false);
}

void ImageView::focusOutEvent(QFocusEvent* event) {
    showOther(false);
    QWidget::focusOutEvent(event);
}

void ImageView::dragEnterEvent(QDragEnterEvent* event) {
    if (localFiles(event->mimeData()).isEmpty()) return;
    event->acceptProposedAction();
    dropping_ = true;
    update();
}

void ImageView::dragLeaveEvent(QDragLeaveEvent*) {
    dropping_ = false;
    update();
}

void ImageView::dropEvent(QDropEvent* event) {
    dropping_ = false;
    update();
    const QStringList paths = localFiles(event->mimeData());
    if (paths.isEmpty()) return;
    event->acceptProposedAction();
    emit fileDropped(paths);
}

QString ImageView::valuesAt(Side side, const Pane& under, QPointF device) const {
    const ImagePtr& image = side == Side::Before ? before_ : after_;
    const auto pixel = pixelOf(side, under, device);
    if (!pixel) return QStringLiteral("–");
    const QString values = pixelText(*image, *pixel);
    // Images of unequal sizes are linked by relative position: say which pixel the other one shows here.
    if (imageSize(side) == imageSize(under.side)) return values;
    return tr("%1 (x %2, y %3)").arg(values).arg(pixel->x()).arg(pixel->y());
}

QString ImageView::readoutText() const {
    const QPointF device = toDevice(*cursor_);
    const auto all = panes();
    const Pane& under = *paneAt(all, device.toPoint());
    const auto pixel = pixelOf(under.side, under, device);
    if (!pixel) return {};
    QString text = tr("x %1, y %2").arg(pixel->x()).arg(pixel->y()) + '\n' +
                   tr("before %1").arg(valuesAt(Side::Before, under, device));
    if (!after_) return text;
    text += tr(" · after %1").arg(valuesAt(Side::After, under, device));
    const auto result = pixelOf(Side::After, under, device);
    if (result && reference_ && reference_->size() == after_->size())
        text += tr(" · reference %1").arg(pixelText(*reference_, *result));
    return text;
}

QRect ImageView::twinArea() const {
    if (!cursor_ || mode_ != ViewMode::SideBySide || !before_) return {};
    const auto all = panes();
    const QPoint device = toDevice(*cursor_).toPoint();
    const bool left = all[0].clip.contains(device);
    const QPointF offset = device - QRectF(all[left ? 0 : 1].frame).center();
    const QPointF twin = (QRectF(all[left ? 1 : 0].frame).center() + offset) / devicePixelRatioF();
    return {int(twin.x()) - 12, int(twin.y()) - 12, 25, 25};
}

void ImageView::updateReadout() {
    const auto pixel = cursor_ ? pixelAt(*cursor_) : std::nullopt;
    const QString text = pixel ? readoutText() : QString();
    const QPoint hovered = pixel.value_or(QPoint(-1, -1));
    if (hovered != hovered_) emit pixelHovered(hovered_ = hovered);
    if (text == readout_) return;
    // The place, before, after and the reference, should the view be too narrow for a common line.
    const int lines = chipSize({QString(), QString(), QString(), QString()}, interfaceFont(0.9)).height() + 16;
    readout_ = text;
    update(0, height() - lines, width(), lines);
}

} // namespace lightbench
