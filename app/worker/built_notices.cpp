// Sends and receives each number as a packet of eight bytes (unix(7), SOCK_SEQPACKET).
#include "app/worker/built_notices.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace lightbench {

BuiltNotices::BuiltNotices(int descriptor)
    : descriptor_(descriptor), end_(eventfd(0, EFD_CLOEXEC)), thread_([this] { read(); }) {}

BuiltNotices::~BuiltNotices() {
    eventfd_write(end_, 1);
    thread_.join();
    close(end_);
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
        std::array<pollfd, 2> ends{{{descriptor_, POLLIN, 0}, {end_, POLLIN, 0}}};
        if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return;
        if (ends[1].revents) return;
        if (!ends[0].revents) continue;
        std::uint64_t number = 0;
        if (recv(descriptor_, &number, sizeof number, 0) != ssize_t(sizeof number)) return;
        take(number);
    }
}

void sendBuiltNotice(int descriptor, std::uint64_t number) {
    while (send(descriptor, &number, sizeof number, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

} // namespace lightbench
