// Loading and saving of image files: everything that can be wrong with a file is told in one line with its remedy.
#include "ui/files/image_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageReader>
#include <QImageWriter>
#include <QPixelFormat>

#include <new>

#include "core/base/input_file.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "core/image/image_reader.h"
#include "core/image/npy.h"
#include "ui/files/file_kind.h"
#include "ui/files/file_name.h"
#include "ui/files/png_writer.h"
#include "ui/files/portable_map.h"
#include "ui/files/qt_pixels.h"
#include "ui/files/tiff_reader.h"
#include "ui/files/tiff_writer.h"
#include "ui/files/whole_file.h"

namespace lightbench {

namespace {
const QList<FileKind> allKinds{FileKind::Png,  FileKind::Jpeg, FileKind::Bmp, FileKind::PortableMap,
                               FileKind::Tiff, FileKind::Webp, FileKind::Npy};

QString shown(const QString& path) { return QString::fromStdString(shownInput(nameBytes(path))); }

[[noreturn]] void fail(const QString& path, const QString& why) {
    throw Error(ErrorKind::Input, (shown(path) + " " + why).toStdString());
}

QString readableList() {
    QStringList labels;
    for (FileKind kind : allKinds)
        labels += kindLabel(kind);
    return labels.join(", ");
}

FileKind knownKind(const QString& path, QByteArrayView content) {
    const FileKind found = kindByContent(content);
    if (found == FileKind::Unknown)
        fail(path, "is not an image that can be read (" + readableList() + "); convert it to PNG first");
    return found;
}

/// The kind that the content says; a suffix that says another kind is an error, because saving beside it would go
/// wrong.
FileKind checkedKind(const QString& path, QByteArrayView content) {
    const FileKind named = kindBySuffix(path), found = knownKind(path, content);
    if (named != FileKind::Unknown && named != found) {
        const QFileInfo info(path);
        const QString better = shownName(info.completeBaseName() + "." + kindSuffixes(found).front());
        fail(path, QString("is mislabelled: it is a %1 file, not %2; rename it to %3")
                       .arg(kindLabel(found), kindLabel(named), better));
    }
    if (isTruncated(found, content)) fail(path, "is truncated: the end of the image is missing");
    return found;
}

/// What a file says of itself before it is read, and what it costs.
struct Claim {
    Size size;
    std::uint64_t bytes = 0; ///< of memory, at the most at once while it is read
    std::uint64_t samples = 0;
    QString text() const { return QString("%1 x %2 pixels").arg(size.width).arg(size.height); }
    QString cost() const { return QString::fromStdString(byteText(double(bytes))); }
};

/// Real pictures take a byte for every 700 that they cost, those of one colour every 1400; below this size nobody
/// minds.
constexpr std::uint64_t absurdShare = 2000, harmlessBytes = std::uint64_t(256) << 20;

void checkClaim(const QString& path, const Claim& claim, std::uint64_t fileBytes, LargeImages large) {
    if (claim.samples > maximumSamples)
        fail(path,
             "is too large: its header says " + claim.text() + ", more than 2^31 - 1 samples; crop or scale it first");
    if (large == LargeImages::Insist) return;
    const std::uint64_t available = availableMemory();
    if (claim.bytes > available)
        throw TooLarge(shown(path) + " is too large: its " + claim.text() + " take " + claim.cost() +
                       " of memory to read, and " + QString::fromStdString(byteText(double(available))) +
                       " are available; crop or scale it first");
    if (claim.bytes > harmlessBytes && claim.bytes / absurdShare > fileBytes)
        throw TooLarge(shown(path) + " claims " + claim.text() + ", which take " + claim.cost() + " to read, in " +
                       QString::fromStdString(byteText(double(fileBytes))) +
                       "; that is hardly a picture, and is not read");
}

Claim claimOf(QImageReader& reader) {
    const QSize size = reader.size();
    if (!size.isValid()) return {};
    // Where the format is not told, the largest that is common.
    const QImage::Format format = reader.imageFormat();
    const std::uint64_t bits = format == QImage::Format_Invalid ? 64 : QImage::toPixelFormat(format).bitsPerPixel();
    const bool turned = reader.transformation() != QImageIOHandler::TransformationNone;
    ImageShape shape{{size.width(), size.height()}, formatOf(format)};
    if (bits <= 8) shape.format.channels = 1; // unless its palette is of colours, which is found later
    return {shape.size, shape.size.area() * bits / 8 * (turned ? 2 : 1) + shape.bytes(), shape.samples()};
}

Claim claimOf(const ImageShape& shape) { return {shape.size, shape.bytes(), shape.samples()}; }

Image loadByQt(const QString& path, FileKind kind, QByteArrayView content, LargeImages large) {
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
    checkClaim(path, claimOf(reader), quint64(content.size()), large);
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

std::span<const std::byte> bytesOf(QByteArrayView content) {
    return std::as_bytes(std::span(content.data(), std::size_t(content.size())));
}

Image decode(const QString& path, FileKind kind, QByteArrayView content, LargeImages large) {
    if (kind == FileKind::Npy) {
        checkClaim(path, claimOf(npyShape(bytesOf(content))), quint64(content.size()), large);
        return readNpy(bytesOf(content));
    }
    if (const auto shape = kind == FileKind::PortableMap ? portableMapShape(content) : std::nullopt) {
        checkClaim(path, claimOf(*shape), quint64(content.size()), large);
        return readPortableMap(content);
    }
    if (const auto shape = kind == FileKind::Tiff ? tiffShape(content) : std::nullopt) {
        checkClaim(path, claimOf(*shape), quint64(content.size()), large);
        return readTiff(content);
    }
    return loadByQt(path, kind, content, large);
}

/// Readers of single formats do not know the file's name.
Image named(const QString& path, FileKind kind, QByteArrayView content, LargeImages large) {
    try {
        return decode(path, kind, content, large);
    } catch (const Error& error) {
        const std::string name = shown(path).toStdString(), message = error.what();
        if (message.starts_with(name)) throw;
        throw Error(error.kind(), name + (message.starts_with("is ") ? " " : ": ") + message, error.details());
    }
}

/// What is wrong with saving this shape in this kind of file; empty if nothing.
QString formatProblem(const ImageShape& shape, FileKind kind, const QString& suffix) {
    const QString label = kindLabel(kind);
    if (kind == FileKind::Npy) return {};
    if (shape.format.type == SampleType::F32 && kind != FileKind::Tiff)
        return label + " cannot hold 32-bit float samples; save as .npy";
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

QString suffixOf(const QString& path, const QString& format) {
    return (format.isEmpty() ? QFileInfo(path).suffix() : format).toLower();
}

FileKind writableKind(const QString& path, const QString& suffix) {
    const FileKind kind = kindBySuffix("." + suffix);
    if (kind != FileKind::Unknown && suffix != "pbm") return kind;
    cannotWrite(path, (suffix.isEmpty() ? QString("its name has no suffix, which decides the format")
                                        : "the suffix ." + shownName(suffix) + " is unknown") +
                          "; the suffixes are ." + writableSuffixes().join(" ."));
}

bool keepsAlpha(FileKind kind) {
    return kind == FileKind::Png || kind == FileKind::Tiff || kind == FileKind::Webp || kind == FileKind::Npy;
}

QString writeByQt(const Image& image, FileKind kind, QIODevice& device) {
    QImageWriter writer(&device, kindSuffixes(kind).front().toLatin1());
    if (kind == FileKind::Jpeg) writer.setQuality(95);
    if (kind == FileKind::Webp) writer.setQuality(100); // lossless
    return writer.write(asQt(image, image.shape().hasAlpha() && keepsAlpha(kind))) ? QString() : writer.errorString();
}

QString writeAs(const Image& image, FileKind kind, QIODevice& device) {
    if (kind == FileKind::PortableMap) return writePortableMap(image, device) ? QString() : device.errorString();
    if (kind == FileKind::Tiff) return writeTiff(image, device);
    if (kind == FileKind::Png && fitsPngWriter(image.shape())) return writePng(image, image.shape().hasAlpha(), device);
    if (kind != FileKind::Npy) return writeByQt(image, kind, device);
    bool whole = true;
    writeNpy(image, [&](std::span<const std::byte> part) {
        const auto bytes = qint64(part.size());
        whole = whole && device.write(reinterpret_cast<const char*>(part.data()), bytes) == bytes;
    });
    return whole ? QString() : device.errorString();
}
} // namespace

TooLarge::TooLarge(const QString& message) : Error(ErrorKind::Input, message.toStdString()) {}

LoadedImage readImage(const QString& path, LargeImages large) try {
    const auto begun = [&](std::string_view start) { knownKind(path, {start.data(), qsizetype(start.size())}); };
    const InputFile file(nameBytes(path), begun);
    const QByteArrayView content(file.content().data(), qsizetype(file.content().size()));
    const FileKind kind = checkedKind(path, content);
    LoadedImage loaded{
        std::make_shared<const Image>(named(path, kind, content, large)), kindSuffixes(kind).front(), {}};
    if (kind == FileKind::Tiff && hasMorePages(content))
        loaded.note = shown(path) + " has more than one page; the first is read";
    return loaded;
} catch (const std::bad_alloc&) {
    fail(path, "does not fit into this machine's memory; crop or scale it first");
}

ImagePtr loadImage(const QString& path, LargeImages large) { return readImage(path, large).image; }

void readSecondImages() {
    setImageReader([](const std::string& path) { return loadImage(nameFromBytes(path)); });
}

void checkSavable(const ImageShape& shape, const QString& path, const QString& format) {
    const QString suffix = suffixOf(path, format);
    const QString problem = formatProblem(shape, writableKind(path, suffix), suffix);
    if (!problem.isEmpty()) cannotWrite(path, problem);
    checkWritable(path);
}

bool canHold(const QString& suffix, const ImageShape& shape) {
    const QString lower = suffix.toLower();
    return writableSuffixes().contains(lower) && formatProblem(shape, kindBySuffix("." + lower), lower).isEmpty();
}

void saveImage(const Image& image, const QString& path, const QString& format) {
    checkSavable(image.shape(), path, format);
    const FileKind kind = writableKind(path, suffixOf(path, format));
    if (image.shape().hasAlpha() && !keepsAlpha(kind) && !isOpaque(image))
        cannotWrite(path, kindLabel(kind) + " cannot hold transparency and the image has some; save as .png or .npy");
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
