// Finds the first error in a build log.
#include "gpu/build_log.h"

#include <regex>
#include <sstream>

namespace lightbench {

std::string firstBuildError(const std::string& log) {
    // FILE:LINE:COLUMN: error: TEXT, and error: FILE:LINE:COLUMN: TEXT.
    static const std::regex located(R"((kernels/[\w.-]+:\d+)(?::\d+)?:\s*(?:fatal )?error:?\s*(.*))");
    static const std::regex kindFirst(R"(error:\s*(kernels/[\w.-]+:\d+)(?::\d+)?:\s*(.*))");
    std::istringstream lines(log);
    std::string first, firstError;
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_search(line, match, located) || std::regex_search(line, match, kindFirst))
            return match[1].str() + ": " + match[2].str();
        if (firstError.empty() && line.find("error") != std::string::npos) firstError = line;
        if (first.empty()) first = line;
    }
    return firstError.empty() ? first : firstError;
}

} // namespace lightbench
