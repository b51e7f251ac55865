// The filter reference, made from the declarations, and the about box.
#pragma once

#include <QString>

class QWidget;

namespace lightbench {

/// One page about every filter: formula, parameters with ranges and defaults, variants with their ideas.
QString filterReferenceHtml();
void showFilterReference(QWidget* parent);
void showAbout(QWidget* parent);

} // namespace lightbench
