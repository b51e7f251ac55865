// The bytes of a text file as an editor shows them, and back. Encoding, byte-order mark and line ends stay. KernelTexts
// uses it.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace lightbench {

class EditedText {
public:
    EditedText() = default;
    /// UTF-8 if the bytes are that, else Latin-1, in which every byte is a letter.
    explicit EditedText(const QByteArray& bytes);

    const QString& text() const { return text_; }
    void setText(const QString& text) { text_ = text; }
    /// As they are saved. A Latin-1 file becomes UTF-8 if its text has other letters.
    QByteArray bytes() const;
    /// As a compiler gets them: without the byte-order mark.
    QByteArray bytesToBuild() const;

private:
    QString text_;
    bool hasMark_ = false; ///< the byte-order mark of UTF-8
    bool isLatin_ = false;
};

/// A file's bytes, if it can be edited as a text: not larger than a kernel file may be, and without zeros.
std::optional<QByteArray> editableBytes(const QString& path);

} // namespace lightbench
