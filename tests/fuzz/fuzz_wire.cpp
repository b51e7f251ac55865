// What libFuzzer calls for the messages between the program and its worker: any bytes give values that are sent and
// received again alike, or end in the exceptions of the protocol. An input is a kind of message, the length and the
// bytes of its body, and what follows it in the socket.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <new>

#include "app/worker/program_filters.h"
#include "app/worker/wire_values.h"
#include "core/filters/built_in_filters.h"
#include "tests/fuzz/refusal.h"
#include "tests/worker/filler.h"

using namespace lightbench;
using namespace lightbench::tests;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

/// What Image asks for. Any image may be sent, however large; here memory runs out early.
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    constexpr std::size_t maximum = 1 << 20;
    const auto step = std::size_t(alignment);
    return bytes > maximum ? nullptr : std::aligned_alloc(step, (bytes + step - 1) / step * step);
}
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }

namespace {
using Bytes = std::vector<std::byte>;
constexpr std::size_t headBytes = 3; ///< of an input: its kind, and the length of the body

/// Both ends of a socket that holds what fits into it.
struct Sockets {
    Sockets() {
        std::array<int, 2> ends{};
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) stop("There are no sockets.");
        near = std::make_unique<Channel>(ends[0]);
        far = std::make_unique<Channel>(ends[1]);
        for (Channel* end : {near.get(), far.get()})
            end->setWaiter([](short) { throw ChannelClosed(); });
    }
    /// Sends bytes as they are, and nothing after them.
    void feed(std::span<const std::byte> bytes) const {
        if (send(near->descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL) != ssize_t(bytes.size()))
            stop("The socket does not hold the input.");
        shutdown(near->descriptor(), SHUT_WR);
    }
    /// Everything that was sent.
    Bytes sent() const {
        Bytes all;
        std::array<std::byte, 4096> part;
        for (ssize_t got = 1; got > 0;) {
            got = recv(far->descriptor(), part.data(), part.size(), MSG_DONTWAIT);
            if (got > 0) all.insert(all.end(), part.begin(), part.begin() + got);
        }
        return all;
    }
    std::unique_ptr<Channel> near, far;
};

/// One that both sides have.
const ImagePtr& knownImage() {
    static const ImagePtr image = Filler().made<ImagePtr>();
    return image;
}
template <class Request> Request request() {
    Request one;
    one.image = knownImage();
    return one;
}
SharedImageCache cache() {
    SharedImageCache cache;
    cache.add({knownImage()});
    return cache;
}

// How each kind of message is received, sent and filled.
template <class T> struct Value {
    static T receive(Channel& channel, const Channel::Head& head) { return receiveValue<T>(channel.receiveBody(head)); }
    static void send(Channel& channel, const T& value) { sendValue(channel, Message::Hello, value); }
    static T filled() { return Filler().made<T>(); }
};
struct Failed {
    static Error receive(Channel& channel, const Channel::Head& head) {
        return receiveError(channel.receiveBody(head));
    }
    static void send(Channel& channel, const Error& error) { sendError(channel, error); }
    static Error filled() { return {ErrorKind::Build, "message", "details"}; }
};
template <class Request> struct Requested {
    static Request receive(Channel& channel, const Channel::Head& head) {
        SharedImageCache known = cache();
        std::vector<ImagePtr> newImages;
        return receiveRequest<Request>(channel, channel.receiveBody(head), known, newImages);
    }
    static void send(Channel& channel, const Request& request) {
        SharedImageCache known = cache();
        sendRequest(channel, Message::Run, request, known);
    }
    static Request filled() { return Filler(knownImage()).made<Request>(); }
};
struct Reported {
    static std::shared_ptr<Report> receive(Channel& channel, const Channel::Head& head) {
        return receiveResult<Report>(channel, head, request<RunRequest>());
    }
    static void send(Channel& channel, const std::shared_ptr<Report>& report) {
        sendReport(channel, *report, request<RunRequest>());
    }
    static std::shared_ptr<Report> filled() { return std::make_shared<Report>(Filler(knownImage()).made<Report>()); }
};
struct Measured {
    static Measurement receive(Channel& channel, const Channel::Head& head) {
        return *receiveResult<Measurement>(channel, head, request<MeasureRequest>());
    }
    static void send(Channel& channel, const Measurement& measurement) {
        sendMeasurement(channel, measurement, request<MeasureRequest>());
    }
    static Measurement filled() { return Filler(knownImage()).made<Measurement>(); }
};
/// Whatever comes, as the worker and the program read it; there is nothing to send again.
struct Conversation {
    static void read(Channel& channel) {
        channel.sendDescriptor(Message::SharedImage, channel.descriptor(), nullptr); // may be given back
        for (;;) {
            const Channel::Head head = channel.receiveHead();
            if (head.kind == Message::Run)
                Requested<RunRequest>::receive(channel, head);
            else if (head.kind == Message::Measure)
                Requested<MeasureRequest>::receive(channel, head);
            else if (head.kind == Message::Report)
                Reported::receive(channel, head);
            else if (head.kind == Message::Failure)
                Failed::receive(channel, head);
            else if (head.kind == Message::Decode)
                channel.discardBody(head);
            else
                channel.receiveBody(head);
        }
    }
    static Bytes filled() {
        const Sockets sockets;
        Requested<RunRequest>::send(*sockets.near, Requested<RunRequest>::filled());
        Failed::send(*sockets.near, Failed::filled());
        const std::uint64_t first = 0; // the loan's number
        sockets.near->send(Message::Released, std::as_bytes(std::span(&first, 1)));
        sockets.near->send(Message::Decode, std::as_bytes(std::span(&first, 1)));
        return sockets.sent();
    }
};

/// A message as it is sent: its head, its body and its images.
template <class Kind, class Content> Bytes bytesOf(const Content& content) {
    const Sockets sockets;
    Kind::send(*sockets.near, content);
    return sockets.sent();
}

/// `input` begins with a body of that many bytes, and images follow it.
template <class Kind> void tryMessage(std::span<const std::byte> input, std::size_t body) {
    const Sockets sockets;
    sockets.feed(input);
    const Bytes first = bytesOf<Kind>(Kind::receive(*sockets.far, {Message::Report, body}));
    const Sockets again;
    again.feed(first);
    if (bytesOf<Kind>(Kind::receive(*again.far, again.far->receiveHead())) != first)
        stop("What is sent and what is received differ.");
}
template <> void tryMessage<Conversation>(std::span<const std::byte> input, std::size_t) {
    const Sockets sockets;
    sockets.feed(input);
    Conversation::read(*sockets.far);
}

/// The input of a message that has all its fields.
template <class Kind> Bytes filledInput(std::byte letter) {
    constexpr std::size_t wireHead = 16;
    Bytes message;
    std::size_t body = 0;
    if constexpr (std::is_same_v<Kind, Conversation>) {
        message = Kind::filled();
    } else {
        message = bytesOf<Kind>(Kind::filled());
        std::memcpy(&body, message.data() + 8, sizeof body);
        message.erase(message.begin(), message.begin() + wireHead);
    }
    const Bytes head{letter, std::byte(body & 255), std::byte(body >> 8)};
    message.insert(message.begin(), head.begin(), head.end());
    return message;
}

struct Tried {
    char letter; ///< of an input, and its seed
    void (*tryMessage)(std::span<const std::byte> input, std::size_t body);
    Bytes (*filled)(std::byte letter);
};
template <class Kind> constexpr Tried tried(char letter) { return {letter, tryMessage<Kind>, filledInput<Kind>}; }
constexpr std::array all{tried<Value<DeviceList>>('d'),
                         tried<Value<RunProgress>>('p'),
                         tried<Value<PeakRates>>('c'),
                         tried<Failed>('f'),
                         tried<Requested<RunRequest>>('r'),
                         tried<Requested<MeasureRequest>>('m'),
                         tried<Reported>('o'),
                         tried<Measured>('t'),
                         tried<Conversation>('s')};

const Tried* triedBy(std::uint8_t letter) {
    const auto found = std::ranges::find(all, char(letter), &Tried::letter);
    return found == all.end() ? nullptr : &*found;
}
std::size_t bodyBytes(const std::uint8_t* data, std::size_t size) {
    return std::min<std::size_t>(data[1] + 256u * data[2], size - headBytes);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Tried* const kind = size > 0 ? triedBy(data[0]) : nullptr;
    if (!kind) return -1;
    Bytes filled; // a letter alone is a seed, which no change of the fields makes stale
    if (size < headBytes) {
        filled = kind->filled(std::byte(data[0]));
        data = reinterpret_cast<const std::uint8_t*>(filled.data()), size = filled.size();
    }
    const auto input = std::as_bytes(std::span(data, size)).subspan(headBytes);
    try {
        kind->tryMessage(input, bodyBytes(data, size));
    } catch (const ChannelClosed&) {
    } catch (const ChannelGarbled&) {
    } catch (const Error& error) { // memory ran out
        if (error.kind() != ErrorKind::Input) stop("The error is of a wrong kind.");
    }
    return 0;
}

/// Changes the body or what follows it, and keeps the length between them right.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned seed) {
    const Tried* const kind = size > 0 ? triedBy(data[0]) : nullptr;
    if (!kind || size < headBytes) {
        const Tried& chosen = kind ? *kind : all[seed % all.size()];
        const Bytes filled = chosen.filled(std::byte(chosen.letter));
        size = std::min(filled.size(), maxSize);
        std::memcpy(data, filled.data(), size);
        if (size < headBytes) return size;
    }
    const std::size_t body = bodyBytes(data, size), following = size - headBytes - body;
    if (seed % 4 == 0 && following > 0)
        return headBytes + body + LLVMFuzzerMutate(data + headBytes + body, following, maxSize - headBytes - body);
    const std::vector<std::uint8_t> rest(data + headBytes + body, data + size);
    const std::size_t room = maxSize - headBytes - following;
    const std::size_t changed = LLVMFuzzerMutate(data + headBytes, body, std::min<std::size_t>(room, 0xffff));
    std::ranges::copy(rest, data + headBytes + changed);
    data[1] = std::uint8_t(changed & 255), data[2] = std::uint8_t(changed >> 8);
    return headBytes + changed + following;
}
