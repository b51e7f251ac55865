// A button that is a word, as the headers of panels have it.
#pragma once

#include <QString>
#include <QToolButton>

namespace lightbench {

/// `look`: the property by which the theme draws it, such as "flat" or "primary".
QToolButton* textButton(const QString& text, const QString& toolTip, const char* look);

} // namespace lightbench
