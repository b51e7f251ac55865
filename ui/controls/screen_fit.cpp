// Leaves room for the frame, whose size is not known before a window is shown.
#include "ui/controls/screen_fit.h"

#include <QApplication>
#include <QEvent>
#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace lightbench {

namespace {
constexpr int titleBar = 36, edge = 4;

/// The part of the screen that a window's content may take.
QRect roomOn(const QScreen* screen) {
    return screen ? screen->availableGeometry().adjusted(edge, titleBar, -edge, -edge) : QRect();
}
} // namespace

void fitToScreen(QWidget* window) {
    const QRect room = roomOn(window->screen());
    const bool isFitted = window->windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen);
    if (isFitted || !room.isValid() || room.contains(window->geometry())) return;
    const QSize size = window->size().boundedTo(room.size());
    const QPoint corner(std::clamp(window->x(), room.left(), room.right() + 1 - size.width()),
                        std::clamp(window->y(), room.top(), room.bottom() + 1 - size.height()));
    window->setGeometry(QRect(corner, size));
}

DialogFit::DialogFit(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

/// Before Qt places the dialog over its parent.
bool DialogFit::eventFilter(QObject* watched, QEvent* event) {
    auto* widget = event->type() == QEvent::Show ? qobject_cast<QWidget*>(watched) : nullptr;
    if (!widget || widget->windowType() != Qt::Dialog) return false;
    const QSize room = roomOn(widget->screen()).size();
    if (room.isValid() && widget->size() != widget->size().boundedTo(room))
        widget->resize(widget->size().boundedTo(room));
    return false;
}

} // namespace lightbench
