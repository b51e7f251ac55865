// All commands of the lab, one row each. LabWindow calls addLabCommands once, when all parts exist.
#pragma once

#include "ui/state/session/lab_context.h"

namespace lightbench {

class CommandTable;
class Docks;
class Documents;
class Exports;
class FileChanges;
class LastSession;
class StackPanel;
class ThemeChoice;

/// The parts that commands act on. They must outlive the command table.
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

/// Fills the table with menus and commands, and keeps enabled and checked states up to date.
void addLabCommands(CommandTable* table, const CommandTargets& to);

} // namespace lightbench
