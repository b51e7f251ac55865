// Draws a part of an image at a zoom into opaque pixels: nearest neighbour, or averaged for zooms below 100 %.
// ImageLayer uses it. Areas are device pixels relative to the image's corner.
#pragma once

#include <QImage>
#include <QRect>
#include <stop_token>

#include "ui/display/display_image.h"
#include "ui/display/view_geometry.h"

namespace lightbench {

/// True if the zoom is below 100 % and the image has averaged levels. A preview has none.
bool needsSmoothing(const DisplayImage& image, double scale);

/// Draws `area`, which lies within the image's bounds. Returns Format_RGB32 of the area's size; transparent pixels show
/// a checkerboard. Above 100 % it takes the image's pixels, below 100 % those of the next smaller level.
QImage renderNearest(const DisplayImage& image, double scale, const QRect& area);

/// Draws the same area averaged, with a quadratic B-spline three device pixels wide over a level two to four times too
/// large. Its spectrum is zero at every whole multiple of the screen's pixel frequency, which removes the fine patterns
/// of dithered images (M. Unser, "Splines: a perfect fit for signal and image processing", 1999). Null if stopped.
QImage renderSmooth(const DisplayImage& image, double scale, const QRect& area, std::stop_token stop = {});

/// The checkerboard's shade, 0..255, at a device pixel relative to the image's corner.
int checkerShade(int x, int y);

} // namespace lightbench
