// Checks the folder that PoCL would use and writes a test file there, and sets POCL_CACHE_DIR if that fails.
#include "gpu/driver/pocl_kernel_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

#include "core/base/user_files.h"
#include "gpu/driver/icd_files.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

/// Free space that a build needs at most for one filter's kernels.
constexpr std::uintmax_t wantedBytes = 8 << 20;

bool hasPocl() {
    return std::ranges::any_of(installedDrivers(), [](const InstalledDriver& driver) {
        return driver.library.find("pocl") != std::string::npos;
    });
}

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

/// Why the folder is not the user's own, as a clause; empty if it is. Compiled kernels are loaded from own folders
/// alone, because a file that somebody else left there would run as this user. The folder must belong to the user, and
/// nobody else may write to it or put another folder in its place. Makes missing folders, for the user alone.
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

/// Why no file of so many bytes can be written there, as a clause; empty if it can. It is tried, because file modes do
/// not show quotas and read-only mounts. The file is a new one, and symbolic links are not followed.
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

/// The folder that PoCL uses by its own rules.
fs::path poclFolder() {
    if (const std::string own = environment("POCL_CACHE_DIR"); !own.empty()) return own;
    if (const std::string caches = environment("XDG_CACHE_HOME"); !caches.empty()) return caches + "/pocl/kcache";
    if (const std::string home = environment("HOME"); !home.empty()) return home + "/.cache/pocl/kcache";
    return "/tmp/pocl/kcache";
}

constexpr std::size_t triedBytes = 64 << 10;

/// Why the folder cannot be used, as a clause; empty if it can. Makes the folder if it is missing.
std::string folderProblem(const fs::path& folder) {
    if (std::string problem = ownFolderProblem(folder); !problem.empty()) return problem;
    if (std::string problem = writingProblem(folder, triedBytes); !problem.empty()) return problem;
    std::error_code problem;
    const fs::space_info space = fs::space(folder, problem);
    return !problem && space.available < wantedBytes ? "no space is left on the device" : "";
}

/// True if the folder belongs to this user and is closed to others, since another user could have created it.
bool isPrivate(const std::string& folder) {
    struct stat info {};
    return lstat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
           (info.st_mode & 077) == 0;
}

/// A replacement folder that persists, so that kernels are not compiled again each time. Empty if none can be used.
std::string otherFolder() {
    for (const std::string& place :
         {environment("TMPDIR"), std::string("/tmp"), std::string("/var/tmp"), std::string("/dev/shm")}) {
        if (place.empty()) continue;
        const std::string own = place + "/lightbench-" + std::to_string(geteuid());
        mkdir(own.c_str(), 0700);
        if (isPrivate(own) && folderProblem(own + "/kernels").empty()) return own + "/kernels";
    }
    return {};
}

/// A folder for this process alone, where somebody else's folders have the usual names. Empty if there is no space.
std::string newFolder() {
    for (std::string place : {"/tmp/lightbench-XXXXXX", "/var/tmp/lightbench-XXXXXX", "/dev/shm/lightbench-XXXXXX"})
        if (mkdtemp(place.data()) && folderProblem(place).empty()) return place;
    return {};
}

std::string sentence(const fs::path& folder, const std::string& problem) {
    return "PoCL cannot keep compiled kernels in " + folder.string() + " (" + problem + ")";
}
} // namespace

std::vector<std::string> preparePoclCache() {
    if (!hasPocl()) return {};
    const fs::path folder = poclFolder();
    const std::string problem = folderProblem(folder);
    if (problem.empty()) return {};
    std::string other = otherFolder();
    // A full disk is full everywhere, but files that others can write are never loaded.
    if (other.empty() && !ownFolderProblem(folder).empty()) other = newFolder();
    if (other.empty()) return {};
    setenv("POCL_CACHE_DIR", other.c_str(), 1);
    return {sentence(folder, problem) + ", so it keeps them in " + other +
            "; make room, or name a folder of your own in POCL_CACHE_DIR"};
}

std::string poclCacheFolder() {
    const fs::path folder = poclFolder();
    if (folderProblem(folder).empty()) return folder.string();
    const std::string other = otherFolder();
    return other.empty() ? folder.string() : other;
}

namespace {
/// Empty if the file cannot be read.
std::string bytesOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// How a cached file compares with the rebuilt one. Files may differ slightly, since PoCL writes random names of
/// temporary files into them.
enum class Kept { Same, NearlySame, Another };

Kept comparedWith(const fs::path& kept, const fs::path& rebuilt) {
    std::error_code problem;
    const bool isFolder = fs::is_directory(rebuilt, problem);
    if (isFolder != fs::is_directory(kept, problem)) return Kept::Another;
    if (isFolder) return Kept::Same;
    const std::string old = bytesOf(kept), fresh = bytesOf(rebuilt);
    if (old.size() != fresh.size()) return Kept::Another;
    const std::size_t same =
        std::transform_reduce(old.begin(), old.end(), fresh.begin(), std::size_t(0), std::plus<>(), std::equal_to<>());
    return same == old.size() ? Kept::Same : same >= old.size() / 100 * 99 ? Kept::NearlySame : Kept::Another;
}
} // namespace

std::string damagedKernelFile(const std::string& rebuilt) {
    const fs::path folder = poclCacheFolder();
    std::string nearlySame;
    std::error_code problem;
    for (fs::recursive_directory_iterator one(rebuilt, problem), end; !problem && one != end; one.increment(problem)) {
        std::error_code ignored;
        const fs::path kept = folder / fs::relative(one->path(), rebuilt, ignored);
        if (!fs::exists(fs::symlink_status(kept, ignored))) continue;
        const Kept found = comparedWith(kept, one->path());
        if (found == Kept::Another) return kept.string();
        // Compiled code contains no random names, so a .so file that differs slightly is preferred as the damaged one.
        if (found == Kept::NearlySame && (nearlySame.empty() || kept.extension() == ".so")) nearlySame = kept.string();
    }
    return nearlySame;
}

std::string poclCacheProblem() {
    if (!hasPocl()) return {};
    const std::string problem = folderProblem(poclFolder());
    if (problem.empty()) return {};
    return sentence(poclFolder(), problem) + ": make room, or name a folder of your own in POCL_CACHE_DIR";
}

} // namespace lightbench
