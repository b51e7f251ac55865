// Draws a part of an image at a zoom into opaque pixels: nearest neighbour, or averaged for zooms below 100 %.
#pragma once

#include <QImage>
#include <QRect>
#include <stop_token>

#include "ui/view/display_image.h"
#include "ui/view/view_geometry.h"

namespace lightbench {

/// True where nearest sampling of the pyramid is not the average already: below 100 % and no whole power of two.
bool needsSmoothing(const DisplayImage& image, double scale);

/// `area`: device pixels relative to the image's corner, within its bounds. Returns Format_RGB32 of the area's size;
/// transparent pixels lie on a checkerboard. Above 100 % these are the image's pixels, below the next smaller level's.
QImage renderNearest(const DisplayImage& image, double scale, const QRect& area);

/// The same, averaged with a tent filter over the level that is at most twice too large. On level 0 the tent
/// reaches 1.5 device pixels, which takes out the finest patterns of dithered images; above, 1. A null image if
/// stopped.
QImage renderSmooth(const DisplayImage& image, double scale, const QRect& area, std::stop_token stop = {});

/// The checkerboard behind transparency at a device pixel relative to the image's corner, 0..255.
int checkerShade(int x, int y);

} // namespace lightbench
