// Toggle buttons side by side in one frame, in the style of the view's mode chooser. The histogram, timeline and
// experiment panels use it.
#pragma once

#include <QFrame>
#include <QList>
#include <QString>
#include <QToolButton>

namespace lightbench {

/// A small checkable button; its tooltip is also its accessible name.
QToolButton* toggle(const QString& text, const QString& toolTip);
/// A frame around a row of toggles.
QFrame* segments(const QList<QToolButton*>& buttons);

} // namespace lightbench
