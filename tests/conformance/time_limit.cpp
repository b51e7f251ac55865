// The clock of a walk, and its list of what did not run.
#include "tests/conformance/time_limit.h"

#include <cstdlib>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

bool TimeLimit::isOver() const {
    return isSet() && std::chrono::duration<double>(Clock::now() - start_).count() >= seconds_;
}

std::string TimeLimit::leftOut() const {
    if (leftOut_.empty()) return {};
    std::string text =
        "not run to the end within " + numberText(seconds_) + " s: " + std::to_string(leftOut_.size()) + "\n";
    for (const std::string& what : leftOut_)
        text += "  " + what + "\n";
    return text;
}

double parseTimeLimit(const std::string& text) {
    char* end = nullptr;
    const double seconds = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(seconds > 0))
        throw Error(ErrorKind::Usage, "--time-limit needs a number of seconds above 0, not \"" + text + "\"\n");
    return seconds;
}

} // namespace lightbench
