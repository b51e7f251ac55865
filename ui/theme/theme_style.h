// The style sheet that gives Qt's Fusion style the lab's look. The theme applies it and builds it again for other
// colours.
#pragma once

#include <QString>

namespace lightbench {

struct Theme;

/// The style sheet of the whole application in the colours of a theme.
QString styleSheetOf(const Theme& theme);

} // namespace lightbench
