// Repeats partial reads and writes until a message is complete.
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
/// The head as sent. The magic number reveals a stream that is out of step.
struct WireHead {
    std::uint32_t mark = 0x4c42574b;
    std::uint32_t kind = 0;
    std::uint64_t bytes = 0;
};

/// A single byte that carries a descriptor.
struct Letter {
    std::byte content{};
    iovec content_{&content, 1};
    alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof(int))> control{};
    Letter() = default;
    Letter(const Letter&) = delete;
    Letter& operator=(const Letter&) = delete;
    msghdr message{
        .msg_iov = &content_, .msg_iovlen = 1, .msg_control = control.data(), .msg_controllen = sizeof control};

    void put(int descriptor) {
        cmsghdr* head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof descriptor);
        std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    }
    int take() {
        const cmsghdr* head = CMSG_FIRSTHDR(&message);
        if (!head || head->cmsg_type != SCM_RIGHTS) throw ChannelGarbled("a message without its descriptor");
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
        return descriptor;
    }
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
    sendReleases();
    sendMessage(kind, body);
}

void Channel::sendMessage(Message kind, std::span<const std::byte> body) {
    const WireHead head{.kind = std::uint32_t(kind), .bytes = body.size()};
    sendAll(std::as_bytes(std::span(&head, 1)));
    sendAll(body);
}

void Channel::sendReleases() {
    std::vector<Number> numbers;
    {
        const std::lock_guard lock(released_->mutex);
        numbers.swap(released_->numbers);
    }
    if (!numbers.empty()) sendMessage(Message::Released, std::as_bytes(std::span(numbers)));
}

void Channel::receiveReleases(const Head& head) {
    const std::vector<std::byte> body = receiveBody(head);
    if (body.size() % sizeof(Number) != 0) throw ChannelGarbled("a message about released memory is cut off");
    std::vector<Number> numbers(body.size() / sizeof(Number));
    if (!numbers.empty()) std::memcpy(numbers.data(), body.data(), numbers.size() * sizeof(Number));
    for (const Number number : numbers) {
        std::shared_ptr<const void> gone; // destroyed after the lock is released
        const std::lock_guard lock(mutex_);
        const auto found = shared_.find(number);
        if (found == shared_.end()) throw ChannelGarbled("a message releases memory that was never shared");
        gone = std::move(found->second);
        shared_.erase(found);
    }
}

void Channel::sendDescriptor(Message kind, int descriptor, std::shared_ptr<const void> memory) {
    {
        const std::lock_guard lock(mutex_); // holds the lock so that the peer cannot return it first
        shared_.emplace(sharedCount_++, std::move(memory));
    }
    const WireHead head{.kind = std::uint32_t(kind), .bytes = 1};
    sendAll(std::as_bytes(std::span(&head, 1)));
    Letter letter;
    letter.put(descriptor);
    while (sendmsg(descriptor_, &letter.message, MSG_NOSIGNAL | MSG_DONTWAIT) <= 0) {
        if (!isLater()) throw ChannelClosed();
        wait(POLLOUT);
    }
}

Channel::Acquired Channel::receiveDescriptor() {
    Letter letter;
    ssize_t got = 0;
    while ((got = recvmsg(descriptor_, &letter.message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC)) < 0) {
        if (!isLater()) throw ChannelClosed();
        wait(POLLIN);
    }
    if (got == 0) throw ChannelClosed();
    const auto end = [released = released_, number = acquired_++](void*) {
        const std::lock_guard lock(released->mutex);
        released->numbers.push_back(number);
    };
    return {letter.take(), std::shared_ptr<void>(nullptr, end)};
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
    Head head = receiveAnyHead();
    for (; head.kind == Message::Released; head = receiveAnyHead())
        receiveReleases(head);
    return head;
}

Channel::Head Channel::receiveAnyHead() {
    std::array<std::byte, sizeof(WireHead)> raw;
    receiveBody(std::span(raw));
    WireHead head;
    std::memcpy(&head, raw.data(), sizeof head);
    if (head.mark != WireHead{}.mark) throw ChannelGarbled("a message without its mark");
    return {Message(head.kind), head.bytes};
}

std::vector<std::byte> Channel::receiveBody(const Head& head) {
    constexpr std::uint64_t maximum = 1u << 30;
    if (head.bytes > maximum) throw ChannelGarbled("a message of " + std::to_string(head.bytes) + " bytes");
    std::vector<std::byte> body;
    while (body.size() < head.bytes) { // a garbled length takes no more memory than what follows it
        const std::size_t before = body.size();
        body.resize(std::min<std::uint64_t>(head.bytes, std::max<std::size_t>(2 * before, 1 << 20)));
        receiveBody(std::span(body).subspan(before));
    }
    return body;
}

void Channel::require(const Head& head, Message kind, std::uint64_t bytes) {
    if (head.kind != kind || head.bytes != bytes)
        throw ChannelGarbled("a message of kind " + std::to_string(std::uint32_t(head.kind)) + " with " +
                             std::to_string(head.bytes) + " bytes in place of kind " +
                             std::to_string(std::uint32_t(kind)) + " with " + std::to_string(bytes));
}

void Channel::discardBody(const Head& head) {
    std::array<std::byte, 1 << 16> some;
    for (std::uint64_t left = head.bytes; left > 0;) {
        const std::span part = std::span(some).first(std::size_t(std::min<std::uint64_t>(left, some.size())));
        receiveBody(part);
        left -= part.size();
    }
}

} // namespace lightbench
