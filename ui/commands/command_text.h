// The words of commands in the user's language.
#pragma once

#include <QCoreApplication>

namespace lightbench {

inline QString tr(const char* text) { return QCoreApplication::translate("Commands", text); }

} // namespace lightbench
