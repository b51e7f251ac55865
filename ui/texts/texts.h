// Texts of core for Qt, and the formats of the lab's numbers. All of ui uses it; what knows no colours includes it
// alone. Formatted numbers have three significant digits and a thin space before the unit.
#pragma once

#include <QString>

#include <string>

namespace lightbench {

/// The space before a unit and between groups of thousands: U+202F.
inline constexpr QChar thinSpace{0x202F};
/// Converts a text of core to a QString.
inline QString words(const std::string& text) { return QString::fromStdString(text); }
/// With a capital first letter, as at the start of a sentence.
inline QString capitalised(const QString& text) { return text.left(1).toUpper() + text.mid(1); }
/// 33647712 -> "33 647 712".
QString countText(quint64 count);
/// Three significant digits, or a whole number: "0", "0.25", "0.0213", "12345"; tiny values have an exponent,
/// "8.06e−6".
QString figureText(double value);
/// "62.3 dB", "∞ dB"; an en dash where it is not defined (NaN).
QString decibelText(double decibels);
/// A time with three significant digits and a fitting unit: "1.94 ms", "48.0 ms", "1.20 s", "210 µs". NaN and negative
/// values show as an en dash.
QString timeText(double milliseconds);
/// Marks a time or a ratio of a single cold run, so that it does not look like a measurement: "4.37 ms (cold)".
QString coldText(const QString& text);
/// A time as timeText, with coldText's mark if it is of a single cold run.
QString measuredText(double milliseconds, bool isMeasured);
/// "320 GB/s", "1.53 TB/s".
QString rateText(double gigabytesPerSecond);
/// "236 MB" (1e6 bytes).
QString memoryText(double bytes);
/// A share between 0 and 1: "42.1 %"; an en dash if unknown (0).
QString shareText(double share);
/// "436 ×"; an en dash if unknown (0).
QString speedupText(double factor);
/// An amplification factor: "8", "65 535", "21.3".
QString gainText(double gain);

} // namespace lightbench
