// Saves a damaged settings file before Qt overwrites it. A full disk or an editor may damage it; Qt then reads what it
// can, and writes only that at the next change. app/lab/main.cpp calls this before it reads a setting, and tells the
// user where the damaged file is.
#pragma once

#include <QString>

namespace lightbench {

/// Copies a settings file that cannot be read to `NAME.damaged` beside it, and starts with empty settings. Returns what
/// the user is told; empty if the file is in order or does not exist.
QString putDamagedSettingsAside();

} // namespace lightbench
