// Every command of the lab: a row each.
#pragma once

#include "ui/state/lab_context.h"

namespace lightbench {

class CommandTable;
class Docks;
class Documents;
class Exports;
class FileChanges;
class LastSession;
class StackPanel;
class ThemeChoice;

/// What the commands act on.
struct CommandTargets {
    LabContext lab;
    Documents& documents;
    FileChanges& changes;
    Exports& exports;
    LastSession& lastSession;
    StackPanel& stackPanel;
    Docks& docks;
    ThemeChoice& theme;
};

/// Fills the table with menus and commands, and keeps what is enabled and ticked up to date.
void addLabCommands(CommandTable* table, const CommandTargets& targets);

} // namespace lightbench
