// Filters the application's events, because lists, buttons and boxes consume Space before the window gets it.
#include "ui/commands/picture_keys.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTextEdit>

#include <Qsci/qsciscintilla.h>

#include <algorithm>
#include <utility>

#include "ui/view/image_view.h"

namespace lightbench {

namespace {

/// A row of keys on a US keyboard, with the scan code of its first key: the kernel's code plus 8, in X and in Wayland.
struct KeyRow {
    unsigned first;
    const char* keys;
};
constexpr KeyRow rows[] = {{10, "1234567890"}, {24, "QWERTYUIOP"}, {38, "ASDFGHJKL"}, {52, "ZXCVBNM"}};

int keyAt(unsigned scanCode) {
    for (const KeyRow& row : rows)
        for (unsigned i = 0; row.keys[i]; ++i)
            if (scanCode == row.first + i) return row.keys[i];
    return 0;
}

/// Events of other programs, such as screen keyboards, have no scan code; then the letter decides.
int keyOfLetter(QChar letter) {
    struct Layout {
        QString letters, keys;
    };
    static const Layout layouts[] = {
        {QStringLiteral("ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ"), QStringLiteral("QWERTYUIOPASDFGHJKLZXCVBNM")},
        {QStringLiteral("ІЎ"), QStringLiteral("SO")}, // Ukrainian and Belarusian
        {QStringLiteral("ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ"), QStringLiteral("ERTYUIOPASDFGHJKLZXCVBNM")}};
    for (const Layout& layout : layouts)
        if (const auto at = layout.letters.indexOf(letter.toUpper()); at >= 0) return layout.keys[at].unicode();
    return 0;
}

bool isTyping(const QWidget* widget) {
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) return !line->isReadOnly();
    if (const auto* text = qobject_cast<const QTextEdit*>(widget)) return !text->isReadOnly();
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget)) return !text->isReadOnly();
    if (const auto* text = qobject_cast<const QsciScintilla*>(widget)) return !text->isReadOnly();
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->isEditable();
    return qobject_cast<const QAbstractSpinBox*>(widget);
}

/// Does what Space does in this widget.
bool activate(QWidget* widget) {
    if (auto* button = qobject_cast<QAbstractButton*>(widget)) {
        button->click();
        return true;
    }
    auto* box = qobject_cast<QComboBox*>(widget);
    if (box && !box->isEditable()) box->showPopup();
    return box && !box->isEditable();
}

bool isNumber(const QWidget* widget) {
    for (; widget && !widget->isWindow(); widget = widget->parentWidget())
        if (qobject_cast<const QAbstractSpinBox*>(widget)) return true;
    return false;
}

/// True for a source, and for a text that was edited but not entered, since these have their own undo. Numbers change
/// the stack while they are typed.
bool hasOwnUndo(const QWidget* widget) {
    if (qobject_cast<const QsciScintilla*>(widget)) return true;
    const auto* box = qobject_cast<const QComboBox*>(widget);
    const auto* line = box ? box->lineEdit() : qobject_cast<const QLineEdit*>(widget);
    return !isNumber(widget) && line && line->isModified() && (line->isUndoAvailable() || line->isRedoAvailable());
}

bool isUndoOrRedo(const QKeyEvent* event) {
    return event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo) ||
           (event->key() == Qt::Key_Y && event->modifiers() == Qt::ControlModifier);
}

/// True if the typed text was refused. It keeps the focus, so that the user can correct it.
bool showsProblem(const QWidget* widget) {
    for (; widget && !widget->isWindow(); widget = widget->parentWidget())
        if (widget->property("invalid").toBool() || widget->property("typedProblem").toBool()) return true;
    return false;
}

bool isReturn(const QKeyEvent* event) { return event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter; }

class PictureKeys : public QObject {
public:
    PictureKeys(QWidget* window, ImageView* view) : QObject(window), window_(window), view_(view) {
        qApp->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ApplicationDeactivate || event->type() == QEvent::WindowDeactivate) release();
        const bool isOverride = event->type() == QEvent::ShortcutOverride;
        if (event->type() != QEvent::KeyPress && event->type() != QEvent::KeyRelease && !isOverride) return false;
        auto* widget = qobject_cast<QWidget*>(watched);
        auto* key = static_cast<QKeyEvent*>(event);
        if (isOverride) {
            const bool isStacks = isUndoOrRedo(key) && isOurs(widget) && isTyping(widget) && !hasOwnUndo(widget);
            if (isStacks) event->ignore(); // or the field would undo its own text
            return isStacks;
        }
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier && isOurs(widget) && !isTyping(widget))
            return space(key);
        if (event->type() != QEvent::KeyPress || isPassedOn_ || !isOurs(widget)) return false;
        if (key->isAutoRepeat()) return isIdleKey(widget, *key);
        if (isReturn(key)) return isTyping(widget) ? endTyping(widget, key) : activate(widget);
        return triggerLatin(widget, *key) || isIdleKey(widget, *key);
    }

private:
    /// True for widgets of the window and its floating panels, unless a popup or dialog is open.
    bool isOurs(const QWidget* widget) const {
        return widget && (widget == window_ || window_->isAncestorOf(widget)) && !QApplication::activePopupWidget() &&
               !QApplication::activeModalWidget() && widget->window()->windowType() != Qt::Dialog;
    }

    bool space(const QKeyEvent* event) {
        if (!event->isAutoRepeat()) {
            held_ = event->type() == QEvent::KeyPress;
            view_->showOther(held_);
        }
        return true;
    }

    bool endTyping(QWidget* field, QKeyEvent* event) {
        const bool hasLines = qobject_cast<const QTextEdit*>(field) || qobject_cast<const QPlainTextEdit*>(field) ||
                              qobject_cast<const QsciScintilla*>(field);
        if (hasLines) return false;
        const QPointer<QWidget> still = field;
        isPassedOn_ = true;
        QCoreApplication::sendEvent(field, event);
        isPassedOn_ = false;
        event->accept();
        if (still && !showsProblem(field)) view_->setFocus();
        return true;
    }

    /// Qt found no shortcut, so the Latin letter of the key is tried.
    bool triggerLatin(QWidget* widget, const QKeyEvent& event) const {
        constexpr auto commanding = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
        const int latin = isTyping(widget) && !(event.modifiers() & commanding) ? 0 : latinKey(event);
        if (!latin) return false;
        const QKeySequence wanted(
            QKeyCombination(event.modifiers() & (commanding | Qt::ShiftModifier), Qt::Key(latin)));
        for (const QWidget* at = widget; at; at = at->parentWidget())
            for (QAction* action : at->actions()) {
                const bool isInScope = at == widget || action->shortcutContext() != Qt::WidgetShortcut;
                if (!isInScope || !action->isEnabled() || !action->shortcuts().contains(wanted)) continue;
                action->trigger();
                return true;
            }
        return false;
    }

    /// True for a sign that is a command's key, although the command can do nothing now. Without this, a box would take
    /// the letter to choose an entry.
    bool isIdleKey(const QWidget* widget, const QKeyEvent& event) const {
        if (isTyping(widget) || (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))) return false;
        const int latin = latinKey(event), key = latin ? latin : event.key();
        if (key <= Qt::Key_Space || key >= Qt::Key_Escape) return false; // keys that move and edit are their widget's
        const int plain = key | int(event.modifiers() & Qt::ShiftModifier);
        return std::ranges::any_of(window_->actions(), [&](const QAction* action) {
            return action->shortcuts().contains(QKeySequence(plain)) || action->shortcuts().contains(QKeySequence(key));
        });
    }

    void release() {
        if (std::exchange(held_, false)) view_->showOther(false);
    }

    QWidget* window_;
    ImageView* view_;
    bool held_ = false;
    bool isPassedOn_ = false; ///< the current Return event is being passed to its field
};

} // namespace

int latinKey(const QKeyEvent& event) {
    const int key = event.key();
    const bool isLatin = (key >= 'A' && key <= 'Z') || (key >= '0' && key <= '9');
    const bool isCharacter = key > ' ' && key < 0x1000000; // other keys move the cursor or edit
    if (isLatin || (!isCharacter && key != Qt::Key_unknown && key != 0)) return 0;
    const QString text = event.text();
    const QChar typed = text.size() == 1 && text[0].isLetter() ? text[0] : QChar(isCharacter ? key & 0xffff : 0);
    const int atPlace = keyAt(event.nativeScanCode());
    const bool isDigit = atPlace >= '0' && atPlace <= '9';
    // Signs such as + and - keep their meaning on every layout; unshifted digits of a French keyboard are signs.
    if (atPlace && (isDigit ? event.modifiers() == Qt::NoModifier : typed.isLetter())) return atPlace;
    return keyOfLetter(typed);
}

void giveKeysToPicture(QWidget* window, ImageView* view) { new PictureKeys(window, view); }

} // namespace lightbench
