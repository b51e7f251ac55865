// TIFF files of 8 and 16 bits and of floats, with and without transparency: what Qt's reader multiplies with alpha or
// cannot hold. TIFF 6.0, by libtiff.
#pragma once

#include <QByteArrayView>

#include <optional>

#include "core/image/image.h"

namespace lightbench {

/// The shape of the first picture; nothing for what is left to Qt: palettes, bitmaps, colour spaces other than gray and
/// RGB, pictures that are to be turned, signed and half-precision samples, and directories that cannot be read.
std::optional<ImageShape> tiffShape(QByteArrayView content);
/// Reads what has such a shape: strips or tiles, planes together or apart, every compression that libtiff has. Throws
/// Error(Input) with what is wrong ("is damaged ..."), without the file's name; so it does for colours that are
/// multiplied with their alpha, which cannot be had back exactly.
Image readTiff(QByteArrayView content);
/// Whether there are more pictures after the first.
bool hasMorePages(QByteArrayView content);

} // namespace lightbench
