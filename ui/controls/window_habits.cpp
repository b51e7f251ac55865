#include "ui/controls/window_habits.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QScreen>
#include <QScrollBar>
#include <QWidget>

#include <algorithm>

namespace lightbench {

namespace {
// Leaves room for the frame, whose size is not known before a window is shown.
constexpr int titleBar = 36, edge = 4;

/// The part of the screen that a window's content may take.
QRect roomOn(const QScreen* screen) {
    return screen ? screen->availableGeometry().adjusted(edge, titleBar, -edge, -edge) : QRect();
}

/// Anything whose value the wheel would change. Scroll bars show no value.
bool isField(const QWidget* widget) {
    const bool isSlider = qobject_cast<const QAbstractSlider*>(widget) && !qobject_cast<const QScrollBar*>(widget);
    return isSlider || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget);
}

/// Ignores the wheel for a field without focus; Qt then offers it to what the field lies on.
class WheelFocus : public QObject {
public:
    explicit WheelFocus(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Wheel && event->type() != QEvent::Polish) return false;
        auto* widget = qobject_cast<QWidget*>(watched);
        if (!widget || !isField(widget)) return false;
        if (event->type() == QEvent::Polish) { // or the wheel itself would give it the focus
            if (widget->focusPolicy() == Qt::WheelFocus) widget->setFocusPolicy(Qt::StrongFocus);
            return false;
        }
        if (widget->hasFocus()) return false;
        event->ignore();
        return true;
    }
};

class DialogFit : public QObject {
public:
    explicit DialogFit(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

protected:
    /// Before Qt places the dialog over its parent.
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* widget = event->type() == QEvent::Show ? qobject_cast<QWidget*>(watched) : nullptr;
        if (!widget || widget->windowType() != Qt::Dialog) return false;
        const QSize room = roomOn(widget->screen()).size();
        if (room.isValid() && widget->size() != widget->size().boundedTo(room))
            widget->resize(widget->size().boundedTo(room));
        return false;
    }
};

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

void fitDialogsToScreen(QObject* parent) { new DialogFit(parent); }

void keepWheelFromFields(QObject* parent) { new WheelFocus(parent); }

} // namespace lightbench
