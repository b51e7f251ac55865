// The palettes, the current colours, and how verdicts are shown.
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QStyle>

#include <cmath>

#include "core/run/report.h"
#include "ui/theme/theme_style.h"

/// Registers resources/theme.qrc, which a static library does not do by itself. Must be a global function.
static void loadThemeIcons() { Q_INIT_RESOURCE(theme); }

namespace lightbench {

namespace {

Theme darkTheme() {
    Theme t;
    t.dark = true;
    t.window = QColor(0x1b, 0x1c, 0x1e);
    t.panel = QColor(0x20, 0x21, 0x24);
    t.field = QColor(0x17, 0x18, 0x1a);
    t.card = QColor(0x2b, 0x2c, 0x30);
    t.cardSelected = QColor(0x2b, 0x36, 0x3b);
    t.border = QColor(0x38, 0x3a, 0x3f);
    t.text = QColor(0xe6, 0xe7, 0xe9);
    t.textDim = QColor(0x9a, 0x9c, 0xa2);
    t.accent = QColor(0x4f, 0xb3, 0xc4);
    t.onAccent = QColor(0x0b, 0x1a, 0x1e);
    t.good = QColor(0x6c, 0xc0, 0x86);
    t.warning = QColor(0xe2, 0xb0, 0x4f);
    t.bad = QColor(0xee, 0x7b, 0x72);
    t.canvas = QColor(0x2a, 0x2a, 0x2a);
    return t;
}

Theme lightTheme() {
    Theme t;
    t.dark = false;
    t.window = QColor(0xe9, 0xe9, 0xea);
    t.panel = QColor(0xf6, 0xf6, 0xf7);
    t.field = QColor(0xff, 0xff, 0xff);
    t.card = QColor(0xff, 0xff, 0xff);
    t.cardSelected = QColor(0xe2, 0xf0, 0xf3);
    t.border = QColor(0xd0, 0xd1, 0xd4);
    t.text = QColor(0x1d, 0x1e, 0x20);
    t.textDim = QColor(0x62, 0x64, 0x69);
    t.accent = QColor(0x13, 0x70, 0x82);
    t.onAccent = QColor(0xff, 0xff, 0xff);
    t.good = QColor(0x1c, 0x76, 0x3c);
    t.warning = QColor(0x8a, 0x5c, 0x00);
    t.bad = QColor(0xb3, 0x2b, 0x22);
    t.canvas = QColor(0xb4, 0xb4, 0xb4);
    return t;
}

Theme& current() {
    static Theme value = darkTheme();
    return value;
}

/// Whether the desktop is dark; taken from its palette before the first applyTheme replaces that.
bool& desktopIsDark() {
    static bool dark = [] {
        const QPalette palette = QApplication::palette();
        return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
    }();
    return dark;
}

QPalette paletteOf(const Theme& t) {
    QPalette p(t.card, t.panel);
    const auto set = [&p](QPalette::ColorRole role, const QColor& colour) { p.setColor(role, colour); };
    set(QPalette::Window, t.panel);
    set(QPalette::WindowText, t.text);
    set(QPalette::Base, t.field);
    set(QPalette::AlternateBase, t.panel);
    set(QPalette::Text, t.text);
    set(QPalette::PlaceholderText, t.textDim);
    set(QPalette::Button, t.card);
    set(QPalette::ButtonText, t.text);
    set(QPalette::BrightText, t.bad);
    set(QPalette::Highlight, t.accent);
    set(QPalette::HighlightedText, t.onAccent);
    set(QPalette::Link, t.accent);
    set(QPalette::LinkVisited, t.accent);
    set(QPalette::ToolTipBase, t.field);
    set(QPalette::ToolTipText, t.text);
    set(QPalette::Mid, t.border);
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, t.dark ? t.textDim.darker(140) : t.textDim.lighter(150));
    return p;
}

} // namespace

const Theme& theme() { return current(); }

void setDesktopDark(bool dark) { desktopIsDark() = dark; }

void applyTheme(QApplication& application, ThemeMode mode) {
    const bool desktop = desktopIsDark(); // read before the palette is replaced
    const bool dark = mode == ThemeMode::Dark || (mode == ThemeMode::System && desktop);
    current() = dark ? darkTheme() : lightTheme();
    static const bool styled = QApplication::setStyle(QStringLiteral("Fusion")) != nullptr;
    Q_UNUSED(styled);
    loadThemeIcons();
    application.setPalette(paletteOf(current()));
    application.setStyleSheet(styleSheetOf(current()));
}

QFont interfaceFont(double scale, int weight) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * scale);
    else
        font.setPixelSize(int(std::lround(font.pixelSize() * scale)));
    font.setWeight(QFont::Weight(weight));
    return font; // desktop fonts have tabular figures; QFont cannot request them before Qt 6.7
}

QString verdictText(const Difference& difference) {
    switch (difference.verdict) {
    case Verdict::Match: return QApplication::translate("Verdict", "✓ match");
    case Verdict::WithinTolerance:
        return QApplication::translate("Verdict", "≈ within %1").arg(QString::number(difference.largest(), 'g', 2));
    case Verdict::Mismatch: return QApplication::translate("Verdict", "✗ mismatch");
    case Verdict::NoReference: return QApplication::translate("Verdict", "no reference");
    case Verdict::ReferenceWaits: return QApplication::translate("Verdict", "waits for leave");
    case Verdict::ReferenceFailed: return QApplication::translate("Verdict", "reference failed");
    case Verdict::NotChecked: break;
    }
    return QApplication::translate("Verdict", "not checked");
}

QString verdictText(const StageReport& stage) {
    if (stage.difference.verdict == Verdict::NoReference && !stage.finding.empty())
        return QApplication::translate("Verdict", "no reference · stayed the same");
    return verdictText(stage.difference);
}

QColor verdictColour(Verdict verdict) {
    switch (verdict) {
    case Verdict::Match: return theme().good;
    case Verdict::WithinTolerance: return theme().warning;
    case Verdict::Mismatch: return theme().bad;
    case Verdict::ReferenceWaits:
    case Verdict::ReferenceFailed: return theme().warning;
    case Verdict::NoReference:
    case Verdict::NotChecked: break;
    }
    return theme().textDim;
}

} // namespace lightbench
