// Tolerances in words.
#include "core/tolerance.h"

#include "core/text.h"

namespace lightbench {

std::string Tolerance::text() const {
    if (isExact()) return "exact";
    std::string text = "within " + numberText(steps);
    if (share < 1) text += ", at most " + numberText(share * 100) + " % of samples";
    if (range > 0) text += " (float: " + numberText(range) + " of the range)";
    return text;
}

} // namespace lightbench
