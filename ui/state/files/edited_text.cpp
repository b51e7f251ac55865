// Decides once, when the bytes are read, how they are encoded.
#include "ui/state/files/edited_text.h"

#include <algorithm>
#include <fstream>
#include <string>

#include "core/base/text.h"
#include "ui/files/file_name.h"

namespace lightbench {

namespace {
const QByteArray utf8Mark("\xEF\xBB\xBF");
}

EditedText::EditedText(const QByteArray& bytes)
    : hasMark_(bytes.startsWith(utf8Mark)), isLatin_(!isUtf8({bytes.constData(), std::size_t(bytes.size())})) {
    const QByteArray text = hasMark_ ? bytes.mid(utf8Mark.size()) : bytes;
    text_ = isLatin_ ? QString::fromLatin1(text) : QString::fromUtf8(text);
}

QByteArray EditedText::bytesToBuild() const {
    const bool fitsLatin = std::ranges::all_of(text_, [](QChar letter) { return letter.unicode() < 256; });
    return isLatin_ && fitsLatin ? text_.toLatin1() : text_.toUtf8();
}

std::optional<QByteArray> editableBytes(const QString& path) {
    constexpr std::size_t maxBytes = 4 << 20;
    std::ifstream file(nameBytes(path), std::ios::binary);
    std::string bytes(maxBytes + 1, '\0');
    if (!file) return std::nullopt;
    file.read(bytes.data(), std::streamsize(bytes.size()));
    bytes.resize(std::size_t(file.gcount()));
    if (file.bad() || bytes.size() > maxBytes || bytes.find('\0') != std::string::npos) return std::nullopt;
    return QByteArray::fromStdString(bytes);
}

QByteArray EditedText::bytes() const { return hasMark_ ? utf8Mark + bytesToBuild() : bytesToBuild(); }

} // namespace lightbench
