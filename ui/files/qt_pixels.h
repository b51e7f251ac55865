// Between Qt's images and ours, with the depth kept.
#pragma once

#include <QImage>

#include "core/image/image.h"

namespace lightbench {

/// The shape that an image of Qt's takes here: gray 8- or 16-bit where every colour it can hold is gray, else RGBA of 8
/// or 16 bits, or of floats.
ImageShape shapeOf(const QImage& image);
/// The same for any image of that format, as far as the format tells: palettes count as colour.
Format formatOf(QImage::Format format);
/// Copies in bands of rows, so that no second whole picture is ever held.
Image fromQt(const QImage& image);
/// Wraps the samples without a copy; the image must outlive the result. 8- and 16-bit only. Without alpha colours are
/// marked as such, so that writers leave it out; it must be opaque then.
QImage asQt(const Image& image, bool withAlpha);
bool isOpaque(const Image& image);

} // namespace lightbench
