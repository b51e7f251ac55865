// Rounds to three significant digits and appends units after a thin space.
#include "core/base/quantity.h"

#include <array>
#include <charconv>
#include <cmath>

namespace lightbench {

namespace {
constexpr const char* unknown = "–";

std::string withUnit(double value, const char* unit) { return significantText(value) + thinSpaceText + unit; }
} // namespace

std::string groupedText(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t i = text.size(); i > 3; i -= 3)
        text.insert(i - 3, thinSpaceText);
    return text;
}

std::string significantText(double value) {
    if (value >= 999.5) return groupedText(std::uint64_t(std::llround(value)));
    if (value == 0) return "0";
    const int decimals = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
    return {text.data(), end.ptr};
}

std::string durationText(double milliseconds) {
    if (!(milliseconds >= 0) || std::isinf(milliseconds)) return unknown;
    if (milliseconds == 0) return withUnit(0, "ms");
    if (milliseconds < 0.9995) return withUnit(milliseconds * 1e3, "µs");
    if (milliseconds < 999.5) return withUnit(milliseconds, "ms");
    return withUnit(milliseconds / 1e3, "s");
}

std::string factorText(double factor) { return factor > 0 && !std::isinf(factor) ? withUnit(factor, "×") : unknown; }

} // namespace lightbench
