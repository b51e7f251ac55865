// Sends and receives each number as a packet of eight bytes (unix(7), SOCK_SEQPACKET).
#include "app/worker/built_notices.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace lightbench {

BuiltNotices::BuiltNotices(int descriptor) : descriptor_(descriptor), thread_([this] { read(); }) {}

BuiltNotices::~BuiltNotices() {
    shutdown(descriptor_, SHUT_RD); // ends the thread's wait
    thread_.join();
    close(descriptor_);
}

void BuiltNotices::expect(std::function<void()> built) {
    const std::lock_guard lock(mutex_);
    ++expected_;
    built_ = std::move(built);
}

void BuiltNotices::take(std::uint64_t number) {
    std::function<void()> built;
    {
        const std::lock_guard lock(mutex_);
        if (number == expected_) built = std::exchange(built_, {});
    }
    if (built) built();
}

void BuiltNotices::read() {
    for (;;) {
        std::uint64_t number = 0;
        const ssize_t got = recv(descriptor_, &number, sizeof number, 0);
        if (got == ssize_t(sizeof number))
            take(number);
        else if (got >= 0 || errno != EINTR)
            return;
    }
}

void sendBuiltNotice(int descriptor, std::uint64_t number) {
    while (send(descriptor, &number, sizeof number, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

} // namespace lightbench
