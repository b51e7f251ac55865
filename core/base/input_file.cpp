#include "core/base/input_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
constexpr std::size_t firstBytes = std::size_t(64) << 10;

[[noreturn]] void fail(const std::string& shown, const std::string& why) {
    failNaming(ErrorKind::Input, shown, shown + " " + why);
}

bool isStandardInput(const std::string& path) { return path == "-" || path == "/dev/stdin"; }

/// Throws if it is no regular file.
void requireRegular(const std::string& shown, mode_t mode) {
    if (S_ISREG(mode)) return;
    if (S_ISDIR(mode)) fail(shown, "is a folder; give a file");
    const char* kind = S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
    fail(shown, std::string("is ") + kind + ", not a file; save its content to a file, and name that");
}

int openInput(const std::string& path, bool regularOnly) {
    if (isStandardInput(path)) return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    return regularOnly ? openRegularFile(path) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

struct Descriptor {
    Descriptor(const std::string& path, bool regularOnly) : number(openInput(path, regularOnly)) {}
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    const int number;
};

[[noreturn]] void failLarge(const std::string& shown, const InputLimits& limits) {
    fail(shown, "is larger than " + byteText(double(limits.maxBytes)) + ", so this is not " + limits.what);
}

std::string openProblem(const std::string& path) {
    if (path.empty()) return "a file's name is empty";
    if (errno == ENOENT || errno == ENOTDIR) return "does not exist";
    return std::string("cannot be read: ") + std::strerror(errno);
}
} // namespace

std::string imageInput(const std::string& path) { return (path == "-" ? "" : "the image ") + shownInput(path); }

std::string shownInput(const std::string& path) { return path == "-" ? "the standard input" : shownPath(path); }

bool isInputStream(const std::string& path) {
    struct stat found {};
    const int answer = isStandardInput(path) ? ::fstat(STDIN_FILENO, &found) : ::stat(path.c_str(), &found);
    return answer == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
}

int openRegularFile(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return -1;
    requireRegular(shownPath(path), found.st_mode); // opening a device may already do something
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 || ::fstat(descriptor, &found) != 0 || S_ISREG(found.st_mode)) return descriptor;
    ::close(descriptor); // another file took its name meanwhile
    requireRegular(shownPath(path), found.st_mode);
    return -1;
}

InputFile::InputFile(const std::string& path, const std::function<void(std::string_view)>& begun,
                     const InputLimits& limits) {
    const std::string shown = shownInput(path);
    if (path.empty()) failNaming(ErrorKind::Input, "the file's name", "the file's name is empty");
    const Descriptor file(path, limits.regularOnly);
    if (file.number < 0) fail(shown, openProblem(path));
    struct stat found {};
    if (::fstat(file.number, &found) != 0) fail(shown, openProblem(path));
    if (S_ISDIR(found.st_mode) || limits.regularOnly) requireRegular(shown, found.st_mode);
    const bool fromStart = S_ISREG(found.st_mode) && ::lseek(file.number, 0, SEEK_CUR) == 0;
    if (fromStart && found.st_size > 0) {
        void* memory = ::mmap(nullptr, std::size_t(found.st_size), PROT_READ, MAP_PRIVATE, file.number, 0);
        if (memory != MAP_FAILED) mapped_ = static_cast<const char*>(memory);
        if (mapped_) size_ = std::size_t(found.st_size);
    }
    if (!mapped_) readAll(file.number, shown, begun, limits);
    if (content().size() > limits.maxBytes) failLarge(shown, limits);
    if (content().empty()) fail(shown, "is empty");
}

InputFile::~InputFile() {
    if (mapped_) ::munmap(const_cast<char*>(mapped_), size_);
}

void InputFile::readAll(int descriptor, const std::string& shown, const std::function<void(std::string_view)>& begun,
                        const InputLimits& limits) {
    bool looked = !begun;
    for (std::size_t filled = 0;;) {
        if (filled == read_.size()) {
            if (filled > limits.maxBytes) failLarge(shown, limits);
            if (filled >= availableMemory()) fail(shown, "is larger than this machine's memory");
            read_.resize(std::max(firstBytes, 2 * filled));
        }
        const ssize_t got = ::read(descriptor, read_.data() + filled, read_.size() - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(shown, std::string("cannot be read: ") + std::strerror(errno));
        filled += std::size_t(got);
        if (!looked && filled > 0 && (got == 0 || filled >= firstBytes)) {
            looked = true;
            begun(std::string_view(read_).substr(0, filled));
        }
        if (got == 0) return read_.resize(filled);
    }
}

} // namespace lightbench
