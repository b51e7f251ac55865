#include "ui/commands/command_table.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QWidget>

#include <algorithm>

namespace lightbench {

namespace {

/// The menu's text and the tip's addition.
QString helpText(const QAction& action, const Command& command) {
    const QString name = action.iconText();
    return command.tip.isEmpty() || command.tip == name ? name : CommandTable::tr("%1: %2").arg(name, command.tip);
}

QString keysText(const QAction& action) {
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts())
        keys << key.toString(QKeySequence::NativeText);
    return keys.join(CommandTable::tr(" or "));
}

QString tipWithKey(const Command& command) {
    if (command.keys.isEmpty()) return command.tip;
    return QStringLiteral("%1 (%2)").arg(command.tip, command.keys.front().toString(QKeySequence::NativeText));
}

} // namespace

std::vector<Command> inMenu(const MenuPlace& place, std::vector<Command> rows) {
    for (Command& row : rows)
        row.menus.prepend(place);
    return rows;
}

std::vector<Command> joined(const std::vector<std::vector<Command>>& parts) {
    std::vector<Command> all;
    for (const std::vector<Command>& rows : parts)
        all.insert(all.end(), rows.begin(), rows.end());
    return all;
}

CommandTable::CommandTable(QWidget* window) : QObject(window), window_(window) {}

QMenu* CommandTable::addMenu(const QString& id, const QString& text, Lines lines) {
    auto* menu = new QMenu(text, window_);
    menus_[id] = {menu, lines};
    return menu;
}

void CommandTable::add(std::vector<Command> commands) {
    commands_ = std::move(commands);
    for (const Command& command : commands_)
        actions_[command.id] = actionOf(command);
    for (auto menu = menus_.cbegin(); menu != menus_.cend(); ++menu)
        fill(menu.key(), *menu);
    refresh();
}

QAction* CommandTable::actionOf(const Command& command) {
    if (command.submenu) return command.submenu->menuAction();
    QAction* action = command.action ? command.action : new QAction(command.text, this);
    setKeys(action, command);
    if (!command.tip.isEmpty()) action->setToolTip(tipWithKey(command));
    action->setCheckable(bool(command.isOn));
    if (!command.group.isEmpty()) {
        QActionGroup*& group = groups_[command.group];
        if (!group) group = new QActionGroup(this);
        group->addAction(action);
    }
    if (command.run) connect(action, &QAction::triggered, this, command.run);
    if (command.toggle) connect(action, &QAction::toggled, this, command.toggle);
    return action;
}

void CommandTable::setKeys(QAction* action, const Command& command) {
    QList<QKeySequence> keys; // without duplicates, which Qt would treat as ambiguous
    for (const QKeySequence& key : command.keys)
        if (!keys.contains(key)) keys << key;
    action->setShortcuts(keys);
    // So that its keys work without a menu bar. In a scope they have other meanings elsewhere, such as in text fields.
    if (command.scope.isEmpty()) return window_->addAction(action);
    action->setShortcutContext(Qt::WidgetShortcut);
    for (QWidget* widget : command.scope)
        widget->addAction(action);
}

void CommandTable::fill(const QString& id, const Menu& menu) {
    std::vector<std::pair<int, QAction*>> rows;
    for (const Command& command : commands_)
        for (const MenuPlace& place : command.menus)
            if (place.menu == id) rows.emplace_back(place.section, actions_[command.id]);
    std::ranges::stable_sort(rows, {}, &std::pair<int, QAction*>::first);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i > 0 && rows[i].first != rows[i - 1].first && menu.lines == Lines::BetweenSections)
            menu.menu->addSeparator();
        menu.menu->addAction(rows[i].second);
    }
}

void CommandTable::refresh() {
    for (const Command& command : commands_) {
        QAction* action = actions_[command.id];
        if (command.enabled) action->setEnabled(command.enabled());
        if (command.isOn) action->setChecked(command.isOn());
    }
}

QAction* CommandTable::action(const QString& id) const {
    Q_ASSERT_X(actions_.contains(id), "CommandTable", qPrintable(id));
    return actions_[id];
}

QMenu* CommandTable::menu(const QString& id) const {
    return menus_.contains(id) ? menus_[id].menu : action(id)->menu();
}

QList<QAction*> CommandTable::group(const QString& id) const {
    Q_ASSERT_X(groups_.contains(id), "CommandTable", qPrintable(id));
    return groups_[id]->actions();
}

QList<KeyHelp> CommandTable::keys() const {
    QList<KeyHelp> keys;
    for (const Command& command : commands_) {
        if (command.keys.isEmpty()) continue;
        const QString title = command.menus.isEmpty() ? tr("Others") : menu(command.menus.front().menu)->title();
        const QAction& action = *actions_[command.id];
        keys << KeyHelp{QString(title).remove('&'), keysText(action), helpText(action, command)};
    }
    return keys;
}

} // namespace lightbench
