// Accepts file drops anywhere on the window. LabWindow calls it, and the image view handles the dropped files.
#pragma once

class QWidget;

namespace lightbench {

/// Forwards file drags over any part of the window, including its fields and floating panels, to one widget.
void forwardFileDrops(QWidget* window, QWidget* target);

} // namespace lightbench
