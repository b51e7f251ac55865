// Messages over a socket between the program and its worker process: a head with kind and length, then the body. Shared
// memory travels as descriptors, which the sender keeps until the receiver gives them back. Everything that speaks to
// or in the worker uses it.
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
    Hello = 1,   ///< worker: started; its protocol version
    Devices,     ///< program: the request; worker: the list
    Run,         ///< program: a request; its images follow unless the worker has them
    Image,       ///< the pixel values of one image
    SharedImage, ///< instead of Image: a descriptor of the memory that holds the pixels (Image::shareable)
    Cancel,      ///< program: stop the current run
    Progress,    ///< worker
    Report,      ///< worker: a report; its images follow, in the order of its table
    Failure,     ///< worker: the Error that ended the request
    BuildAhead,  ///< program: a request to build ahead, with its images; worker: it began
    Measure,     ///< program: a measurement; its images follow unless the worker has them; worker: the result
    PeakRates,   ///< program: a device's number; worker: its peak rates
    Decode,      ///< program: an image file, then consent; worker: the cost, then the image
    Compile,     ///< program: a stage and a shape; worker: what the compiler made of its kernels
    Signatures,  ///< program: a kernel file; worker: its kernels with their arguments
    Released     ///< both: the descriptors that are given back; only Channel uses it
};

/// The other process has closed the socket.
struct ChannelClosed : std::runtime_error {
    ChannelClosed() : std::runtime_error("the other process is gone") {}
};
/// The received bytes violate the protocol: another version or a wrong size.
struct ChannelGarbled : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One end of a stream socket. One thread sends and one receives; both may be the same. Objects that keep received
/// memory alive may be destroyed on any thread.
class Channel {
public:
    struct Head {
        Message kind{};
        std::uint64_t bytes = 0;
    };
    /// Waits until the socket is ready for `events` (POLLIN, POLLOUT); may throw to give up.
    using Waiter = std::function<void(short events)>;

    /// Takes ownership of the descriptor.
    explicit Channel(int descriptor);
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    int descriptor() const { return descriptor_; }
    /// Without a waiter the channel waits without a limit.
    void setWaiter(Waiter waiter) { waiter_ = std::move(waiter); }

    /// Sending and receiving throw ChannelClosed, and ChannelGarbled if sizes do not match.
    void send(Message kind, std::span<const std::byte> body = {});
    Head receiveHead();
    /// Sends a descriptor, which stays the sender's too (unix(7), SCM_RIGHTS). The channel holds `memory` until the
    /// other side releases it or the channel is destroyed.
    void sendDescriptor(Message kind, int descriptor, std::shared_ptr<const void> memory);
    struct Acquired {
        int descriptor; ///< owned by the caller
        /// When its last copy is destroyed, the next message sent releases the memory.
        std::shared_ptr<void> memory;
    };
    /// The descriptor that belongs to the last received head.
    Acquired receiveDescriptor();
    /// The body of the last received head; `into` has exactly its size.
    void receiveBody(std::span<std::byte> into);
    /// The same for a body of unknown size, which must not exceed 1 GiB.
    std::vector<std::byte> receiveBody(const Head& head);
    /// Reads the body of the last received head and drops it.
    void discardBody(const Head& head);
    /// Throws ChannelGarbled unless the head has this kind and size.
    static void require(const Head& head, Message kind, std::uint64_t bytes);

private:
    using Number = std::uint64_t; ///< of shared memory: how many were shared before it in its direction
    /// Memory that is no longer used. It may outlive the channel.
    struct Released {
        std::mutex mutex;
        std::vector<Number> numbers; ///< guarded by mutex
    };
    void sendAll(std::span<const std::byte> bytes);
    void sendMessage(Message kind, std::span<const std::byte> body);
    Head receiveAnyHead();
    void sendReleases();
    void receiveReleases(const Head& head);
    void wait(short events);
    int descriptor_;
    Waiter waiter_;
    std::shared_ptr<Released> released_ = std::make_shared<Released>(); ///< to tell the other side
    Number acquired_ = 0;                                               ///< how many were received so far
    std::mutex mutex_;
    Number sharedCount_ = 0;                               ///< how many were shared so far
    std::map<Number, std::shared_ptr<const void>> shared_; ///< not released yet; guarded by mutex_
};

} // namespace lightbench
