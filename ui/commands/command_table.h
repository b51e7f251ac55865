// The table of the window's commands. Menus, keys, tooltips, enabled states and the key help are all built from its
// rows. The other files of this folder add rows; bars and menus take their actions from it.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QMap>
#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QAction;
class QActionGroup;
class QMenu;
class QWidget;

namespace lightbench {

/// A menu that contains a command. Sections appear in numeric order, and commands of one section in table order.
struct MenuPlace {
    QString menu;
    int section = 0;
};

struct Command {
    QString id;
    QString text{};                     ///< the menu text, with its mnemonic
    QList<QKeySequence> keys{};         ///< the tooltip names the first
    QString tip{};                      ///< one sentence that says what the command does
    QList<MenuPlace> menus{};           ///< the key help lists the command under the first
    std::function<void()> run{};        ///< called when the user triggers it
    std::function<bool()> enabled{};    ///< empty: always enabled
    std::function<bool()> isOn{};       ///< for commands that can be on or off
    std::function<void(bool)> toggle{}; ///< called on every change between on and off, by the user or the program
    QString group{};                    ///< exactly one command of a group is on
    QList<QWidget*> scope{};            ///< the widgets in which its keys work; empty: the whole window
    QMenu* submenu = nullptr;           ///< the row is this submenu; only `menus` applies to it
    QAction* action = nullptr; ///< an existing action that keeps its own text and enabled state; null: make one
};

/// The rows in a menu, under which the key help lists them.
std::vector<Command> inMenu(const MenuPlace& place, std::vector<Command> rows);
std::vector<Command> joined(const std::vector<std::vector<Command>>& parts);

/// One line of the key help: the keys, their effect, and the menu as heading.
struct KeyHelp {
    QString group, keys, text;
};

class CommandTable : public QObject {
    Q_OBJECT

public:
    /// Keys without a scope work in the window and in its panels.
    explicit CommandTable(QWidget* window);

    enum class Lines { BetweenSections, None };
    /// Add a menu before the commands that it contains.
    QMenu* addMenu(const QString& id, const QString& text, Lines lines = Lines::BetweenSections);
    /// Adds all commands. Call it once.
    void add(std::vector<Command> commands);
    void refresh();

    /// The action of a command; the id must exist.
    QAction* action(const QString& id) const;
    /// A menu that was added or is the submenu of a row.
    QMenu* menu(const QString& id) const;
    QList<QAction*> group(const QString& id) const;
    QWidget* window() const { return window_; }
    /// The key help of all commands that have a key.
    QList<KeyHelp> keys() const;

private:
    struct Menu {
        QMenu* menu = nullptr;
        Lines lines = Lines::BetweenSections;
    };
    QAction* actionOf(const Command& command);
    void setKeys(QAction* action, const Command& command);
    void fill(const QString& id, const Menu& menu);

    QWidget* window_;
    std::vector<Command> commands_;
    QMap<QString, QAction*> actions_;
    QMap<QString, QActionGroup*> groups_;
    QMap<QString, Menu> menus_;
};

} // namespace lightbench
