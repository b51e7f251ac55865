// Asks once whether the Python file of a kernel's reference may run. The answer is stored by the file's text, and the
// command line shares it. LabWindow calls it; the question stands in the banner.
#pragma once

#include "ui/state/session/lab_context.h"

class QWidget;

namespace lightbench {

class Banner;

/// Asks when a check needed the file and was not allowed to run it, as long as the window lives.
void askAboutPython(const LabContext& lab, Banner* banner, QWidget* window);

} // namespace lightbench
