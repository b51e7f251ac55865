// Waits with a deadline and reacts to stop requests.
#include "app/worker/worker_call.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace lightbench {

namespace {
constexpr int tickMs = 250;

std::chrono::steady_clock::duration secondsOf(double seconds) {
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}
} // namespace

WorkerCall::WorkerCall(Channel& channel, const WorkerTimeouts& timeouts, const WorkerStops& stops,
                       std::function<void()> meanwhile)
    : channel_(channel), timeouts_(timeouts), stops_(stops), meanwhile_(std::move(meanwhile)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    channel_.setWaiter([this](short events) { wait(events); });
    const auto wake = [fd = wake_] { eventfd_write(fd, 1); };
    onStop_.emplace(stops_.stop, wake);
    if (stops_.abort) onAbort_.emplace(*stops_.abort, wake);
}

WorkerCall::~WorkerCall() {
    onAbort_.reset();
    onStop_.reset();
    channel_.setWaiter({});
    if (wake_ >= 0) close(wake_);
}

void WorkerCall::requestSent() {
    requestSent_ = true;
    passStopOn();
}

void WorkerCall::note(const RunProgress& progress) { progress_ = progress; }

void WorkerCall::passStopOn() {
    if (!stops_.stop.stop_requested()) return;
    if (!aborted_ && stops_.abort.value_or(stops_.stop).stop_requested()) aborted_ = Clock::now();
    if (!requestSent_ || stopSent_) return;
    stopSent_ = true;
    channel_.send(Message::Cancel);
}

std::optional<WorkerCall::Clock::time_point> WorkerCall::end() const {
    if (aborted_) return *aborted_ + secondsOf(timeouts_.stopSeconds);
    if (progress_.checking || // a CPU reference ends by itself
        timeouts_.progressSeconds <= 0)
        return std::nullopt;
    return lastSign_ + secondsOf(timeouts_.progressSeconds);
}

void WorkerCall::giveUpIfLate() const {
    const auto last = end();
    if (!last || Clock::now() < *last) return;
    if (aborted_) throw StopIgnored();
    throw NoProgress();
}

void WorkerCall::wait(short events) {
    for (;;) {
        passStopOn();
        giveUpIfLate();
        std::array<pollfd, 2> ends{{{channel_.descriptor(), events, 0}, {wake_, POLLIN, 0}}};
        int milliseconds = tickMs;
        if (const auto last = end()) {
            const std::chrono::duration<double, std::milli> left = *last - Clock::now();
            milliseconds = int(std::clamp(std::ceil(left.count()), 0.0, double(tickMs)));
        }
        if (poll(ends.data(), ends.size(), milliseconds) == 0 && meanwhile_) meanwhile_();
        eventfd_t ignored = 0;
        if (ends[1].revents) eventfd_read(wake_, &ignored);
        if (!ends[0].revents) continue;
        lastSign_ = Clock::now();
        return;
    }
}

} // namespace lightbench
