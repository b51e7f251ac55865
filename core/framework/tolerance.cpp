// Describes tolerances in words.
#include "core/framework/tolerance.h"

#include "core/base/text.h"

namespace lightbench {

std::string Tolerance::text() const {
    if (isExact()) return "exact";
    std::string text = steps > 0 ? "within " + numberText(steps) : "exact";
    if (steps > 0 && share < 1) text += ", at most " + numberText(share * 100) + " % of samples";
    if (range > 0) text += " (float: " + numberText(range) + " of the largest value)";
    if (relative > 0) text += " (float: " + numberText(relative) + " of the largest result)";
    return text;
}

} // namespace lightbench
