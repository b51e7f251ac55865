// Initial sizes of the panels around the image. Docks applies them on every change of the window's size, until the user
// drags a panel's edge.
#pragma once

#include <QSize>

namespace lightbench {

/// Sizes in logical pixels.
struct DockSizes {
    int left = 0, right = 0; ///< widths of the areas beside the image
    int column = 0;          ///< height of those areas
    int bottom = 0;          ///< height of the area below the image
    bool operator==(const DockSizes&) const = default;
};

/// Sizes for a window of at least 640 x 360 logical pixels. The image keeps at least half of the width.
DockSizes dockSizesFor(QSize window);

} // namespace lightbench
