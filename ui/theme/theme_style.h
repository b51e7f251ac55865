// The style sheet that gives Qt's Fusion style the lab's look.
#pragma once

#include <QString>

namespace lightbench {

struct Theme;

/// The whole application's style sheet in the colours of that theme.
QString styleSheetOf(const Theme& theme);

} // namespace lightbench
