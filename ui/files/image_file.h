// Image files in and out, bit depth kept: PNG, JPEG, BMP, PPM/PGM and WebP by Qt, TIFF by libtiff, and NumPy's .npy.
#pragma once

#include <QString>
#include <QStringList>

#include "core/base/error.h"
#include "core/image/image.h"

namespace lightbench {

/// What to do with a file whose size this machine's memory cannot hold, or that claims a size that is absurd for the
/// bytes that it has.
enum class LargeImages { Refuse, Insist };

/// The refusal: its message says the size. Whoever asked may insist.
class TooLarge : public Error {
public:
    explicit TooLarge(const QString& message);
};

struct LoadedImage {
    ImagePtr image;
    QString format; ///< the usual suffix of its kind, such as "png"
    QString note{}; ///< what the file holds beside it, in one line that names the file; empty for nothing
};

/// Reads an image. RGB files become RGBA with opaque alpha, and their layout says so; gray files have one channel. 8
/// and 16 bits a sample are kept. "-" is the standard input; pipes are read whole. Throws Error(Input), one line that
/// names the file and the remedy: missing, a folder, empty, truncated, mislabelled, more than 2^31 - 1 samples;
/// TooLarge where memory does not hold it. Sizes are told from the header, before memory is taken.
LoadedImage readImage(const QString& path, LargeImages large = LargeImages::Refuse);
ImagePtr loadImage(const QString& path, LargeImages large = LargeImages::Refuse);

/// Has stages' second images read in the same way (core/image/image_reader.h). For a program's start.
void readSecondImages();

/// Writes the whole file or nothing, see writeWhole. The suffix decides the format unless `format`, a suffix, does.
/// Throws Error(Input) if the suffix is unknown, the folder cannot be written, or the format cannot hold the samples
/// (such as float in PNG: says to use .npy).
void saveImage(const Image& image, const QString& path, const QString& format = {});

/// Throws what saveImage would throw for an image of this shape, alpha aside; writes nothing. For a check before long
/// work.
void checkSavable(const ImageShape& shape, const QString& path, const QString& format = {});

/// True if a format of that suffix exists and holds images of this shape.
bool canHold(const QString& suffix, const ImageShape& shape);

/// Suffixes that can be read and written, without dots, lower case.
QStringList readableSuffixes();
QStringList writableSuffixes();

} // namespace lightbench
