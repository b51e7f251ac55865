// The style sheet. Widgets select rules by their class or by a property. `primary` is the accented button, `flat` a
// text button, `segment` one of a row of choices. `role` is heading, dim, error or field.
#include "ui/theme/theme_style.h"

#include <QHash>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {

// @name stands for the theme's colour of that name, $theme for dark or light.
const char* const buttons = R"(
QToolTip { background: @field; color: @text; border: 1px solid @border; padding: 6px; }
QToolBar { background: @bar; border: none; border-bottom: 1px solid @line; spacing: 6px; padding: 6px 8px; }
QToolBar::separator { background: transparent; width: 6px; }
QToolBarExtension { background: @card; border: none; border-radius: 4px; }
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
QMenuBar { background: @bar; color: @text; padding: 1px 4px; }
QMenuBar::item { padding: 3px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
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
QLabel[role="heading"] { color: @textDim; font-weight: 600; }
QLabel[role="dim"] { color: @textDim; }
QLabel[role="error"] { color: @bad; }
QLabel[role="good"] { color: @good; }
)";

QColor mix(const QColor& a, const QColor& b, double t) {
    const auto part = [t](int from, int to) { return int(from + (to - from) * t); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

QHash<QString, QColor> coloursOf(const Theme& t) {
    return {{"window", t.window},
            {"panel", t.panel},
            {"field", t.field},
            {"card", t.card},
            {"cardSelected", t.cardSelected},
            {"border", t.border},
            {"text", t.text},
            {"textDim", t.textDim},
            {"accent", t.accent},
            {"onAccent", t.onAccent},
            {"bad", t.bad},
            {"good", t.good},
            {"bar", mix(t.panel, t.window, 0.4)},
            {"line", mix(t.panel, t.border, 0.7)},
            {"menu", t.dark ? t.card : t.field},
            {"cardEdge", t.dark ? t.card : t.border},
            {"hover", mix(t.card, t.text, 0.08)},
            {"pressed", mix(t.card, t.text, 0.15)},
            {"faint", mix(t.textDim, t.panel, 0.45)},
            {"checked", mix(t.card, t.accent, 0.22)},
            {"checkedEdge", mix(t.card, t.accent, 0.45)},
            {"accentHover", mix(t.accent, t.text, 0.15)},
            {"segmentOn", t.dark ? mix(t.card, t.text, 0.1) : mix(t.window, t.text, 0.06)},
            {"groove", mix(t.border, t.textDim, 0.3)},
            {"knob", t.dark ? t.text : t.field},
            {"knobEdge", t.dark ? t.text : t.textDim}};
}

} // namespace

QString styleSheetOf(const Theme& t) {
    QString source = QString::fromUtf8(buttons) + QString::fromUtf8(inputFields) + QString::fromUtf8(containers);
    source.replace(QStringLiteral("$theme"), t.dark ? QStringLiteral("dark") : QStringLiteral("light"));
    const QHash<QString, QColor> colours = coloursOf(t);
    QString text;
    qsizetype at = 0;
    while (at < source.size()) {
        const qsizetype mark = source.indexOf('@', at);
        text += QStringView(source).mid(at, mark < 0 ? -1 : mark - at);
        if (mark < 0) break;
        qsizetype end = mark + 1;
        while (end < source.size() && source[end].isLetter())
            ++end;
        text += colours.value(source.mid(mark + 1, end - mark - 1), Qt::magenta).name();
        at = end;
    }
    return text;
}

} // namespace lightbench
