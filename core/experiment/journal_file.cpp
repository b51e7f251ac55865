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
    if (descriptor_ < 0) return;
    struct stat now {};
    if (created_ && fstat(descriptor_, &now) == 0 && now.st_size == 0)
        unlink(path_.c_str()); // unlinks before the lock is released
    close(descriptor_);
}

void JournalFile::open() {
    struct stat there {};
    const bool exists = stat(path_.c_str(), &there) == 0;
    stream_ = exists && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
    created_ = created_ || !exists;
    descriptor_ = ::open(path_.c_str(), (stream_ ? O_WRONLY : O_RDWR | O_CREAT) | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) cannot("write", path_);
    if (!stream_) lock();
}

/// A file system without locks is accepted, because measuring without a lock is better than not measuring.
void JournalFile::lock() const {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    close(descriptor_);
    throw Error(ErrorKind::Input, shownPath(path_) +
                                      " is being written by another process; wait until it has ended, or give "
                                      "another file");
}

std::string JournalFile::read() const {
    std::string text;
    char part[1 << 16];
    while (!stream_) {
        const ssize_t count = pread(descriptor_, part, sizeof part, off_t(text.size()));
        if (count < 0 && errno != EINTR) cannot("read", path_);
        if (count == 0) break;
        if (count > 0) text.append(part, std::size_t(count));
    }
    return text;
}

void JournalFile::append(const std::string& text) {
    struct stat before {};
    fstat(descriptor_, &before);
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = write(descriptor_, text.data() + done, text.size() - done);
        if (count >= 0) done += std::size_t(count);
        if (count >= 0 || errno == EINTR) continue;
        const int why = errno;
        if (!stream_ && ftruncate(descriptor_, before.st_size) != 0) errno = why;
        errno = why;
        cannot("write", path_);
    }
}

void JournalFile::replace(const std::string& text) {
    writeWhole(path_, text);
    close(descriptor_);
    descriptor_ = -1;
    open();
}

} // namespace lightbench
