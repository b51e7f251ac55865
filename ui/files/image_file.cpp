// Converts names and calls the codecs.
#include "ui/files/image_file.h"

#include "ui/files/file_name.h"

namespace lightbench {

LoadedImage readImage(const QString& path, LargeImages large) { return readImage(nameBytes(path), large); }

ImagePtr loadImage(const QString& path, LargeImages large) { return loadImage(nameBytes(path), large); }

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
