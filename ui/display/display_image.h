// Converts an image to what the screen can show: 8-bit pixels and a pyramid of smaller copies. The image layers of the
// view draw from it, so that any zoom is fast and free of moire. Mip pyramid after L. Williams, "Pyramidal
// parametrics", SIGGRAPH 1983. Building takes milliseconds, so it belongs on a background thread.
#pragma once

#include <QImage>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/image/image.h"
#include "ui/display/sample_range.h"

namespace lightbench {

/// How four pixels become one when the image is shown smaller.
enum class Reduction {
    Mean,         ///< the average, as seen from a distance; colours are weighted by alpha
    FarFromBlack, ///< the pixel farthest from black: a lone difference stays visible
    FarFromGray   ///< the pixel farthest from mid-gray, for signed differences
};

/// Immutable. Level 0 has the image's size, and each further level half of it, rounded up. Pixel i of level n covers
/// pixels [i 2^n, (i + 1) 2^n) of the image. A preview may lack levels (they are null images). Pixels are
/// Format_Grayscale8 or Format_RGBA8888 (not premultiplied).
struct DisplayImage {
    ImagePtr source;
    Reduction reduction = Reduction::Mean;
    DisplayRange range;
    bool opaque = true;
    bool preview = false; ///< made quickly; the full pyramid replaces it
    std::vector<QImage> levels;

    QSize size() const { return source ? QSize(source->width(), source->height()) : QSize(); }
    /// The level to draw if level `wanted` would be best: that one, else the nearest smaller one, else the nearest
    /// larger one.
    int nearestLevel(int wanted) const;
};

using DisplayPtr = std::shared_ptr<const DisplayImage>;

/// Converts to 8-bit pixels of the image's size. 8-bit images are not copied: the QImage holds the ImagePtr. 16-bit: s
/// / 257, rounded. 32-bit unsigned: s / the largest colour value of the image, alpha drawn opaque. Float: clamped to
/// `range` (alpha to 0..1), and a pixel with a NaN is magenta. Returns a null image if stopped.
QImage displayPixels(const ImagePtr& image, std::stop_token stop = {}, DisplayRange range = {});

/// Builds the whole pyramid; null if stopped. It takes about 10 ms for ten million gray pixels, too long for the
/// window's thread.
DisplayPtr makeDisplayImage(const ImagePtr& image, Reduction reduction, std::stop_token stop = {},
                            DisplayRange range = {});

/// Builds a preview quickly, whatever the size: no averages, and only a small subsample of formats other than 8-bit.
DisplayPtr makePreview(const ImagePtr& image, Reduction reduction, DisplayRange range = {});

/// The next level. Both sizes are rounded up; at an odd edge only the existing pixels are used. Null if stopped.
QImage halved(const QImage& level, Reduction reduction, bool opaque, std::stop_token stop = {});

} // namespace lightbench
