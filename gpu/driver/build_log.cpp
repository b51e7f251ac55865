// Takes the first error that has a place in the program, else the first line with the word "error". A line that ends
// with a colon is read together with the next one.
#include "gpu/driver/build_log.h"

#include <sstream>
#include <utility>

#include "core/framework/user_path.h"
#include "core/source/build_messages.h"

namespace lightbench {

std::string buildLogOf(const cl::Program& program, const cl::Device& device) {
    try {
        return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    } catch (const cl::Error&) {
        return {};
    }
}

std::string firstBuildError(const std::string& log) {
    for (const BuildMessage& message : buildMessages(log))
        if (message.kind == BuildMessage::Error && isProgramFile(message.file))
            return std::string(withoutUserFolder(message.file)) + ":" + std::to_string(message.line) + ": " +
                   message.text;
    std::istringstream lines(log);
    std::string first, firstError, heading;
    for (std::string line; std::getline(lines, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        line = std::exchange(heading, {}) + line;
        if (line.ends_with(':')) {
            heading = line + " ";
            continue;
        }
        if (first.empty()) first = line;
        if (firstError.empty() && line.find("error") != std::string::npos) firstError = line;
    }
    if (first.empty()) first = heading;
    return firstError.empty() ? first : firstError;
}

} // namespace lightbench
