// Reads and writes images by Qt file names. It wraps core/codecs/image_file.h, with the same errors.
#pragma once

#include "core/codecs/image_file.h"
#include "ui/files/file_name.h"

namespace lightbench {

inline LoadedImage readImage(const QString& path, const ReadOptions& options = {}) {
    return readImage(nameBytes(path), options);
}
inline ImagePtr loadImage(const QString& path, const ReadOptions& options = {}) {
    return loadImage(nameBytes(path), options);
}
inline std::string saveImage(const Image& image, const QString& path, const EncodeOptions& options = {}) {
    return saveImage(image, nameBytes(path), {}, options);
}

} // namespace lightbench
