// Walks a path from the root by lstat, and writes test files by mkostemp.
#include "gpu/driver/own_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace lightbench {

namespace {
namespace fs = std::filesystem;

std::string systemProblem() { return std::strerror(errno ? errno : EIO); }

/// One step down the path. `parent` is the folder that holds `path`.
std::string stepProblem(const fs::path& path, const struct stat& parent) {
    struct stat found {};
    if (lstat(path.c_str(), &found) != 0) {
        if (errno != ENOENT || mkdir(path.c_str(), 0700) != 0) return systemProblem();
        if (lstat(path.c_str(), &found) != 0) return systemProblem();
    }
    const bool isOpen = (parent.st_mode & S_IWOTH) != 0;
    if (isOpen && (parent.st_mode & S_ISVTX) == 0) return "everybody can write to " + path.parent_path().string();
    // In a folder such as /tmp everybody can make a folder or a link first.
    if (isOpen && found.st_uid != geteuid() && found.st_uid != 0) return path.string() + " belongs to another user";
    return {};
}

std::string pathProblem(const fs::path& folder) {
    fs::path path = folder.root_path();
    for (const fs::path& name : folder.relative_path()) {
        if (name.empty()) continue;
        struct stat parent {};
        if (stat(path.c_str(), &parent) != 0) return systemProblem();
        if (!S_ISDIR(parent.st_mode)) return path.string() + " is not a folder";
        path /= name;
        if (std::string problem = stepProblem(path, parent); !problem.empty()) return problem;
    }
    return {};
}
} // namespace

std::string ownFolderProblem(const fs::path& folder) {
    std::error_code problem;
    const fs::path whole = fs::absolute(folder, problem).lexically_normal();
    if (std::string text = pathProblem(whole); !text.empty()) return text;
    const fs::path real = fs::canonical(whole, problem); // without symbolic links
    if (problem) return problem.message();
    if (std::string text = pathProblem(real); !text.empty()) return text;
    struct stat info {};
    if (stat(real.c_str(), &info) != 0) return systemProblem();
    if (!S_ISDIR(info.st_mode)) return "it is not a folder";
    if (info.st_uid != geteuid()) return "it belongs to another user";
    return (info.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? "others can write to it" : "";
}

std::string writingProblem(const fs::path& folder, std::size_t bytes) {
    std::string name = (folder / "lightbench-XXXXXX").string();
    errno = 0;
    const int descriptor = mkostemp(name.data(), O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) return systemProblem();
    const std::vector<char> content(bytes);
    std::string problem;
    for (std::size_t done = 0; done < bytes && problem.empty();) {
        const ssize_t count = write(descriptor, content.data() + done, bytes - done);
        if (count > 0) done += std::size_t(count);
        if (count <= 0 && errno != EINTR) problem = systemProblem();
    }
    if (close(descriptor) != 0 && problem.empty()) problem = systemProblem();
    unlink(name.c_str());
    return problem;
}

} // namespace lightbench
