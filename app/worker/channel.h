// Whole messages over a socket between the program and its worker: a head with kind and length, then the bytes. Files
// go as descriptors, lent until the other side has no more use for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <vector>

namespace lightbench {

enum class Message : std::uint32_t {
    Hello = 1,   ///< worker: it is up; the version that it speaks
    Devices,     ///< program: asks; worker: the list
    Run,         ///< program: a request; its image follows unless the worker has it
    Image,       ///< the samples of one image, nothing else
    SharedImage, ///< in place of Image: a descriptor of the memory that holds them (Image::shareable)
    Cancel,      ///< program: stop the run at work
    Progress,    ///< worker
    Report,      ///< worker: a report; its images follow, in the order of its table
    Failure,     ///< worker: the Error that ended the request
    Measure,     ///< program: a measurement; its image follows unless the worker has it; worker: the result
    Ceilings,    ///< program: a device's number; worker: its ceilings
    GivenBack    ///< both: the numbers of what the other side lent; a Channel's own affair
};

/// The other side is gone.
struct ChannelClosed : std::runtime_error {
    ChannelClosed() : std::runtime_error("the other process is gone") {}
};
/// What came is not what was agreed: another version, a wrong size.
struct ChannelGarbled : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One end of a stream socket. One thread sends and one receives; both may be the same. What was lent here may end on
/// any thread.
class Channel {
public:
    struct Head {
        Message kind{};
        std::uint64_t bytes = 0;
    };
    /// Waits until the socket is ready for `events` (POLLIN, POLLOUT); may throw to give up.
    using Waiter = std::function<void(short events)>;

    /// Takes the descriptor over.
    explicit Channel(int descriptor);
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    int descriptor() const { return descriptor_; }
    /// Without one, waits for ever.
    void setWaiter(Waiter waiter) { waiter_ = std::move(waiter); }

    /// These throw ChannelClosed, and ChannelGarbled where sizes do not fit.
    void send(Message kind, std::span<const std::byte> body = {});
    Head receiveHead();
    /// A message that is nothing but a descriptor, which stays the sender's too (unix(7), SCM_RIGHTS). `lent` is held
    /// until the other side gave it back, or this channel ends.
    void sendDescriptor(Message kind, int descriptor, std::shared_ptr<const void> lent);
    struct Borrowed {
        int descriptor;             ///< the caller's
        std::shared_ptr<void> loan; ///< when the last of them is gone, the next message that is sent gives it back
    };
    /// The descriptor of the head that was received last.
    Borrowed receiveDescriptor();
    /// The body of the head that was received last; `into` has exactly its size.
    void receiveBody(std::span<std::byte> into);
    /// The same for a body of unknown size, which must not exceed 1 GiB.
    std::vector<std::byte> receiveBody(const Head& head);
    /// Takes the body of the head that was received last, for which nobody has a place.
    void discardBody(const Head& head);
    /// Throws ChannelGarbled unless the head has this kind and size.
    static void require(const Head& head, Message kind, std::uint64_t bytes);

private:
    using Number = std::uint64_t; ///< of a loan: how many went before it in its direction
    /// Outlives the channel in the hands of borrowers.
    struct Ended {
        std::mutex mutex;
        std::vector<Number> numbers; ///< guarded by mutex
    };
    void sendAll(std::span<const std::byte> bytes);
    void sendMessage(Message kind, std::span<const std::byte> body);
    Head receiveAnyHead();
    void giveBack();
    void takeBack(const Head& head);
    void wait(short events);
    int descriptor_;
    Waiter waiter_;
    std::shared_ptr<Ended> ended_ = std::make_shared<Ended>(); ///< what was lent here and is to be given back
    Number borrowed_ = 0;                                      ///< how many were lent here
    std::mutex mutex_;
    Number lent_ = 0;                                     ///< how many were lent there
    std::map<Number, std::shared_ptr<const void>> loans_; ///< guarded by mutex_; those that are still there
};

} // namespace lightbench
