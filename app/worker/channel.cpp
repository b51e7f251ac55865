// Messages whole or not at all: partial reads and writes are put together here.
#include "app/worker/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace lightbench {

namespace {
/// As it lies on the wire. The mark finds a stream that went out of step.
struct WireHead {
    std::uint32_t mark = 0x4c42574b;
    std::uint32_t kind = 0;
    std::uint64_t bytes = 0;
};

bool isLater() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }
} // namespace

Channel::Channel(int descriptor) : descriptor_(descriptor) {
    const int wanted = 4 << 20;
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &wanted, sizeof wanted);
}

Channel::~Channel() { close(descriptor_); }

void Channel::wait(short events) {
    if (waiter_) return waiter_(events);
    pollfd one{descriptor_, events, 0};
    poll(&one, 1, -1);
}

void Channel::sendAll(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            bytes = bytes.subspan(std::size_t(sent));
        else if (isLater())
            wait(POLLOUT);
        else
            throw ChannelClosed();
    }
}

void Channel::send(Message kind, std::span<const std::byte> body) {
    const WireHead head{.kind = std::uint32_t(kind), .bytes = body.size()};
    sendAll(std::as_bytes(std::span(&head, 1)));
    sendAll(body);
}

void Channel::receiveBody(std::span<std::byte> into) {
    while (!into.empty()) {
        const ssize_t got = recv(descriptor_, into.data(), into.size(), MSG_DONTWAIT);
        if (got > 0)
            into = into.subspan(std::size_t(got));
        else if (got < 0 && isLater())
            wait(POLLIN);
        else
            throw ChannelClosed();
    }
}

Channel::Head Channel::receiveHead() {
    std::array<std::byte, sizeof(WireHead)> raw;
    receiveBody(std::span(raw));
    WireHead head;
    std::memcpy(&head, raw.data(), sizeof head);
    if (head.mark != WireHead{}.mark) throw ChannelGarbled("a message without its mark");
    return {Message(head.kind), head.bytes};
}

std::vector<std::byte> Channel::receiveBody(const Head& head) {
    constexpr std::uint64_t most = 1u << 30;
    if (head.bytes > most) throw ChannelGarbled("a message of " + std::to_string(head.bytes) + " bytes");
    std::vector<std::byte> body(head.bytes);
    receiveBody(std::span(body));
    return body;
}

void Channel::receiveHead(Message kind, std::uint64_t bytes) {
    const Head head = receiveHead();
    if (head.kind != kind || head.bytes != bytes)
        throw ChannelGarbled("a message of kind " + std::to_string(std::uint32_t(head.kind)) + " with " +
                             std::to_string(head.bytes) + " bytes in place of kind " +
                             std::to_string(std::uint32_t(kind)) + " with " + std::to_string(bytes));
}

void Channel::receive(Message kind, std::span<std::byte> into) {
    receiveHead(kind, into.size());
    receiveBody(into);
}

void Channel::discard(Message kind, std::uint64_t bytes) {
    receiveHead(kind, bytes);
    std::array<std::byte, 1 << 16> some;
    for (std::uint64_t left = bytes; left > 0;) {
        const std::span part = std::span(some).first(std::size_t(std::min<std::uint64_t>(left, some.size())));
        receiveBody(part);
        left -= part.size();
    }
}

} // namespace lightbench
