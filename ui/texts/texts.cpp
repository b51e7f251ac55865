#include "ui/texts/texts.h"

#include <QCoreApplication>

#include <cmath>

#include "core/base/quantity.h"
#include "core/base/text.h"

namespace lightbench {

namespace {

QString withUnit(double value, const char* unit) {
    return QString::fromStdString(significantText(value)) + thinSpace + QString::fromUtf8(unit);
}

const QString unknown = QStringLiteral("–");

} // namespace

QString countText(quint64 count) { return QString::fromStdString(groupedText(count)); }

QString figureText(double value) {
    QString text = QString::number(value, 'g', 3);
    if (std::abs(value) >= 999.5 && std::abs(value) < 1e15)
        text = (value < 0 ? QStringLiteral("-") : QString()) + countText(quint64(std::llround(std::abs(value))));
    return text.replace(QStringLiteral("e-0"), QStringLiteral("e-")).replace('-', QChar(0x2212));
}

QString decibelText(double decibels) {
    if (std::isnan(decibels)) return unknown;
    return (std::isinf(decibels) ? QStringLiteral("∞") : figureText(decibels)) + thinSpace + QStringLiteral("dB");
}

QString timeText(double milliseconds) { return QString::fromStdString(durationText(milliseconds)); }

QString coldText(const QString& text) { return QCoreApplication::translate("Time", "%1 (cold)").arg(text); }

QString measuredText(double milliseconds, bool isMeasured) {
    const QString text = timeText(milliseconds);
    return isMeasured ? text : coldText(text);
}

QString rateText(double gigabytesPerSecond) {
    if (!(gigabytesPerSecond > 0) || std::isinf(gigabytesPerSecond)) return unknown;
    if (gigabytesPerSecond >= 999.5) return withUnit(gigabytesPerSecond / 1e3, "TB/s");
    if (gigabytesPerSecond < 0.9995) return withUnit(gigabytesPerSecond * 1e3, "MB/s");
    return withUnit(gigabytesPerSecond, "GB/s");
}

QString memoryText(double bytes) {
    if (!(bytes >= 0) || std::isinf(bytes)) return unknown;
    if (bytes < 999.5) return withUnit(bytes, "B");
    if (bytes < 999.5e3) return withUnit(bytes / 1e3, "kB");
    if (bytes < 999.5e6) return withUnit(bytes / 1e6, "MB");
    return withUnit(bytes / 1e9, "GB");
}

QString shareText(double share) {
    return share > 0 ? words(threeDigits(100 * share)) + thinSpace + QChar('%') : QStringLiteral("–");
}

QString speedupText(double factor) { return QString::fromStdString(factorText(factor)); }

QString gainText(double gain) {
    return gain >= 100 ? countText(quint64(std::llround(gain))) : QString::number(gain, 'g', 3);
}

} // namespace lightbench
