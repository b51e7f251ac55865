// The colours, the style sheet, and how verdicts are shown. Widgets select rules of the style sheet by their class or
// by a property. `primary` is the accented button, `flat` a text button, `segment` one of a row of choices, `floating`
// a bar over the picture. `role` is heading, dim or error.
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QPalette>
#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/run/report.h"

/// Registers resources/theme.qrc, which a static library does not do by itself. Must be a global function.
static void loadThemeIcons() { Q_INIT_RESOURCE(theme); }

namespace lightbench {

namespace {

/// Four hues between teal and rose, and two nearly neutral ones, for each theme.
constexpr std::array<QRgb, 6> stagesOnDark{0x4fb3c4, 0x7a9df0, 0xdd8ac0, 0xb7a18c, 0xab8cea, 0x8fa6bd};
constexpr std::array<QRgb, 6> stagesOnLight{0x137082, 0x3f63c8, 0xb04a92, 0x7d6650, 0x7a4fc0, 0x4f6a85};

/// A colour of both themes, with its name in the style sheet.
struct ThemeColour {
    const char* name;
    QColor Theme::*colour;
    QRgb dark, light;
};
constexpr ThemeColour themeColours[] = {
    {"window", &Theme::window, 0x1b1c1e, 0xe9e9ea},
    {"panel", &Theme::panel, 0x202124, 0xf6f6f7},
    {"field", &Theme::field, 0x17181a, 0xffffff},
    {"card", &Theme::card, 0x2b2c30, 0xffffff},
    {"cardSelected", &Theme::cardSelected, 0x2b363b, 0xe2f0f3},
    {"border", &Theme::border, 0x383a3f, 0xd0d1d4},
    {"text", &Theme::text, 0xe6e7e9, 0x1d1e20},
    {"textDim", &Theme::textDim, 0x9a9ca2, 0x626469},
    {"accent", &Theme::accent, 0x4fb3c4, 0x137082},
    {"onAccent", &Theme::onAccent, 0x0b1a1e, 0xffffff},
    {"good", &Theme::good, 0x6cc086, 0x1c763c},
    {"warning", &Theme::warning, 0xe2b04f, 0x8a5c00},
    {"bad", &Theme::bad, 0xee7b72, 0xb32b22},
    {"canvas", &Theme::canvas, 0x2a2a2a, 0xb4b4b4},
};

Theme themeOf(bool dark) {
    Theme t;
    t.dark = dark;
    for (const ThemeColour& one : themeColours)
        t.*one.colour = QColor(dark ? one.dark : one.light);
    return t;
}

Theme& current() {
    static Theme value = themeOf(true);
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

// @name stands for the theme's colour of that name, $theme for dark or light.
const char* const buttons = R"(
QToolTip { background: @field; color: @text; border: 1px solid @border; padding: 6px; }
QPushButton, QToolButton { background: @card; color: @text; border: 1px solid @cardEdge; border-radius: 5px;
    padding: 4px 10px; min-height: 18px; }
QPushButton:hover, QToolButton:hover { background: @hover; }
QPushButton:pressed, QToolButton:pressed { background: @pressed; }
QPushButton:focus, QToolButton:focus { border: 1px solid @accent; }
QPushButton:disabled, QToolButton:disabled { color: @faint; background: @panel; border-color: @line; }
QToolButton:checked { background: @checked; border-color: @checkedEdge; }
QToolButton[on="true"] { background: @segmentOn; border-color: @checkedEdge; }
QToolButton::menu-indicator, QPushButton::menu-indicator { image: none; width: 0; }
QToolButton[primary="true"] { background: @accent; color: @onAccent; border: 1px solid @accent; font-weight: 600; }
QToolButton[primary="true"]:hover { background: @accentHover; }
QToolButton[primary="true"]:focus { border: 1px solid @text; }
QToolButton[primary="true"]:disabled { background: @card; color: @faint; border-color: @line; }
QToolButton[flat="true"], QPushButton[flat="true"] { background: transparent; border: 1px solid transparent;
    color: @accent; padding: 2px 6px; }
QToolButton[flat="true"]:hover, QPushButton[flat="true"]:hover { background: @hover; }
QToolButton[flat="true"]:focus, QPushButton[flat="true"]:focus { border: 1px solid @accent; }
QToolButton[flat="true"]:disabled, QPushButton[flat="true"]:disabled { color: @faint; background: transparent; }
QFileDialog QToolButton { padding: 2px; min-width: 20px; }
QFrame[segments="true"] { background: @field; border: 1px solid @line; border-radius: 6px; }
QToolButton[segment="true"] { background: transparent; border: 1px solid transparent; color: @textDim;
    padding: 3px 9px; }
QToolButton[segment="true"][compact="true"] { padding: 3px 3px; }
QToolButton[segment="true"]:hover { color: @text; }
QToolButton[segment="true"]:checked { background: @segmentOn; color: @text; }
QToolButton[segment="true"]:focus { border: 1px solid @accent; }
QToolButton[segment="true"]:disabled { color: @faint; }
)";

const char* const inputFields = R"(
QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit { background: @field; color: @text; border: 1px solid @line;
    border-radius: 4px; padding: 2px 6px; min-height: 18px; selection-background-color: @accent;
    selection-color: @onAccent; }
QLineEdit:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus { border: 1px solid @accent; }
QLineEdit[invalid="true"], QComboBox[invalid="true"] { border: 1px solid @bad; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QComboBox { background: @field; color: @text; border: 1px solid @line; border-radius: 4px; padding: 2px 8px;
    min-height: 18px; }
QComboBox:focus, QComboBox:on { border: 1px solid @accent; }
QComboBox:disabled, QLineEdit:disabled, QAbstractSpinBox:disabled { color: @faint; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/theme/chevron-$theme.xpm); width: 11px; height: 7px; }
QComboBox QLineEdit { border: none; padding: 0; background: transparent; }
QComboBox QAbstractItemView { background: @field; border: 1px solid @border; outline: none; padding: 2px;
    selection-background-color: @cardSelected; selection-color: @text; }
QSlider::groove:horizontal { height: 3px; background: @groove; border-radius: 1px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 1px; }
QSlider::handle:horizontal { background: @knob; width: 12px; height: 12px; margin: -5px 0; border-radius: 6px;
    border: 1px solid @knobEdge; }
QSlider::handle:horizontal:focus { border: 2px solid @accent; }
QSlider::sub-page:horizontal:disabled { background: @groove; }
)";

const char* const containers = R"(
QMainWindow, QMainWindow::separator { background: @window; }
QMainWindow::separator { width: 5px; height: 5px; }
QMainWindow::separator:hover { background: @accent; }
QDockWidget { color: @textDim; }
QDockWidget::title { background: @panel; padding: 6px 8px; text-align: left; }
QMenu { background: @menu; color: @text; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 26px; border-radius: 4px; }
QMenu::item:selected { background: @cardSelected; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @line; margin: 4px 6px; }
QMenu::indicator { left: 6px; }
QStatusBar { background: @bar; color: @textDim; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @textDim; padding: 1px 6px; }
QTabWidget::pane { border: none; }
QTabBar { background: @panel; }
QTabBar::tab { background: transparent; color: @textDim; padding: 7px 12px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover, QTabBar::tab:focus { color: @text; }
QTabBar#stackTabs::tab { padding: 7px 8px; }
QTabBar::scroller { width: 36px; }
QTabBar::tear { width: 0; border: none; }
QTabBar QToolButton { padding: 0; min-height: 0; border-radius: 3px; }
QTabBar QToolButton::left-arrow { image: url(:/theme/chevron-left-$theme.xpm); width: 7px; height: 11px; }
QTabBar QToolButton::right-arrow { image: url(:/theme/chevron-right-$theme.xpm); width: 7px; height: 11px; }
QTableView, QTreeView, QListView { background: @panel; border: none; outline: none; color: @text;
    selection-background-color: @cardSelected; selection-color: @text; }
QTreeView::item { padding: 3px 4px; }
QTableView::item { border-bottom: 1px solid @line; padding: 2px 6px; }
QTableView::item:selected { background: @cardSelected; }
QHeaderView { background: @panel; }
QHeaderView::section { background: @panel; color: @textDim; border: none; border-bottom: 1px solid @line;
    padding: 4px 6px; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @groove; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @textDim; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: @line; }
QWidget[overPicture="true"], QFrame#banner { background: @panel; border: 1px solid @border; border-radius: 6px; }
QFrame#banner { background: @card; border-color: @accent; }
QFrame#banner[urgent="true"] { border-color: @bad; }
QLabel[role="heading"] { color: @textDim; font-weight: 600; }
QLabel[role="dim"] { color: @textDim; }
QLabel[role="error"] { color: @bad; }
)";

/// The colours that the style sheet mixes of the theme's.
std::vector<std::pair<QString, QColor>> mixedColours(const Theme& t) {
    return {{"bar", blended(t.panel, t.window, 0.4)},
            {"line", blended(t.panel, t.border, 0.7)},
            {"menu", t.dark ? t.card : t.field},
            {"cardEdge", t.dark ? t.card : t.border},
            {"hover", blended(t.card, t.text, 0.08)},
            {"pressed", blended(t.card, t.text, 0.15)},
            {"faint", blended(t.textDim, t.panel, 0.45)},
            {"checked", blended(t.card, t.accent, 0.22)},
            {"checkedEdge", blended(t.card, t.accent, 0.45)},
            {"accentHover", blended(t.accent, t.text, 0.15)},
            {"segmentOn", t.dark ? blended(t.card, t.text, 0.1) : blended(t.window, t.text, 0.06)},
            {"groove", blended(t.border, t.textDim, 0.3)},
            {"knob", t.dark ? t.text : t.field},
            {"knobEdge", t.dark ? t.text : t.textDim}};
}

/// The style sheet that gives Qt's Fusion style the lab's look.
QString styleSheetOf(const Theme& t) {
    QString sheet = QString::fromUtf8(buttons) + QString::fromUtf8(inputFields) + QString::fromUtf8(containers);
    sheet.replace(QStringLiteral("$theme"), t.dark ? QStringLiteral("dark") : QStringLiteral("light"));
    std::vector<std::pair<QString, QColor>> colours = mixedColours(t);
    for (const ThemeColour& one : themeColours)
        colours.emplace_back(one.name, t.*one.colour);
    for (const auto& [name, colour] : colours)
        sheet.replace('@' + name + ';', colour.name() + ';');
    return sheet;
}

class ThemeFollower : public QObject {
public:
    ThemeFollower(QWidget* widget, std::function<void()> then) : QObject(widget), then_(std::move(then)) {
        widget->installEventFilter(this);
    }

    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::PaletteChange) then_();
        return false;
    }

private:
    std::function<void()> then_;
};

} // namespace

const Theme& theme() { return current(); }

void setDesktopDark(bool dark) { desktopIsDark() = dark; }

void applyTheme(QApplication& application, ThemeMode mode) {
    const bool desktop = desktopIsDark(); // read before the palette is replaced
    const bool dark = mode == ThemeMode::Dark || (mode == ThemeMode::System && desktop);
    current() = themeOf(dark);
    static const bool styled = QApplication::setStyle(QStringLiteral("Fusion")) != nullptr;
    Q_UNUSED(styled);
    loadThemeIcons();
    application.setPalette(paletteOf(current()));
    application.setStyleSheet(styleSheetOf(current()));
}

void setStyleProperty(QWidget* widget, const char* name, const QVariant& value) {
    if (widget->property(name) == value) return;
    widget->setProperty(name, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->updateGeometry();
}

void whenThemeChanges(QWidget* widget, std::function<void()> then) { new ThemeFollower(widget, std::move(then)); }

QColor stageColour(int stage) {
    const auto& colours = theme().dark ? stagesOnDark : stagesOnLight;
    return QColor::fromRgb(colours[std::size_t(std::max(0, stage)) % colours.size()]);
}

QColor textOn(const QColor& colour) {
    // Relative luminance, WCAG 2.1.
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double luminance =
        0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
    return luminance > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
}

QColor blended(const QColor& a, const QColor& b, double share) {
    const auto part = [share](int from, int to) { return int(std::lround(from + (to - from) * share)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
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
    case Verdict::ReferenceWaits: return QApplication::translate("Verdict", "waits for permission");
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

QString stageLabel(const StageReport& stage, const FilterCatalog& filters) {
    const Filter* filter = filters.find(stage.filter);
    return QStringLiteral("%1 %2").arg(stage.stackIndex + 1).arg(words(filter ? filter->label : stage.filter));
}

} // namespace lightbench
