// A filter of the application's events, because lists, buttons and boxes take Space before the window sees it.
#include "ui/state/picture_keys.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextEdit>

#include <utility>

#include "ui/view/image_view.h"

namespace lightbench {

namespace {

bool isTyping(const QWidget* widget) {
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) return !line->isReadOnly();
    if (const auto* text = qobject_cast<const QTextEdit*>(widget)) return !text->isReadOnly();
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget)) return !text->isReadOnly();
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->isEditable();
    return qobject_cast<const QAbstractSpinBox*>(widget);
}

/// What Space would have done.
bool activate(QWidget* widget) {
    if (auto* button = qobject_cast<QAbstractButton*>(widget)) {
        button->click();
        return true;
    }
    auto* box = qobject_cast<QComboBox*>(widget);
    if (box && !box->isEditable()) box->showPopup();
    return box && !box->isEditable();
}

bool isReturn(const QKeyEvent* event) { return event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter; }

} // namespace

PictureKeys::PictureKeys(QWidget* window, ImageView* view) : QObject(window), window_(window), view_(view) {
    qApp->installEventFilter(this);
}

/// Of the window or one of its floating panels, with nothing open before it.
bool PictureKeys::isOurs(const QWidget* widget) const {
    return widget && (widget == window_ || window_->isAncestorOf(widget)) && !QApplication::activePopupWidget() &&
           !QApplication::activeModalWidget() && widget->window()->windowType() != Qt::Dialog;
}

bool PictureKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ApplicationDeactivate || event->type() == QEvent::WindowDeactivate) release();
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::KeyRelease) return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier && isOurs(widget) && !isTyping(widget))
        return space(key);
    const bool pressed = event->type() == QEvent::KeyPress && !key->isAutoRepeat();
    return pressed && isReturn(key) && isOurs(widget) && activate(widget);
}

bool PictureKeys::space(const QKeyEvent* event) {
    if (!event->isAutoRepeat()) {
        held_ = event->type() == QEvent::KeyPress;
        view_->showOther(held_);
    }
    return true;
}

void PictureKeys::release() {
    if (std::exchange(held_, false)) view_->showOther(false);
}

} // namespace lightbench
