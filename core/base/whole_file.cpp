// Atomic writes by POSIX calls; every result is checked.
#include "core/base/whole_file.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace fs = std::filesystem;

namespace {
[[noreturn]] void refuse(const std::string& shown, const std::string& why) {
    failNaming(ErrorKind::Input, shown, "cannot write " + shown + ": " + why);
}

std::string reason(int code) {
    switch (code) {
    case ENOSPC: return "the disk is full";
    case EDQUOT: return "the quota of disk space is used up";
    case EFBIG: return "the file would be larger than this system allows";
    case EACCES:
    case EPERM:
    case EROFS: return std::string(std::strerror(code)) + "; choose a place that you may write to";
    default: return std::strerror(code);
    }
}

/// The open descriptor that a name stands for. It is used as it is and not opened again: a socket cannot be opened, and
/// a file would be written from its start.
std::optional<int> descriptorNamed(std::string_view path) {
    if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        int number = -1;
        if (!path.starts_with(folder)) continue;
        const char* end = path.data() + path.size();
        const auto read = std::from_chars(path.data() + folder.size(), end, number);
        if (read.ec == std::errc{} && read.ptr == end && number >= 0) return number;
    }
    return {};
}

/// Where a symbolic link leads, whether or not there is anything.
fs::path followed(fs::path path) {
    std::error_code problem;
    for (int steps = 0; steps < 40 && fs::is_symlink(path, problem); ++steps)
        path = path.parent_path() / fs::read_symlink(path, problem);
    return path;
}

fs::path folderOf(const fs::path& path) { return path.parent_path().empty() ? fs::path(".") : path.parent_path(); }

void checkPlace(const std::string& shown, const fs::path& target) {
    if (target.empty()) throw Error(ErrorKind::Input, "cannot write: the file's name is empty");
    std::error_code problem;
    if (fs::is_directory(target, problem) || target.filename().empty())
        refuse(shown, "it is a folder; give a file name");
    const fs::path folder = folderOf(target);
    const std::string name = shownPath(folder == "." ? fs::current_path(problem).string() : folder.string());
    if (!fs::exists(folder, problem)) {
        // Below a file there is nothing either, and the file is what to say.
        for (fs::path above = folder; !above.empty() && above != above.parent_path(); above = above.parent_path())
            if (fs::exists(above, problem) && !fs::is_directory(above, problem))
                refuse(shown, shownPath(above.string()) + " is not a folder");
        refuse(shown, "there is no folder " + name + "; make it first");
    }
    if (!fs::is_directory(folder, problem)) refuse(shown, name + " is not a folder");
    if (fs::exists(target, problem) && ::access(target.c_str(), W_OK) != 0) refuse(shown, reason(errno));
}

/// Some file systems know no fsync; what they say of it is no failure of the disk.
bool synced(int descriptor) {
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP;
}

/// True if it is worth trying again.
bool waited(int descriptor) {
    if (errno == EINTR) return true;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    pollfd ready{descriptor, POLLOUT, 0};
    return ::poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

/// Calls `put(part)` until all has gone; false with errno where it goes no further.
template <class Put> bool writeAll(int descriptor, std::string_view bytes, Put put) {
    while (!bytes.empty()) {
        const ssize_t taken = put(bytes);
        if (taken < 0 && !waited(descriptor)) return false;
        if (taken > 0) bytes.remove_prefix(std::size_t(taken));
        if (taken == 0) errno = ENOSPC;
        if (taken == 0) return false;
    }
    return true;
}

// Files under a name of their own until they are whole. A process that is killed leaves them behind, and the next one
// that writes in their folder removes them. A lock shows that a file's writer is alive. The name has the process and
// the host, since a file system without locks shows nothing, and a shared folder holds files of other hosts.

constexpr std::string_view nameStart = ".lightbench-", nameEnd = ".unfinished";

/// The names of this host's files end like this.
const std::string& endHere() {
    static const std::string end = [] {
        char name[256] = "";
        gethostname(name, sizeof name - 1);
        const std::string_view host(name);
        return "-" + textHash(host) + std::string(nameEnd);
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

/// Makes a hidden file in the folder, locked until its descriptor is closed. Gives the descriptor and the file's path
/// in `path`; -1 with errno if it cannot be made. Before its first file in a folder, a process removes what dead
/// processes of this host left there.
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
} // namespace

bool isStream(const std::string& path) {
    struct stat found {};
    if (descriptorNamed(path)) return true;
    return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
}

bool isStandardOutput(const std::string& path) { return descriptorNamed(path) == STDOUT_FILENO; }

WholeFile::WholeFile(const std::string& path)
    : shown_(path == "-" ? "the standard output" : shownPath(path)), target_(path),
      stream_(lightbench::isStream(path)) {
    stream_ ? openStream() : openBeside();
}

WholeFile::~WholeFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!unfinished_.empty()) ::unlink(unfinished_.c_str());
}

void WholeFile::fail() const { refuse(shown_, reason(errno)); }

void WholeFile::openStream() {
    const std::optional<int> named = descriptorNamed(target_);
    descriptor_ = named ? ::fcntl(*named, F_DUPFD_CLOEXEC, 3) : ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail();
}

void WholeFile::openBeside() {
    target_ = followed(target_).string();
    checkPlace(shown_, target_);
    descriptor_ = openUnfinished(folderOf(target_).string(), unfinished_);
    if (descriptor_ < 0) unfinished_.clear();
    if (descriptor_ < 0) fail();
    struct stat old {};
    if (::stat(target_.c_str(), &old) == 0 && ::fchmod(descriptor_, old.st_mode & 07777) != 0) fail();
}

void WholeFile::write(std::string_view bytes) {
    if (!stream_) return writeAt(end_, bytes);
    if (!writeAll(descriptor_, bytes, [&](auto part) { return ::write(descriptor_, part.data(), part.size()); }))
        fail();
}

void WholeFile::writeAt(std::uint64_t place, std::string_view bytes) {
    const std::uint64_t end = place + bytes.size();
    const auto put = [&](std::string_view part) {
        return ::pwrite(descriptor_, part.data(), part.size(), off_t(end - part.size()));
    };
    if (!writeAll(descriptor_, bytes, put)) fail();
    end_ = std::max(end_, end);
}

std::size_t WholeFile::readAt(std::uint64_t place, char* to, std::size_t bytes) const {
    const ssize_t got = ::pread(descriptor_, to, bytes, off_t(place));
    if (got < 0) fail();
    return std::size_t(got);
}

std::uint64_t WholeFile::size() const { return end_; }

int WholeFile::copyOfDescriptor() const {
    const int copy = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 3);
    if (copy < 0) fail();
    return copy;
}

void WholeFile::close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (!stream_ && !synced(descriptor)) {
        const int why = errno;
        ::close(descriptor);
        errno = why;
        fail();
    }
    // A network share may report a full disk only now.
    if (::close(descriptor) != 0 && errno != EINTR) fail();
}

void WholeFile::commit() {
    close();
    if (stream_) return;
    struct stat written {};
    if (::stat(unfinished_.c_str(), &written) != 0) fail();
    if (std::uint64_t(written.st_size) != end_) refuse(shown_, "not all of it was written to the disk");
    if (::rename(unfinished_.c_str(), target_.c_str()) != 0) fail();
    unfinished_.clear();
}

void writeWhole(const std::string& path, std::string_view content) {
    WholeFile file(path);
    file.write(content);
    file.commit();
}

void checkWritable(const std::string& path) {
    if (!isStream(path)) {
        WholeFile file(path);
        return;
    }
    // A pipe is not opened before there is something to say: its reader would see an end.
    const bool open = descriptorNamed(path) || ::access(path.c_str(), W_OK) == 0;
    if (!open) refuse(shownPath(path), reason(errno));
}

} // namespace lightbench
