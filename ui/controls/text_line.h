// Lines of text below a field. They wrap, can be copied, and take no space while empty. The stage form and the variant
// chooser use them for explanations and errors.
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace lightbench {

/// Makes an empty line. `role`: a role of the theme, "dim" or "error".
QLabel* textLine(QWidget* parent, const char* role, const char* name = "");
void showTextOn(QLabel* line, const QString& text);

} // namespace lightbench
