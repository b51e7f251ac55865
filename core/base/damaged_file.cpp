// Renames files, because what cannot be read cannot be copied.
#include "core/base/damaged_file.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

fs::path withoutLinks(const std::string& path) {
    std::error_code problem;
    const fs::path real = fs::canonical(path, problem);
    return problem ? fs::path(path) : real;
}
} // namespace

std::string damagedName(const std::string& path) {
    const std::string name = withoutLinks(path).string() + ".damaged";
    std::error_code problem;
    if (!fs::exists(name, problem)) return name;
    int number = 2;
    while (fs::exists(name + "-" + std::to_string(number), problem))
        ++number;
    return name + "-" + std::to_string(number);
}

std::string keepDamaged(const std::string& path) {
    std::error_code problem;
    if (!fs::is_regular_file(path, problem))
        throw Error(ErrorKind::Input, "cannot write " + shownPath(path) + ": it is no regular file; remove it");
    const std::string name = damagedName(path);
    fs::rename(withoutLinks(path), name, problem);
    if (problem)
        throw Error(ErrorKind::Input,
                    "cannot keep " + shownPath(path) + " as " + shownPath(name) + ": " + problem.message());
    return name;
}

} // namespace lightbench
