// Colours of the lab: neutral grey chrome, one accent, verdict colours. Widgets get the formats of numbers with it.
#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <QVariant>

#include <functional>

#include "core/compare/difference.h"
#include "ui/texts/texts.h"

class QApplication;
class QWidget;

namespace lightbench {

class FilterCatalog;
struct StageReport;

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
    QColor good, warning, bad; ///< verdicts; always shown with a sign or word
    QColor canvas;             ///< behind the image: neutral
};

/// The current colours. Widgets read them when they paint; what was made with them is made again by whenThemeChanges().
const Theme& theme();
/// Sets palette, style sheet and theme(). Call it again to change the theme.
void applyTheme(QApplication& application, ThemeMode mode);
/// Calls `then` after each change of the theme, as long as the widget lives.
void whenThemeChanges(QWidget* widget, std::function<void()> then);
/// Sets a property by which the style sheet selects its rules, and applies them.
void setStyleProperty(QWidget* widget, const char* name, const QVariant& value);

/// The colour of a stage in charts, by its position in the stack, from 0; colours repeat after six. Text on it is
/// readable in textOn(). Green, amber and red are reserved for verdicts.
QColor stageColour(int stage);
/// Black or white, whichever is more readable on that colour.
QColor textOn(const QColor& colour);
/// Mixes a share of `b`, 0..1, into `a`.
QColor blended(const QColor& a, const QColor& b, double share);

/// Sets the desktop's preference for ThemeMode::System. Before the first call, the palette at the start decides.
void setDesktopDark(bool dark);

/// The application's font with tabular figures, `scale` times its size.
QFont interfaceFont(double scale = 1.0, int weight = QFont::Normal);

/// A verdict as "✓ match", "≈ within 1", "✗ mismatch" or "not checked", and its colour.
QString verdictText(const Difference& difference);
/// The same of a stage. Its reference may wait for permission, and without one its result may have stayed the same.
QString verdictText(const StageReport& stage);
QColor verdictColour(Verdict verdict);
/// "2 Median": the stage's number in the stack, and its filter.
QString stageLabel(const StageReport& stage, const FilterCatalog& filters);

} // namespace lightbench
