// How large the panels are at first: they grow and shrink with the window until the user drags one.
#pragma once

#include <QSize>

namespace lightbench {

/// Logical pixels.
struct DockSizes {
    int left = 0, right = 0; ///< widths of the areas beside the image
    int column = 0;          ///< their height
    int bottom = 0;          ///< height of the area beneath
    bool operator==(const DockSizes&) const = default;
};

/// For a window of this size, from 640 x 360 on. The image keeps at least half of the width.
DockSizes dockSizesFor(QSize window);

} // namespace lightbench
