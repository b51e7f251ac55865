#include "core/base/file_claims.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

/// The path without links, also of a file that does not exist yet. A link to it is followed, as writing does.
std::string canonicalPath(const std::string& name) {
    std::error_code problem;
    fs::path path = fs::absolute(name, problem);
    constexpr int mostLinks = 40;
    for (int links = 0; links < mostLinks && fs::is_symlink(path, problem); ++links)
        path = path.parent_path() / fs::read_symlink(path, problem);
    const fs::path real = fs::weakly_canonical(path, problem);
    return problem ? name : real.string();
}

std::string inodeName(const struct stat& file) {
    return std::to_string(file.st_dev) + " " + std::to_string(file.st_ino);
}

[[noreturn]] void refuse(const std::string& path, const std::string& option, const std::string& what) {
    fail(ErrorKind::Usage, option + " " + shownPath(path) + " would overwrite " + what + ", which is read; give " +
                               option + " another name");
}

[[noreturn]] void refuseTwice(const std::string& path, const std::string& option, const std::string& other) {
    fail(ErrorKind::Usage, shownPath(path) + " would be written twice" +
                               (option == other ? "; give different names, or one input of that name at a time"
                                                : ", by " + other + " and " + option + "; give different names"));
}
} // namespace

FileClaims::Names FileClaims::namesOf(const std::string& path) {
    if (path.empty()) return {};
    if (isStandardOutput(path)) return {"-"};
    if (isStream(path)) return {};
    struct stat there {};
    if (::stat(path.c_str(), &there) != 0) return {canonicalPath(path)};
    if (S_ISDIR(there.st_mode)) return {};
    return {canonicalPath(path), inodeName(there)};
}

template <class T> const T* FileClaims::found(const std::map<std::string, T>& files, const Names& names) {
    for (const std::string& name : names)
        if (const auto file = files.find(name); file != files.end()) return &file->second;
    return nullptr;
}

/// A file that was redirected to the standard input is known by its device and inode.
FileClaims::Names FileClaims::namesOfInput(const std::string& path) {
    struct stat input {};
    if (path == "-")
        return ::fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode) ? Names{inodeName(input)} : Names();
    return isInputStream(path) ? Names() : namesOf(path);
}

void FileClaims::reads(const ReadFile& file) {
    const Names names = namesOfInput(file.path);
    const std::lock_guard lock(mutex_);
    if (const Written* written = found(written_, names)) refuse(written->path, written->option, file.what);
    for (const std::string& name : names)
        read_.emplace(name, file.what);
}

void FileClaims::readsAll(const std::vector<ReadFile>& files) {
    for (const ReadFile& file : files)
        reads(file);
}

void FileClaims::writes(const std::string& path, const std::string& option) {
    const Names names = namesOf(path);
    const std::lock_guard lock(mutex_);
    if (const std::string* what = found(read_, names)) refuse(path, option, *what);
    if (const Written* other = found(written_, names)) refuseTwice(path, option, other->option);
    for (const std::string& name : names)
        written_.emplace(name, Written{path, option});
}

std::string FileClaims::readFrom(const std::string& path) const {
    const Names names = namesOf(path);
    const std::lock_guard lock(mutex_);
    const std::string* what = found(read_, names);
    return what ? *what : std::string();
}

} // namespace lightbench
