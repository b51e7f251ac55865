// The application's icon. Code draws it, so that no image plugin is needed; app/lab/main.cpp sets it.
#pragma once

#include <QIcon>

namespace lightbench {

/// A photograph under a split: smooth to the left, dithered to the right.
QIcon applicationIcon();

} // namespace lightbench
