// Translation of command texts. All files with command rows use it, so that their texts share one translation context.
#pragma once

#include <QCoreApplication>

namespace lightbench {

inline QString tr(const char* text) { return QCoreApplication::translate("Commands", text); }

} // namespace lightbench
