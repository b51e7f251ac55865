// Tells the lab that the kernels which the worker builds ahead are ready. This may happen between two requests, when
// nobody reads the channel, so it has a socket of its own. Each worker process has one; the worker engine listens.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace lightbench {

/// The descriptor of that socket in the worker.
inline constexpr int noticesDescriptor = 4;

/// The program's end. Both sides count the requests that build, from 1, and a notice is the request's number.
class BuiltNotices {
public:
    /// Takes the program's end of the socket and reads it on a thread of its own until the worker ends.
    explicit BuiltNotices(int descriptor);
    ~BuiltNotices();
    BuiltNotices(const BuiltNotices&) = delete;
    BuiltNotices& operator=(const BuiltNotices&) = delete;

    /// Call this before each request that builds. `built` is called once, on the reading thread, if the worker has
    /// built what the request asked for before the next such request is sent. It may be empty.
    void expect(std::function<void()> built);

private:
    void read();
    void take(std::uint64_t number);

    int descriptor_;
    std::mutex mutex_;
    std::uint64_t expected_ = 0;  ///< guarded by mutex_: the number of the newest request
    std::function<void()> built_; ///< guarded by mutex_: its callback
    std::jthread thread_;         ///< last, so that it starts last
};

/// The worker's end: sends the number of a request. A program that is gone is no error.
void sendBuiltNotice(int descriptor, std::uint64_t number);

} // namespace lightbench
