// Waiting with a deadline and an ear for stops.
#include "app/worker/conversation.h"

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

Conversation::Conversation(Channel& channel, const Patience& patience, const std::stop_token& stop,
                           std::function<void()> meanwhile)
    : channel_(channel), patience_(patience), stop_(stop), meanwhile_(std::move(meanwhile)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    channel_.setWaiter([this](short events) { wait(events); });
    onStop_.emplace(stop_, [fd = wake_] { eventfd_write(fd, 1); });
}

Conversation::~Conversation() {
    onStop_.reset();
    channel_.setWaiter({});
    if (wake_ >= 0) close(wake_);
}

void Conversation::requestSent() {
    requestSent_ = true;
    passStopOn();
}

void Conversation::note(const RunProgress& progress) {
    checking_ = progress.checking;
    stage_ = progress.stackIndex;
}

void Conversation::passStopOn() {
    if (!stop_.stop_requested()) return;
    if (!stopped_) stopped_ = Clock::now();
    if (!requestSent_ || stopSent_) return;
    stopSent_ = true;
    channel_.send(Message::Cancel);
}

std::optional<Conversation::Clock::time_point> Conversation::end() const {
    if (stopped_) return *stopped_ + secondsOf(patience_.stopSeconds);
    if (checking_ || patience_.progressSeconds <= 0) return std::nullopt;
    return lastSign_ + secondsOf(patience_.progressSeconds);
}

void Conversation::giveUpIfLate() const {
    const auto last = end();
    if (!last || Clock::now() < *last) return;
    if (stopped_) throw StopIgnored();
    throw NoProgress();
}

void Conversation::wait(short events) {
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
