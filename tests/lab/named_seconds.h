// Reads the seconds that a sentence names. A test asks for at least so many, because on a busy machine they are more.
#pragma once

#include <QRegularExpression>
#include <QString>

namespace lightbench::tests {

/// The whole seconds of "after 12 s"; -1 if the sentence names none.
inline int secondsIn(const QString& text) {
    static const QRegularExpression seconds(QStringLiteral("\\b(\\d+) s\\b"));
    const QRegularExpressionMatch match = seconds.match(text);
    return match.hasMatch() ? match.captured(1).toInt() : -1;
}

} // namespace lightbench::tests
