// Makes text buttons for panel headers. The experiment and replay panels use it.
#pragma once

#include <QString>
#include <QToolButton>

namespace lightbench {

/// `look`: the name of the theme property that styles the button, such as "flat" or "primary".
QToolButton* textButton(const QString& text, const QString& toolTip, const char* look);

} // namespace lightbench
