// An image as the screen can show it: 8-bit pixels and ever smaller copies of them, so that any zoom is drawn quickly
// and without moire. Mip pyramid after L. Williams, "Pyramidal parametrics", SIGGRAPH 1983.
#pragma once

#include <QImage>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/image/image.h"
#include "ui/display/sample_range.h"

namespace lightbench {

/// How four pixels become one when the image is shown smaller.
enum class Reduction {
    Mean,         ///< the average: what an eye sees from afar; alpha weighs the colours
    FarFromBlack, ///< the pixel farthest from black: a lone difference stays visible
    FarFromGray   ///< the pixel farthest from mid-gray, for signed differences
};

/// Immutable. Level 0 has the image's size, each next one half of it, rounded up; pixel i of level n stands for the
/// pixels [i 2^n, (i + 1) 2^n) of the image. A preview may lack levels (they are null images).
/// Pixels are Format_Grayscale8 or Format_RGBA8888 (not premultiplied).
struct DisplayImage {
    ImagePtr source;
    Reduction reduction = Reduction::Mean;
    DisplayRange range;
    bool opaque = true;
    bool preview = false; ///< quickly made: to be replaced by the full pyramid
    std::vector<QImage> levels;

    QSize size() const { return source ? QSize(source->width(), source->height()) : QSize(); }
    /// The level to take where level `wanted` would be best: that one, else the nearest smaller picture, else the
    /// nearest larger one.
    int nearestLevel(int wanted) const;
};

using DisplayPtr = std::shared_ptr<const DisplayImage>;

/// 8-bit pixels of the image's size. 8-bit samples are not copied: the QImage holds the ImagePtr. 16-bit: s / 257,
/// rounded; 32-bit unsigned: s / the largest colour sample of the image, alpha drawn opaque; float: clamped to `range`
/// (alpha to 0..1), a pixel with a NaN is magenta. A null image if stopped.
QImage displayPixels(const ImagePtr& image, std::stop_token stop = {}, DisplayRange range = {});

/// The whole pyramid; null if stopped. About 10 ms for ten million gray pixels: not for the window's thread.
DisplayPtr makeDisplayImage(const ImagePtr& image, Reduction reduction, std::stop_token stop = {},
                            DisplayRange range = {});

/// Something to show at once, whatever the size: no averages, other formats than 8-bit only as a small sample.
DisplayPtr makePreview(const ImagePtr& image, Reduction reduction, DisplayRange range = {});

/// The next level. Both sizes rounded up; at an odd edge the pixels that exist are taken. Null if stopped.
QImage halved(const QImage& level, Reduction reduction, bool opaque, std::stop_token stop = {});

} // namespace lightbench
