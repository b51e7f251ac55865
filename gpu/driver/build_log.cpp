// Looks for the first line with the word "error" and a place in a kernel file. A line that ends with a colon is read
// together with the next one.
#include "gpu/driver/build_log.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/framework/user_path.h"

namespace lightbench {

namespace {
constexpr const char* digits = "0123456789";

/// The place "kernels/NAME.cl:LINE", or "FILE.cl:LINE" of the user's, in a line and the text after it.
struct Located {
    std::string place, rest;
};

Located locate(const std::string& line) {
    std::size_t user = line.find(userFolder);
    if (user != std::string::npos && user > 0 && line[user - 1] == '/') user = std::string::npos; // of a longer path
    const std::size_t begin = std::min(line.find("kernels/"), user);
    if (begin == std::string::npos) return {};
    const std::size_t colon = line.find(':', begin);
    if (colon == std::string::npos) return {};
    const std::size_t end = line.find_first_not_of(digits, colon + 1);
    if (end == colon + 1 || end == std::string::npos) return {};
    // Skips column, the word "error" and separators.
    const std::size_t error = line.find("error", end);
    const std::size_t skipped = error == std::string::npos ? end : error + 5;
    const std::size_t text = line.find_first_not_of(std::string(": ") + digits, skipped);
    return {std::string(withoutUserFolder(line.substr(begin, end - begin))),
            text == std::string::npos ? "" : line.substr(text)};
}
} // namespace

std::string buildLogOf(const cl::Program& program, const cl::Device& device) {
    try {
        return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    } catch (const cl::Error&) {
        return {};
    }
}

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
