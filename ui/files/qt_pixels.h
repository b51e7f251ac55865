// Views a lightbench::Image as a QImage without a copy. Sample thumbnails (ui/state/files/samples.cpp) are made this
// way. The caller keeps the image alive.
#pragma once

#include <QImage>

#include "core/image/image.h"

namespace lightbench {

/// Wraps the pixels without a copy; the image must outlive the result. Only 8- and 16-bit formats. Without alpha,
/// colour images are marked as opaque, so their alpha must be opaque.
QImage asQImage(const Image& image, bool withAlpha);

} // namespace lightbench
