#include "core/framework/tolerance.h"

#include "core/base/text.h"

namespace lightbench {

std::string Tolerance::text() const {
    if (isExact()) return "exact";
    constexpr double anySteps = 65535; // a 16-bit sample cannot differ by more
    const std::string few = "at most " + numberText(maxShare * 100) + " % of samples";
    std::string text = maxSteps > 0 ? "within " + numberText(maxSteps) : "exact";
    if (maxSteps >= anySteps && maxShare < 1)
        text = few + ", by any amount";
    else if (maxSteps > 0 && maxShare < 1)
        text += ", " + few;
    if (magnitudeFactor > 0) text += " (float: " + numberText(magnitudeFactor) + " of the largest value)";
    if (resultFactor > 0) text += " (float: " + numberText(resultFactor) + " of the largest result)";
    return text;
}

} // namespace lightbench
