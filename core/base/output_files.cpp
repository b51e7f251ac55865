// Compares files by their canonical paths, so that two spellings of one file are recognised.
#include "core/base/output_files.h"

#include <algorithm>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

namespace lightbench {

namespace {
/// The canonical path of a file, which need not exist.
std::string spelling(const std::string& path) {
    std::error_code problem;
    const auto real = std::filesystem::weakly_canonical(std::filesystem::absolute(path, problem), problem);
    return problem ? path : real.string();
}
} // namespace

void rejectDuplicatePaths(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
    std::vector<std::string> read;
    for (const std::string& input : inputs)
        if (!input.empty() && !isInputStream(input)) read.push_back(spelling(input));
    std::vector<std::string> seen;
    for (const std::string& path : outputs) {
        if (path.empty() || (isStream(path) && !isStandardOutput(path))) continue;
        if (!isStandardOutput(path) && std::ranges::find(read, spelling(path)) != read.end())
            throw Error(ErrorKind::Usage,
                        shownPath(path) + " is an input and would be overwritten; choose another name");
        const std::string place = isStandardOutput(path) ? "-" : spelling(path);
        if (std::ranges::find(seen, place) != seen.end())
            throw Error(ErrorKind::Usage, shownPath(path) + " would be written twice; give different names");
        seen.push_back(place);
    }
}

} // namespace lightbench
