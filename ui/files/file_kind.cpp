// Signatures, suffixes and the walk through a file's structure that finds a missing end.
#include "ui/files/file_kind.h"

#include <QFileInfo>
#include <QtEndian>

#include <cstring>

#include "ui/files/tiff_extent.h"

namespace lightbench {

namespace {
struct KindRow {
    FileKind kind;
    const char* label;
    QStringList suffixes;
};

const std::vector<KindRow>& kindRows() {
    static const std::vector<KindRow> rows{
        {FileKind::Png, "PNG", {"png"}},           {FileKind::Jpeg, "JPEG", {"jpg", "jpeg"}},
        {FileKind::Bmp, "BMP", {"bmp"}},           {FileKind::PortableMap, "PPM/PGM", {"ppm", "pgm", "pbm", "pnm"}},
        {FileKind::Tiff, "TIFF", {"tif", "tiff"}}, {FileKind::Webp, "WebP", {"webp"}},
        {FileKind::Npy, "NumPy", {"npy"}},
    };
    return rows;
}

quint32 big32(QByteArrayView content, qsizetype at) { return qFromBigEndian<quint32>(content.data() + at); }
quint32 little32(QByteArrayView content, qsizetype at) { return qFromLittleEndian<quint32>(content.data() + at); }
quint8 byteAt(QByteArrayView content, qsizetype at) { return quint8(content[at]); }

bool pngTruncated(QByteArrayView content) {
    qsizetype at = 8;
    while (at + 12 <= content.size()) {
        const qsizetype next = at + 12 + qsizetype(big32(content, at));
        if (content.sliced(at + 4, 4) == QByteArrayView("IEND")) return next > content.size();
        at = next;
    }
    return true;
}

/// The position of the next marker's code in entropy-coded data, or -1: FF 00 is a stuffed byte, D0..D7 are restarts.
qsizetype nextMarker(QByteArrayView content, qsizetype at) {
    while (at + 1 < content.size()) {
        const void* found = std::memchr(content.data() + at, 0xff, size_t(content.size() - 1 - at));
        if (!found) return -1;
        at = static_cast<const char*>(found) - content.data() + 1;
        const quint8 code = byteAt(content, at);
        if (code != 0x00 && code != 0xff && (code < 0xd0 || code > 0xd7)) return at;
    }
    return -1;
}

bool jpegTruncated(QByteArrayView content) {
    for (qsizetype at = nextMarker(content, 2); at >= 0; at = nextMarker(content, at)) {
        if (byteAt(content, at) == 0xd9) return false;
        if (at + 3 > content.size()) return true;
        at += 1 + qFromBigEndian<quint16>(content.data() + at + 1);
    }
    return true;
}

bool bmpTruncated(QByteArrayView content) {
    if (content.size() < 54) return true;
    const quint32 header = little32(content, 14), compression = little32(content, 30);
    if (header < 40 || (compression != 0 && compression != 3)) return false;
    const qint64 width = qint32(little32(content, 18)), height = qAbs(qint64(qint32(little32(content, 22))));
    const qint64 bits = qFromLittleEndian<quint16>(content.data() + 28);
    return qint64(little32(content, 10)) + (width * bits + 31) / 32 * 4 * height > content.size();
}
} // namespace

QString kindLabel(FileKind kind) {
    for (const KindRow& row : kindRows())
        if (row.kind == kind) return row.label;
    return "unknown";
}

QStringList kindSuffixes(FileKind kind) {
    for (const KindRow& row : kindRows())
        if (row.kind == kind) return row.suffixes;
    return {};
}

FileKind kindBySuffix(const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    for (const KindRow& row : kindRows())
        if (row.suffixes.contains(suffix)) return row.kind;
    return FileKind::Unknown;
}

FileKind kindByContent(QByteArrayView content) {
    using namespace std::string_view_literals;
    const auto starts = [&](std::string_view signature) {
        return content.startsWith(QByteArrayView(signature.data(), qsizetype(signature.size())));
    };
    if (starts("\x89PNG\r\n\x1a\n"sv)) return FileKind::Png;
    if (starts("\xff\xd8\xff"sv)) return FileKind::Jpeg;
    if (starts("II*\0"sv) || starts("MM\0*"sv) || starts("II+\0"sv) || starts("MM\0+"sv)) return FileKind::Tiff;
    if (starts("RIFF"sv) && content.size() >= 12 && content.sliced(8, 4) == QByteArrayView("WEBP"))
        return FileKind::Webp;
    if (starts("\x93NUMPY"sv)) return FileKind::Npy;
    // Two letters are a weak signature: the reserved words of a BMP are zero, a map's second letter is followed by a
    // space.
    if (starts("BM"sv) && content.size() >= 14 && little32(content, 6) == 0) return FileKind::Bmp;
    const bool map = content.size() >= 3 && content[0] == 'P' && content[1] >= '1' && content[1] <= '6';
    if (map && std::strchr(" \t\r\n#", content[2])) return FileKind::PortableMap;
    return FileKind::Unknown;
}

bool isTruncated(FileKind kind, QByteArrayView content) {
    switch (kind) {
    case FileKind::Png: return pngTruncated(content);
    case FileKind::Jpeg: return jpegTruncated(content);
    case FileKind::Bmp: return bmpTruncated(content);
    case FileKind::Tiff: return tiffTruncated(content);
    case FileKind::Webp: return qint64(little32(content, 4)) + 8 > content.size();
    default: return false;
    }
}

} // namespace lightbench
