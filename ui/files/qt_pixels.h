// Our samples as an image of Qt's.
#pragma once

#include <QImage>

#include "core/image/image.h"

namespace lightbench {

/// Wraps the samples without a copy; the image must outlive the result. 8- and 16-bit only. Without alpha colours are
/// marked as such; it must be opaque then.
QImage asQt(const Image& image, bool withAlpha);

} // namespace lightbench
