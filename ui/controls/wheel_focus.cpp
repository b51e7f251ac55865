// Ignores the wheel for a field without focus; Qt then offers it to what the field lies on.
#include "ui/controls/wheel_focus.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>

namespace lightbench {

namespace {
/// Anything whose value the wheel would change. Scroll bars show no value.
bool isField(const QWidget* widget) {
    const bool isSlider = qobject_cast<const QAbstractSlider*>(widget) && !qobject_cast<const QScrollBar*>(widget);
    return isSlider || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget);
}
} // namespace

WheelFocus::WheelFocus(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool WheelFocus::eventFilter(QObject* watched, QEvent* event) {
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

} // namespace lightbench
