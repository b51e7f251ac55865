// The settings file may be damaged, by a full disk or by hand. Qt then reads what it can, and overwrites the file at
// the next change. The program calls this before it reads a setting, and tells the user what was kept.
#pragma once

#include <QString>

namespace lightbench {

/// Copies a settings file that cannot be read to `NAME.damaged` beside it, and starts with empty settings. Returns what
/// the user is told; empty if the file is in order or does not exist.
QString putDamagedSettingsAside();

} // namespace lightbench
