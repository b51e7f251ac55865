// The window's commands as rows of one table: menus, keys, tips, what is enabled, and the help on keys follow from it.
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

/// A menu that a command stands in. Its sections come in their order, the commands of one in that of the table.
struct MenuPlace {
    QString menu;
    int section = 0;
};

struct Command {
    QString id;
    QString text{};                     ///< as menus write it, with the letter that chooses it there
    QList<QKeySequence> keys{};         ///< the tip names the first
    QString tip{};                      ///< what it does, in a sentence
    QList<MenuPlace> menus{};           ///< the help on keys has it under the first
    std::function<void()> run{};        ///< when the user triggers it
    std::function<bool()> enabled{};    ///< none: always
    std::function<bool()> isOn{};       ///< of what can be on or off
    std::function<void(bool)> toggle{}; ///< when it is turned on or off, by whomever
    QString group{};                    ///< of those of one group exactly one is on
    QWidget* scope = nullptr;           ///< where its keys work; null: in the whole window
    QMenu* submenu = nullptr;           ///< it is this menu, and nothing else of the above but where it stands
    QAction* action = nullptr;          ///< one that keeps its own text and whether it is enabled; null: a new one
};

/// What a key does, under the heading of its menu.
struct KeyHelp {
    QString group, keys, text;
};

class CommandTable : public QObject {
    Q_OBJECT

public:
    /// Keys without a scope work in the window and its panels.
    explicit CommandTable(QWidget* window);

    enum class Lines { BetweenSections, None };
    /// Before the commands that stand in it.
    QMenu* addMenu(const QString& id, const QString& text, Lines lines = Lines::BetweenSections);
    /// Once, all of them.
    void add(std::vector<Command> commands);
    /// Enables and ticks what is to be now.
    void refresh();

    /// The id must be one of the table's.
    QAction* action(const QString& id) const;
    /// One that was added, or that is a row.
    QMenu* menu(const QString& id) const;
    QList<QAction*> group(const QString& id) const;
    QWidget* window() const { return window_; }
    /// Of every command that has a key.
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
