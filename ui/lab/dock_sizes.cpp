// Computes the panels' shares of the window.
#include "ui/lab/dock_sizes.h"

#include <algorithm>
#include <cmath>

namespace lightbench {

namespace {

constexpr int bars = 68; ///< of the top bar and the status bar

int share(int whole, double part, int minimum, int maximum) {
    return std::clamp(int(std::lround(whole * part)), minimum, maximum);
}

} // namespace

DockSizes dockSizesFor(QSize window) {
    const int height = std::max(0, window.height() - bars);
    DockSizes sizes;
    // Below 800 pixels all panels shrink a little.
    sizes.left = share(window.width(), 0.235, std::min(216, window.width() / 3), 400);
    sizes.right = share(window.width(), 0.21, std::min(220, window.width() * 11 / 40), 420);
    sizes.bottom = share(height, 0.35, 96, 480);
    sizes.column = height - sizes.bottom;
    return sizes;
}

} // namespace lightbench
