// Locks the file with flock, which the kernel releases when the process ends.
#include "core/experiment/journal_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

namespace lightbench {

namespace {
[[noreturn]] void cannot(const char* doWhat, const std::string& path) {
    throw Error(ErrorKind::Input,
                std::string("cannot ") + doWhat + " " + shownPath(path) + ": " + std::strerror(errno));
}
} // namespace

JournalFile::JournalFile(const std::string& path) : path_(path) { open(); }

JournalFile::~JournalFile() {
    struct stat now {};
    if (created_ && fstat(descriptor_.get(), &now) == 0 && now.st_size == 0 && isAtItsPath())
        unlink(path_.c_str()); // unlinks before the lock is released
}

void JournalFile::Descriptor::reset(int number) {
    if (number_ >= 0) close(number_);
    number_ = number;
}

/// A process that replaces the file releases the lock of the old one. If this process had opened that, it opens the new
/// one.
void JournalFile::open() {
    stream_ = isStream(path_);
    const std::string name = path_ == "-" ? "/dev/stdout" : path_;
    constexpr int attempts = 1000;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        struct stat there {};
        created_ = !stream_ && stat(name.c_str(), &there) != 0;
        descriptor_.reset(::open(name.c_str(), (stream_ ? O_WRONLY : O_RDWR | O_CREAT) | O_APPEND | O_CLOEXEC, 0666));
        if (descriptor_.get() < 0) cannot("write", path_);
        if (stream_) return;
        lock();
        if (isAtItsPath()) return;
    }
    throw Error(ErrorKind::Input, shownPath(path_) + " is replaced again and again by another process; wait until it "
                                                     "has ended, or give another file");
}

bool JournalFile::isAtItsPath() const {
    struct stat own {};
    struct stat there {};
    return fstat(descriptor_.get(), &own) == 0 && stat(path_.c_str(), &there) == 0 && own.st_dev == there.st_dev &&
           own.st_ino == there.st_ino;
}

/// A file system without locks is accepted, because measuring without a lock is better than not measuring.
void JournalFile::lock() const {
    if (flock(descriptor_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    throw Error(ErrorKind::Input, shownPath(path_) +
                                      " is being written by another process; wait until it has ended, or give "
                                      "another file");
}

std::string JournalFile::read() const {
    std::string text;
    char part[1 << 16];
    while (!stream_) {
        const ssize_t count = pread(descriptor_.get(), part, sizeof part, off_t(text.size()));
        if (count < 0 && errno != EINTR) cannot("read", path_);
        if (count == 0) break;
        if (count > 0) text.append(part, std::size_t(count));
    }
    return text;
}

void JournalFile::append(const std::string& text) {
    struct stat before {};
    fstat(descriptor_.get(), &before);
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = write(descriptor_.get(), text.data() + done, text.size() - done);
        if (count >= 0) done += std::size_t(count);
        if (count >= 0 || errno == EINTR) continue;
        const int why = errno;
        if (!stream_ && ftruncate(descriptor_.get(), before.st_size) != 0) errno = why;
        errno = why;
        cannot("write", path_);
    }
}

void JournalFile::replace(const std::string& text) {
    if (stream_) return append(text);
    WholeFile next(path_);
    next.write(text);
    // A copy of the descriptor shares its lock, and stays open when the file is closed and renamed.
    Descriptor held;
    held.reset(next.copyOfDescriptor());
    if (flock(held.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) cannot("lock", path_);
    next.commit();
    fcntl(held.get(), F_SETFL, O_APPEND);
    descriptor_.swap(held);
}

} // namespace lightbench
