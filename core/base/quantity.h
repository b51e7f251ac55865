// Figures with their units, as people read them: three significant digits, and the unit that fits.
#pragma once

#include <string>

namespace lightbench {

/// The space between a figure and its unit, and between groups of thousands: U+202F in UTF-8.
inline constexpr const char* thinSpaceText = "\u202f";

/// Three significant digits, at most three decimals; thousands in groups from 1000 on. `value` is 0 or above.
std::string significantText(double value);
/// "210 µs", "1.94 ms", "1.20 s"; an en dash for what is no time.
std::string durationText(double milliseconds);
/// "1.31 ×"; an en dash where it is not known (0).
std::string factorText(double factor);

} // namespace lightbench
