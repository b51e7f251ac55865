// A lock on the folder shows that its process is alive; process ids can be reused, or belong to another host.
#include "app/worker/passing_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "core/base/error.h"
#include "core/base/user_files.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

const std::string ours = "lightbench-";
const std::string unique = "XXXXXX"; ///< what mkdtemp replaces

bool isOfKind(const fs::path& path, const std::string& kind) {
    const std::string name = path.filename().string();
    const std::string start = ours + kind + "-";
    return name.starts_with(start) && name.size() == start.size() + unique.size();
}

bool isOwnFolder(const fs::path& path) {
    struct stat info {};
    return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

/// The lock, or -1 if another process has it.
int locked(const fs::path& path) {
    const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0 || flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
    close(folder);
    return -1;
}

void removeLeftBehind(const fs::path& place, const std::string& kind) {
    std::error_code ignored;
    std::vector<fs::path> found;
    for (fs::directory_iterator one(place, ignored), end; !ignored && one != end; one.increment(ignored))
        if (isOfKind(one->path(), kind) && isOwnFolder(one->path())) found.push_back(one->path());
    for (const fs::path& path : found) {
        const int lock = locked(path);
        if (lock < 0) continue;
        fs::remove_all(path, ignored);
        close(lock);
    }
}
} // namespace

TemporaryFolder::TemporaryFolder(const std::string& kind, const std::string& purpose) {
    std::error_code ignored;
    const fs::path place = fs::temp_directory_path(ignored);
    removeLeftBehind(place, kind);
    // Another process may take it for left behind before it is locked.
    for (int attempt = 0; attempt < 3 && lock_ < 0; ++attempt) {
        path_ = (place / (ours + kind + "-" + unique)).string();
        if (mkdtemp(path_.data())) lock_ = locked(path_);
    }
    if (lock_ >= 0 && fs::exists(path_, ignored)) return;
    if (lock_ >= 0) close(lock_);
    throw Error(ErrorKind::Device, "cannot make a folder in " + place.string() + " " + purpose +
                                       "; make room there, or name another place in TMPDIR");
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    close(lock_);
}

void TemporaryFolder::removeOfEnvironment() {
    std::error_code ignored;
    const fs::path drivers = fs::path(environment("OCL_ICD_VENDORS")).parent_path(),
                   kernels = environment("POCL_CACHE_DIR");
    if (isOfKind(drivers, "drivers") && isOwnFolder(drivers)) fs::remove_all(drivers, ignored);
    if (isOfKind(kernels, "kernels") && isOwnFolder(kernels)) fs::remove_all(kernels, ignored);
}

} // namespace lightbench
