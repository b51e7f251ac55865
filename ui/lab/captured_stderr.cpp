// Replaces standard error by a pipe. A thread reads it, because writing to a full pipe blocks.
#include "ui/lab/captured_stderr.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace lightbench {

namespace {

// How much unread output is written when the process aborts, in a buffer that signal handlers may use.
constexpr std::size_t kept = 4096;
std::array<char, kept> lastWords;
volatile sig_atomic_t lastLength = 0;
volatile sig_atomic_t realError = -1;

void remember(const char* text, std::size_t length) {
    const std::size_t take = std::min(length, kept);
    std::memcpy(lastWords.data(), text + length - take, take);
    lastLength = sig_atomic_t(take);
}

void writeUnreadOutput() {
    if (realError < 0) return;
    const ssize_t written = write(realError, lastWords.data(), std::size_t(lastLength));
    (void)written; // errors cannot be reported here
    realError = -1;
}

void onAbort(int signal) {
    usleep(20000); // gives the reading thread time
    writeUnreadOutput();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace

CapturedStderr::CapturedStderr(QObject* parent) : QObject(parent) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    const int real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    from_ = ends[0];
    if (real >= 0) dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    if (real < 0) return;
    realError = real;
    static const int once = std::atexit(writeUnreadOutput);
    (void)once;
    std::signal(SIGABRT, onAbort);
    thread_ = std::jthread([this] { listen(); });
}

CapturedStderr::~CapturedStderr() {
    if (thread_.joinable()) {
        const int real = realError;
        realError = -1;
        std::signal(SIGABRT, SIG_DFL);
        dup2(real, STDERR_FILENO); // closes the last writing end, so that the thread sees the end of the pipe
        close(real);
        thread_.join();
    }
    if (from_ >= 0) close(from_);
}

/// True if the text ends with a colon and more output follows at once, since both belong together.
bool CapturedStderr::isUnfinished(const QByteArray& text) const {
    constexpr int timeoutMs = 200;
    pollfd more{from_, POLLIN, 0};
    return text.trimmed().endsWith(':') && poll(&more, 1, timeoutMs) > 0;
}

void CapturedStderr::listen() {
    QByteArray pending;
    std::array<char, kept> chunk;
    for (ssize_t count = 0; (count = read(from_, chunk.data(), chunk.size())) > 0;) {
        remember(chunk.data(), std::size_t(count));
        pending.append(chunk.data(), count);
        const qsizetype end = pending.lastIndexOf('\n');
        if (end < 0 || isUnfinished(pending)) continue;
        emit captured(QString::fromUtf8(pending.left(end)).trimmed());
        pending.remove(0, end + 1);
    }
}

} // namespace lightbench
