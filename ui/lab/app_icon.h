// The application's icon, drawn here so that no image plugin is needed.
#pragma once

#include <QIcon>

namespace lightbench {

/// A photograph under a split: smooth to the left, dithered to the right.
QIcon applicationIcon();

} // namespace lightbench
