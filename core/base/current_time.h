// The current time as text, as journals and the file of peak rates note it.
#pragma once

#include <string>

namespace lightbench {

/// The current time in UTC, such as "2026-01-31T12:00:00Z".
std::string timeText();

} // namespace lightbench
