// Image files in and out, bit depth kept: PNG, JPEG, BMP, PPM/PGM, TIFF and WebP by Qt, and NumPy's .npy.
#pragma once

#include <QString>
#include <QStringList>

#include "core/image.h"

namespace lightbench {

/// Reads an image. RGB files become RGBA with opaque alpha; gray files have one channel. 8 and 16 bits a sample are
/// kept. Throws Error(Input), one line that names the file and the remedy: missing, a folder, empty, truncated,
/// mislabelled, more than 2^31 - 1 samples (told from the header, before memory is taken).
ImagePtr loadImage(const QString& path);

/// Writes the whole file or nothing (QSaveFile). The suffix decides the format. Throws Error(Input) if the suffix is
/// unknown, the folder cannot be written, or the format cannot hold the samples (such as float in PNG: says to use
/// .npy).
void saveImage(const Image& image, const QString& path);

/// Throws what saveImage would throw for an image of this shape, alpha aside; writes nothing. For a check before long
/// work.
void checkSavable(const ImageShape& shape, const QString& path);

/// True if the format that the path's suffix names exists and holds images of this shape.
bool canHold(const QString& path, const ImageShape& shape);

/// Suffixes that can be read and written, without dots, lower case.
QStringList readableSuffixes();
QStringList writableSuffixes();

} // namespace lightbench
