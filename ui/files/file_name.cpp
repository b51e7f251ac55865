#include "ui/files/file_name.h"

#include <QByteArray>
#include <QFileInfo>
#include <QStringList>
#include <QUtf8StringView>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/base/small_file.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
constexpr char16_t escapeBase = 0xdc00;

bool isEscape(QChar c) { return c.unicode() >= escapeBase + 0x80 && c.unicode() <= escapeBase + 0xff; }

/// Bytes of the UTF-8 character at the start, or 0 if it is invalid.
qsizetype characterLength(QByteArrayView bytes) {
    for (qsizetype length = 1; length <= std::min<qsizetype>(4, bytes.size()); ++length)
        if (QUtf8StringView(bytes.data(), length).isValidUtf8()) return length;
    return 0;
}
} // namespace

QString nameFromBytes(const std::string& bytes) {
    QByteArrayView rest(bytes.data(), qsizetype(bytes.size()));
    if (QUtf8StringView(rest.data(), rest.size()).isValidUtf8()) return QString::fromUtf8(rest);
    QString name;
    while (!rest.isEmpty()) {
        const qsizetype length = characterLength(rest);
        name += length ? QString::fromUtf8(rest.first(length)) : QString(QChar(escapeBase + quint8(rest[0])));
        rest = rest.sliced(std::max<qsizetype>(length, 1));
    }
    return name;
}

bool isText(const QString& name) { return name.isValidUtf16(); }

std::string nameBytes(const QString& name) {
    if (isText(name)) return name.toStdString();
    std::string bytes;
    for (qsizetype i = 0; i < name.size(); ++i) {
        const bool pair = name[i].isHighSurrogate() && i + 1 < name.size() && name[i + 1].isLowSurrogate();
        if (isEscape(name[i]))
            bytes += char(name[i].unicode() - escapeBase);
        else
            bytes += name.mid(i, pair ? 2 : 1).toStdString();
        if (pair) ++i;
    }
    return bytes;
}

QString actualName(const QString& name) {
    const std::filesystem::path path = nameBytes(name);
    std::error_code problem;
    if (!name.contains(QChar::ReplacementCharacter) || std::filesystem::exists(path, problem)) return name;
    const QString folder = actualName(nameFromBytes(path.parent_path().string()));
    QStringList found;
    for (const auto& entry : std::filesystem::directory_iterator(nameBytes(folder), problem))
        if (QString::fromStdString(entry.path().filename().string()) == nameFromBytes(path.filename().string()))
            found << nameFromBytes(entry.path().string());
    return found.size() == 1 ? found.front() : name;
}

QString absoluteName(const QString& name) { return nameFromBytes(absolutePath(nameBytes(name), {})); }

bool isThere(const QString& name) {
    std::error_code problem;
    return !name.isEmpty() && std::filesystem::exists(nameBytes(name), problem);
}

QString shownName(const QString& name) { return QString::fromStdString(shownPath(nameBytes(name))); }

QString shownFile(const QString& path) { return shownName(QFileInfo(path).fileName()); }

QString filePatterns(const std::vector<std::string>& suffixes) {
    QStringList list;
    for (const std::string& suffix : suffixes)
        list << QStringLiteral("*.") + QString::fromStdString(suffix);
    return list.join(QChar(' '));
}

} // namespace lightbench
