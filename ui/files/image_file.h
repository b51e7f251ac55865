// Reads and writes images by Qt file names. It wraps core/codecs/image_file.h, with the same errors. The window's file
// tasks and dialogs use it.
#pragma once

#include <QString>
#include <QStringList>

#include "core/codecs/image_file.h"

namespace lightbench {

LoadedImage readImage(const QString& path, const ReadOptions& options = {});
ImagePtr loadImage(const QString& path, const ReadOptions& options = {});
std::string saveImage(const Image& image, const QString& path, const EncodeOptions& options = {});

/// readableSuffixes and writableSuffixes (core/codecs/codecs.h) for file dialogs.
QStringList imageSuffixes();
QStringList writtenSuffixes();

} // namespace lightbench
