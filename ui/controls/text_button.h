// Makes text buttons. The headers of panels use it.
#pragma once

#include <QString>
#include <QToolButton>

namespace lightbench {

/// `look`: the name of the theme property that styles the button, such as "flat" or "primary".
QToolButton* textButton(const QString& text, const QString& toolTip, const char* look = "flat");

} // namespace lightbench
