// Draws a part of an image at a zoom into opaque pixels: nearest neighbour, or averaged for zooms below 100 %.
#pragma once

#include <QImage>
#include <QRect>
#include <stop_token>

#include "ui/display/display_image.h"
#include "ui/view/view_geometry.h"

namespace lightbench {

/// True below 100 % for pictures that are averaged; a preview has nothing to average.
bool needsSmoothing(const DisplayImage& image, double scale);

/// `area`: device pixels relative to the image's corner, within its bounds. Returns Format_RGB32 of the area's size;
/// transparent pixels lie on a checkerboard. Above 100 % these are the image's pixels, below the next smaller level's.
QImage renderNearest(const DisplayImage& image, double scale, const QRect& area);

/// The same, averaged with a quadratic B-spline three device pixels wide over a level two to four times too large. It
/// is zero at every whole multiple of the screen's pixel frequency, which takes the fine patterns of dithered images
/// out (M. Unser, "Splines: a perfect fit for signal and image processing", 1999). A null image if stopped.
QImage renderSmooth(const DisplayImage& image, double scale, const QRect& area, std::stop_token stop = {});

/// The checkerboard behind transparency at a device pixel relative to the image's corner, 0..255.
int checkerShade(int x, int y);

} // namespace lightbench
