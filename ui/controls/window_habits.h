// How all windows of the program behave. LabWindow asks for it once, so that forms, bars and dialogs need nothing of
// their own.
#pragma once

class QObject;
class QWidget;

namespace lightbench {

/// Makes a window as small as its screen, and moves it so that all of it can be seen.
void fitToScreen(QWidget* window);

/// As long as the parent lives, no dialog opens larger than its screen.
void fitDialogsToScreen(QObject* parent);

/// As long as the parent lives, fields take the wheel only while they have the focus, so that a form scrolls over its
/// fields and changes nothing.
void keepWheelFromFields(QObject* parent);

} // namespace lightbench
