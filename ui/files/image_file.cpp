// Loading and saving of image files: everything that can be wrong with a file is told in one line with its remedy.
#include "ui/files/image_file.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QImageWriter>
#include <QPixelFormat>

#include <new>

#include "core/error.h"
#include "core/npy.h"
#include "ui/files/file_kind.h"
#include "ui/files/portable_map.h"
#include "ui/files/qt_pixels.h"
#include "ui/files/whole_file.h"

namespace lightbench {

namespace {
const QList<FileKind> allKinds{FileKind::Png,  FileKind::Jpeg, FileKind::Bmp, FileKind::PortableMap,
                               FileKind::Tiff, FileKind::Webp, FileKind::Npy};

[[noreturn]] void fail(const QString& path, const QString& why) {
    throw Error(ErrorKind::Input, (path + " " + why).toStdString());
}

QString readableList() {
    QStringList labels;
    for (FileKind kind : allKinds)
        labels += kindLabel(kind);
    return labels.join(", ");
}

void openForReading(QFile& file) {
    const QString path = file.fileName();
    const QFileInfo info(path);
    if (path.isEmpty()) throw Error(ErrorKind::Input, "the image file's name is empty");
    if (!info.exists()) fail(path, "does not exist");
    if (info.isDir()) fail(path, "is a folder; give an image file");
    if (!file.open(QIODevice::ReadOnly)) fail(path, "cannot be read: " + file.errorString());
    if (file.size() == 0) fail(path, "is empty; it holds no image");
}

/// The kind that the content says; a suffix that says another kind is an error, because saving beside it would go
/// wrong.
FileKind checkedKind(const QString& path, QByteArrayView content) {
    const FileKind named = kindBySuffix(path), found = kindByContent(content);
    if (found == FileKind::Unknown)
        fail(path, "is not an image that can be read (" + readableList() + "); convert it to PNG first");
    if (named != FileKind::Unknown && named != found) {
        const QFileInfo info(path);
        const QString better = info.completeBaseName() + "." + kindSuffixes(found).front();
        fail(path, QString("is mislabelled: it is a %1 file, not %2; rename it to %3")
                       .arg(kindLabel(found), kindLabel(named), better));
    }
    if (isTruncated(found, content)) fail(path, "is truncated: the end of the image is missing");
    return found;
}

void checkSize(const QString& path, QImageReader& reader) {
    const QSize size = reader.size();
    if (!size.isValid()) return;
    const QImage::Format format = reader.imageFormat();
    const bool gray = format == QImage::Format_Grayscale8 || format == QImage::Format_Grayscale16 ||
                      format == QImage::Format_Mono || format == QImage::Format_Indexed8;
    const quint64 samples = quint64(size.width()) * quint64(size.height()) * (gray ? 1 : 4);
    if (samples <= maximumSamples) return;
    fail(path,
         QString("is too large: its header says %1 x %2 pixels, more than 2^31 - 1 samples; crop or scale it first")
             .arg(size.width())
             .arg(size.height()));
}

Image loadByQt(const QString& path, FileKind kind, QByteArrayView content) {
    // Our own limit is told from the header; Qt's of 128 MiB would refuse legal images.
    QImageReader::setAllocationLimit(0);
    QByteArray bytes = QByteArray::fromRawData(content.data(), content.size());
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
    if (!reader.canRead() && kind == FileKind::PortableMap) fail(path, "is damaged: its header cannot be read");
    if (!reader.canRead())
        fail(path,
             QString("cannot be read: its %1 header is damaged, or the package qt6-image-formats-plugins is missing")
                 .arg(kindLabel(kind)));
    checkSize(path, reader);
    const QImage decoded = reader.read();
    if (decoded.isNull()) fail(path, "is damaged or truncated: " + reader.errorString());
    Image image = fromQt(decoded);
    // Colours that Qt multiplied with their alpha in 8 bits cannot be had back.
    const bool multiplied = decoded.pixelFormat().premultiplied() == QPixelFormat::Premultiplied;
    if (multiplied && !isOpaque(image))
        fail(path, QString("is a %1 with transparency, whose colours cannot be read exactly; convert it to PNG")
                       .arg(kindLabel(kind)));
    return image;
}

Image decode(const QString& path, QByteArrayView content) {
    const FileKind kind = checkedKind(path, content);
    if (kind == FileKind::Npy) return readNpy(std::as_bytes(std::span(content.data(), std::size_t(content.size()))));
    if (kind == FileKind::PortableMap)
        if (std::optional<Image> image = readPortableMap(content)) return std::move(*image);
    return loadByQt(path, kind, content);
}

/// What is wrong with saving this shape in this kind of file; empty if nothing.
QString formatProblem(const ImageShape& shape, FileKind kind, const QString& suffix) {
    const QString label = kindLabel(kind);
    if (kind == FileKind::Npy) return {};
    if (shape.format.type == SampleType::F32) return label + " cannot hold 32-bit float samples; save as .npy";
    if (shape.format.type == SampleType::U32) return label + " cannot hold 32-bit unsigned samples; save as .npy";
    const bool shallow = kind == FileKind::Jpeg || kind == FileKind::Bmp || kind == FileKind::Webp;
    if (shallow && shape.format.type == SampleType::U16)
        return label + " holds 8 bits a sample, the image has 16; save as .png, .tif or .npy";
    if (suffix == "pgm" && shape.format.channels == 4)
        return "PGM holds gray images only; save as .ppm or .png, or end the stack with grayscale";
    const int longest = kind == FileKind::Jpeg ? 65535 : kind == FileKind::Webp ? 16383 : 0x7fffffff;
    if (std::max(shape.size.width, shape.size.height) > longest)
        return QString("%1 holds at most %2 pixels a side; save as .png").arg(label).arg(longest);
    return {};
}

FileKind writableKind(const QString& path) {
    const FileKind kind = kindBySuffix(path);
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (kind != FileKind::Unknown && suffix != "pbm") return kind;
    throw Error(ErrorKind::Input, QString("cannot write %1: %2; the suffixes are .%3")
                                      .arg(path,
                                           suffix.isEmpty() ? "its name has no suffix, which decides the format"
                                                            : "the suffix ." + suffix + " is unknown",
                                           writableSuffixes().join(" ."))
                                      .toStdString());
}

/// Qt's TIFF writer multiplies 8-bit colours with their alpha, which cannot be undone.
bool keepsAlpha(FileKind kind, Format format) {
    if (kind == FileKind::Tiff) return format.type == SampleType::U16;
    return kind == FileKind::Png || kind == FileKind::Webp || kind == FileKind::Npy;
}

QString writeByQt(const Image& image, FileKind kind, QIODevice& device) {
    QImageWriter writer(&device, kindSuffixes(kind).front().toLatin1());
    if (kind == FileKind::Jpeg) writer.setQuality(95);
    if (kind == FileKind::Webp) writer.setQuality(100);   // lossless
    if (kind == FileKind::Tiff) writer.setCompression(1); // LZW
    return writer.write(asQt(image)) ? QString() : writer.errorString();
}

QString writeAs(const Image& image, FileKind kind, QIODevice& device) {
    if (kind == FileKind::PortableMap) return writePortableMap(image, device) ? QString() : device.errorString();
    if (kind != FileKind::Npy) return writeByQt(image, kind, device);
    const std::vector<std::byte> bytes = writeNpy(image);
    const bool whole =
        device.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size())) == qint64(bytes.size());
    return whole ? QString() : device.errorString();
}
} // namespace

ImagePtr loadImage(const QString& path) try {
    QFile file(path);
    openForReading(file);
    // Mapped, not read: the encoded file costs no memory of its own.
    QByteArray whole;
    const uchar* mapped = file.map(0, file.size());
    if (!mapped) whole = file.readAll();
    const QByteArrayView content = mapped ? QByteArrayView(mapped, qsizetype(file.size())) : QByteArrayView(whole);
    try {
        return std::make_shared<const Image>(decode(path, content));
    } catch (const Error& error) {
        const QString message = QString::fromStdString(error.what());
        if (message.startsWith(path)) throw;
        throw Error(error.kind(), (path + ": " + message).toStdString(), error.details());
    }
} catch (const std::bad_alloc&) {
    fail(path, "does not fit into this machine's memory; crop or scale it first");
}

void checkSavable(const ImageShape& shape, const QString& path) {
    const FileKind kind = writableKind(path);
    const QString problem = formatProblem(shape, kind, QFileInfo(path).suffix().toLower());
    if (!problem.isEmpty())
        throw Error(ErrorKind::Input, QString("cannot write %1: %2").arg(path, problem).toStdString());
    checkWritable(path);
}

bool canHold(const QString& path, const ImageShape& shape) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    return writableSuffixes().contains(suffix) && formatProblem(shape, kindBySuffix(path), suffix).isEmpty();
}

void saveImage(const Image& image, const QString& path) {
    checkSavable(image.shape(), path);
    const FileKind kind = kindBySuffix(path);
    if (!keepsAlpha(kind, image.format()) && !isOpaque(image)) {
        const QString why =
            kindLabel(kind) + (kind == FileKind::Tiff ? " would change colours under 8-bit transparency"
                                                      : " cannot hold transparency and the image has some");
        throw Error(ErrorKind::Input,
                    QString("cannot write %1: %2; save as .png or .npy").arg(path, why).toStdString());
    }
    writeWhole(path, [&](QIODevice& device) { return writeAs(image, kind, device); });
}

QStringList readableSuffixes() {
    QStringList suffixes;
    for (FileKind kind : allKinds)
        suffixes += kindSuffixes(kind);
    return suffixes;
}

QStringList writableSuffixes() {
    QStringList suffixes = readableSuffixes();
    suffixes.removeAll("pbm");
    return suffixes;
}

} // namespace lightbench
