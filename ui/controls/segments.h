// Toggles that lie side by side in one frame, as the window's view chooser has them.
#pragma once

#include <QFrame>
#include <QList>
#include <QString>
#include <QToolButton>

namespace lightbench {

/// A small checkable button; the tooltip is its accessible name too.
QToolButton* toggle(const QString& text, const QString& toolTip);
/// A frame around a row of toggles.
QFrame* segments(const QList<QToolButton*>& buttons);

} // namespace lightbench
