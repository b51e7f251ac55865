// Lines of text below a field: they wrap, can be copied, and take no room while they say nothing.
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace lightbench {

/// Says nothing yet. `role`: the theme's, "dim" or "error".
QLabel* textLine(QWidget* parent, const char* role, const char* name = "");
void sayOn(QLabel* line, const QString& text);

} // namespace lightbench
