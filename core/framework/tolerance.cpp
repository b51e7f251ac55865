// Describes tolerances in words.
#include "core/framework/tolerance.h"

#include "core/base/text.h"

namespace lightbench {

std::string Tolerance::text() const {
    if (isExact()) return "exact";
    constexpr double maxSteps = 65535; // a 16-bit sample cannot differ by more
    const std::string few = "at most " + numberText(share * 100) + " % of samples";
    std::string text = steps > 0 ? "within " + numberText(steps) : "exact";
    if (steps >= maxSteps && share < 1)
        text = few + ", by any amount";
    else if (steps > 0 && share < 1)
        text += ", " + few;
    if (range > 0) text += " (float: " + numberText(range) + " of the largest value)";
    if (relative > 0) text += " (float: " + numberText(relative) + " of the largest result)";
    return text;
}

} // namespace lightbench
