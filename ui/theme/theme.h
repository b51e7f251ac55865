// Colours and numbers of the lab, in one place: neutral grey chrome, one accent, verdict colours.
#pragma once

#include <QColor>
#include <QFont>
#include <QString>

#include <string>

#include "core/image/difference.h"

class QApplication;

namespace lightbench {

enum class ThemeMode { System, Light, Dark };

struct Theme {
    bool dark = true;
    QColor window;       ///< behind panels
    QColor panel;        ///< side panels, docks
    QColor field;        ///< entry fields, tables
    QColor card;         ///< a stage's card, buttons
    QColor cardSelected; ///< the chosen card, table row
    QColor border;       ///< hairlines
    QColor text, textDim;
    QColor accent;             ///< selection and the primary action
    QColor onAccent;           ///< text on the accent
    QColor good, warning, bad; ///< verdicts; always beside a sign or word
    QColor canvas;             ///< behind the image: neutral
};

/// The colours in force. Widgets read them when they paint and again at QEvent::PaletteChange.
const Theme& theme();
/// Sets palette, style sheet and theme(). Call again to change it; widgets get QEvent::PaletteChange.
void applyTheme(QApplication& application, ThemeMode mode);

/// What the desktop says that it is, for ThemeMode::System; until then its palette at the start decides.
void setDesktopDark(bool dark);

/// The application's font with tabular figures, `scale` times its size.
QFont interfaceFont(double scale = 1.0, int weight = QFont::Normal);

/// The space that separates a number from its unit and groups of thousands: U+202F.
inline constexpr QChar thinSpace{0x202F};
/// What core says, as the window has it.
inline QString words(const std::string& text) { return QString::fromStdString(text); }
/// 33647712 -> "33 647 712".
QString countText(quint64 count);
/// Three significant digits, or whole: "0", "0.25", "0.0213", "12 345"; with an exponent where it is tiny, "8.06e−6".
QString figureText(double value);
/// "62.3 dB", "∞ dB"; an en dash where it is not defined (NaN).
QString decibelText(double decibels);
/// Three significant digits, the unit that fits: "1.94 ms", "48.0 ms", "1.20 s", "210 µs". NaN or below 0: an en dash.
QString timeText(double milliseconds);
/// The same, and of a single cold run "≈ 1.94 ms": told apart from what was measured at a glance.
QString measuredText(double milliseconds, bool isMeasured);
/// "320 GB/s", "1.53 TB/s".
QString rateText(double gigabytesPerSecond);
/// "236 MB" (1e6 bytes).
QString memoryText(double bytes);
/// A share of 1: "42.1 %"; an en dash where unknown (0).
QString shareText(double share);
/// "436 ×"; an en dash where unknown (0).
QString speedupText(double factor);
/// An amplification: "8", "65 535", "21.3".
QString gainText(double gain);
/// "✓ match", "≈ within 1", "✗ mismatch", "not checked"; and its colour.
QString verdictText(const Difference& difference);
QColor verdictColour(Verdict verdict);

} // namespace lightbench
