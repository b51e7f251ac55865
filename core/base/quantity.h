// Formats numbers with units for people: three significant digits and the unit that fits. Plots and the window use it;
// files and reports use numberText (core/base/text.h).
#pragma once

#include <cstdint>
#include <string>

namespace lightbench {

/// The thin space between a number and its unit, and between groups of thousands: U+202F in UTF-8.
inline constexpr const char* thinSpaceText = "\u202f";

/// "6 220 800", with thin spaces.
std::string groupedText(std::uint64_t number);
/// Three significant digits, at most three decimals; thousands are grouped from 1000 on. `value` is not negative.
std::string significantText(double value);
/// "210 µs", "1.94 ms", "1.20 s"; an en dash if there is no time.
std::string durationText(double milliseconds);
/// "1.31 ×"; an en dash if the factor is unknown (0).
std::string factorText(double factor);

} // namespace lightbench
