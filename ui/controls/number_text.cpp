#include "ui/controls/number_text.h"

#include <QRegularExpression>

#include <cmath>

namespace lightbench {

namespace {

/// Converts digits of any script and all kinds of minus, decimal point and space to one form.
QString inOneForm(const QString& text) {
    QString plain;
    for (const QChar c : text.trimmed()) {
        if (c.isDigit())
            plain += QChar('0' + c.digitValue());
        else if (c == QChar(0x2212))
            plain += '-';
        else if (c == ',' || c == QChar(0x66b))
            plain += '.';
        else
            plain += c.isSpace() ? QChar(' ') : c;
    }
    return plain;
}

} // namespace

std::optional<double> numberFromText(const QString& text) {
    static const QRegularExpression grouped(QStringLiteral("^[+-]?[0-9]{1,3}( [0-9]{3})+(\\.[0-9]*)?$"));
    static const QRegularExpression number(QStringLiteral("^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?$"));
    QString plain = inOneForm(text);
    if (grouped.match(plain).hasMatch()) plain.remove(' ');
    if (!number.match(plain).hasMatch()) return std::nullopt;
    const double value = plain.toDouble();
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace lightbench
