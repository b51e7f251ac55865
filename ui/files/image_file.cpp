// Converts names and calls the codecs.
#include "ui/files/image_file.h"

#include "ui/files/file_name.h"

namespace lightbench {

LoadedImage readImage(const QString& path, const ReadOptions& options) { return readImage(nameBytes(path), options); }

ImagePtr loadImage(const QString& path, const ReadOptions& options) { return loadImage(nameBytes(path), options); }

std::string saveImage(const Image& image, const QString& path, const EncodeOptions& options) {
    return saveImage(image, nameBytes(path), {}, options);
}

static QStringList listOf(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list << QString::fromStdString(word);
    return list;
}

QStringList imageSuffixes() { return listOf(readableSuffixes()); }
QStringList writtenSuffixes() { return listOf(writableSuffixes()); }

} // namespace lightbench
