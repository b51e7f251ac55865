// Which page of the manual explains a part of the window. F1 asks it for the widget under the keyboard or the mouse.
#pragma once

#include <QString>

class QWidget;

namespace lightbench {

class Session;

/// Says which page of the manual explains a widget and what is in it, such as "times.md#peak-rates".
void setManualPage(QWidget* widget, const QString& page);

/// The page of the nearest part of the window that has one, from the widget outwards. The form and the card of a stage
/// lead to the page of its filter, a figure whose tooltip names a term to the glossary. Empty if none has.
QString manualPageOf(const QWidget* widget, const Session& session);

/// Of the glossary's term that a tooltip on the screen names; else of the widget that has the focus, or else of the one
/// under the mouse.
QString manualPageHere(const QWidget* window, const Session& session);

} // namespace lightbench
