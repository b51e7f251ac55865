// What kind of image file something is: by its suffix, by its first bytes, and whether it is all there.
#pragma once

#include <QByteArrayView>
#include <QString>
#include <QStringList>

namespace lightbench {

enum class FileKind { Unknown, Png, Jpeg, Bmp, PortableMap, Tiff, Webp, Npy };

/// "PNG", "JPEG", "PPM/PGM" and so on, as shown to people.
QString kindLabel(FileKind kind);
/// Suffixes of a kind, the usual one first.
QStringList kindSuffixes(FileKind kind);
/// Unknown if no kind has that suffix.
FileKind kindBySuffix(const QString& path);
/// By the signature at the start of a file. Unknown if there is none that we read.
FileKind kindByContent(QByteArrayView content);
/// True if the file ends before its format says it does. Decoders only warn and leave the rest gray, so this walks the
/// structure itself: PNG's chunks (W3C PNG 5.3), JPEG's markers (ITU T.81 B.1), the sizes that BMP and RIFF headers
/// give. Kinds whose decoders fail by themselves give false.
bool isTruncated(FileKind kind, QByteArrayView content);

} // namespace lightbench
