// Makes buttons with a text, alone and side by side in one frame. The bars and the headers of panels use it.
#pragma once

#include <QFrame>
#include <QToolButton>

namespace lightbench {

/// `look`: the name of the theme property that styles the button, such as "flat" or "primary".
QToolButton* textButton(const QString& text, const QString& toolTip, const char* look = "flat");
/// A button with the text of an action, and the same for one that exists.
QToolButton* actionButton(QAction* action, const char* look = "flat");
void showAction(QToolButton* button, QAction* action);
/// A plain button; `name` is its object name.
QToolButton* namedButton(const QString& text, const QString& toolTip, const char* name);
/// A small checkable button; its tooltip is also its accessible name.
QToolButton* toggle(const QString& text, const QString& toolTip);
/// A frame around a row of toggles, in the style of the view's mode chooser.
QFrame* segments(const QList<QToolButton*>& buttons);

} // namespace lightbench
