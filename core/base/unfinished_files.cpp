// A lock shows that a file's writer is alive. The name has the process and the host, since a file system without locks
// shows nothing, and a shared folder holds files of other hosts.
#include "core/base/unfinished_files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/content_hash.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

constexpr std::string_view nameStart = ".lightbench-", nameEnd = ".unfinished";

/// The names of this host's files end like this.
const std::string& endHere() {
    static const std::string end = [] {
        char name[256] = "";
        gethostname(name, sizeof name - 1);
        const std::string_view host(name);
        return "-" + hashText(contentHash(std::as_bytes(std::span(host)))) + std::string(nameEnd);
    }();
    return end;
}

/// The process that writes a file of this name; 0 if it is no such file of this host.
pid_t writerOf(std::string_view name) {
    if (!name.starts_with(nameStart) || !name.ends_with(endHere())) return 0;
    pid_t id = 0;
    const char* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + nameStart.size(), end, id);
    return read.ec == std::errc{} && read.ptr != end && *read.ptr == '-' ? id : 0;
}

bool isDead(pid_t id) { return id > 0 && ::kill(id, 0) != 0 && errno == ESRCH; }

void removeIfLeft(const fs::path& path) {
    if (!isDead(writerOf(path.filename().string()))) return;
    const int descriptor = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat found {};
    if (::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        ::unlink(path.c_str());
    ::close(descriptor);
}

void removeLeft(const std::string& folder) {
    std::error_code problem;
    std::vector<fs::path> found;
    for (fs::directory_iterator one(folder, problem), end; !problem && one != end; one.increment(problem))
        if (one->path().filename().string().starts_with(nameStart)) found.push_back(one->path());
    for (const fs::path& path : found)
        removeIfLeft(path);
}

/// True the first time.
bool isNewFolder(const std::string& folder) {
    static std::mutex mutex;
    static std::set<std::string> known;
    std::error_code problem;
    const std::string path = fs::absolute(folder, problem).lexically_normal().string();
    const std::lock_guard lock(mutex);
    return known.insert(path).second;
}
} // namespace

int openUnfinished(const std::string& folder, std::string& path) {
    static std::atomic<unsigned> counter{0};
    if (isNewFolder(folder)) removeLeft(folder);
    for (int attempt = 0; attempt < 100; ++attempt) {
        const std::string name = std::string(nameStart) + std::to_string(::getpid()) + "-" + std::to_string(counter++);
        path = (fs::path(folder) / (name + endHere())).string();
        const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0) ::flock(descriptor, LOCK_EX | LOCK_NB); // without locks it is written all the same
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

} // namespace lightbench
