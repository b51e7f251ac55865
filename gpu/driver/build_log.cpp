// Looks for the first line with the word "error" and a place in a kernel file. A line that ends with a colon is read
// together with the next one.
#include "gpu/driver/build_log.h"

#include <sstream>
#include <utility>

namespace lightbench {

namespace {
constexpr const char* digits = "0123456789";

/// The place "kernels/NAME.cl:LINE" in a line and the text after it.
struct Located {
    std::string place, rest;
};

Located locate(const std::string& line) {
    const std::size_t begin = line.find("kernels/");
    if (begin == std::string::npos) return {};
    const std::size_t colon = line.find(':', begin);
    if (colon == std::string::npos) return {};
    const std::size_t end = line.find_first_not_of(digits, colon + 1);
    if (end == colon + 1 || end == std::string::npos) return {};
    // Skips column, the word "error" and separators.
    const std::size_t error = line.find("error", end);
    const std::size_t skipped = error == std::string::npos ? end : error + 5;
    const std::size_t text = line.find_first_not_of(std::string(": ") + digits, skipped);
    return {line.substr(begin, end - begin), text == std::string::npos ? "" : line.substr(text)};
}
} // namespace

std::string firstBuildError(const std::string& log) {
    std::istringstream lines(log);
    std::string first, firstError, heading;
    for (std::string line; std::getline(lines, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        line = std::exchange(heading, {}) + line;
        if (line.ends_with(':') && locate(line).place.empty()) {
            heading = line + " ";
            continue;
        }
        if (first.empty()) first = line;
        if (line.find("error") == std::string::npos) continue;
        if (const Located found = locate(line); !found.place.empty()) return found.place + ": " + found.rest;
        if (firstError.empty()) firstError = line;
    }
    if (first.empty()) first = heading;
    return firstError.empty() ? first : firstError;
}

} // namespace lightbench
