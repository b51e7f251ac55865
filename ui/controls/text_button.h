// Makes text buttons. The headers of panels use it.
#pragma once

#include <QString>
#include <QToolButton>

namespace lightbench {

/// `look`: the name of the theme property that styles the button, such as "flat" or "primary".
QToolButton* textButton(const QString& text, const QString& toolTip, const char* look = "flat");
/// A button with the text of an action, and the same for one that exists.
QToolButton* actionButton(QAction* action, const char* look = "flat");
void showAction(QToolButton* button, QAction* action);
/// A plain button; `name` is its object name.
QToolButton* namedButton(const QString& text, const QString& toolTip, const char* name);

} // namespace lightbench
