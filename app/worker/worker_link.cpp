#include "app/worker/worker_link.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/worker/wire_values.h"
#include "core/base/text.h"

namespace lightbench {

void WorkerLink::end() {
    process_.reset();
    answered_ = true;
}

void WorkerLink::restart(std::vector<EnvironmentChange> environment) {
    end();
    environment_ = std::move(environment);
}

/// One that ended while nothing was asked of it is replaced without a word.
void WorkerLink::start() {
    if (process_ && process_->hasEnded()) end();
    if (process_) return;
    process_ = std::make_unique<WorkerProcess>(program_, arguments_, environment_);
    ++generation_;
    greeted_ = false;
}

Channel::Head WorkerLink::answer(Message wanted) {
    const Channel::Head head = channel().receiveHead();
    if (head.kind == Message::Failure) {
        const Error error = receiveError(channel().receiveBody(head));
        answered_ = true;
        throw error;
    }
    if (head.kind != wanted && head.kind != Message::Progress)
        throw ChannelGarbled("an answer of kind " + std::to_string(std::uint32_t(head.kind)));
    return head;
}

void WorkerLink::greet() {
    if (std::exchange(greeted_, true)) return;
    const std::string version = receiveValue<std::string>(channel().receiveBody(answer(Message::Hello)));
    if (version == wireVersion()) return;
    throw WorkerFailure{WorkerFailure::OtherVersion, program_ + " is of another version than this program: \"" +
                                                         shownText(version) + "\" in place of \"" + wireVersion() +
                                                         "\"; install Lightbench again, or build all of its programs"};
}

void WorkerLink::forwardOutput() {
    constexpr std::size_t maximum = 64 << 10;
    const std::string output = process_ ? process_->takeOutput() : std::string();
    if (output.empty()) return;
    std::fwrite(output.data(), 1, output.size(), stderr);
    output_ += output;
    if (output_.size() > maximum) output_.erase(0, output_.size() - maximum);
}

/// Within the handler of what ended the conversation.
void WorkerLink::fail(const WorkerCall& call) {
    try {
        throw;
    } catch (const ChannelClosed&) {
        const std::string how = process_->howItEnded();
        forwardOutput();
        throw WorkerFailure{WorkerFailure::Died, how, output_, call.progress()};
    } catch (const ChannelGarbled& error) {
        throw WorkerFailure{WorkerFailure::Garbled, error.what(), {}, call.progress()};
    }
}

namespace {
constexpr int tickMs = 250;

std::chrono::steady_clock::duration secondsOf(double seconds) {
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}
} // namespace

WorkerCall::WorkerCall(WorkerLink& link, double progressSeconds, const RunMonitor& monitor)
    : link_(link), progressSeconds_(progressSeconds), stop_(monitor.stop), abort_(monitor.abort.value_or(monitor.stop)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    link_.channel().setWaiter([this](short events) { wait(events); });
    const auto wake = [fd = wake_] { eventfd_write(fd, 1); };
    onStop_.emplace(stop_, wake);
    onAbort_.emplace(abort_, wake);
}

WorkerCall::~WorkerCall() {
    onAbort_.reset();
    onStop_.reset();
    link_.channel().setWaiter({});
    if (wake_ >= 0) close(wake_);
}

void WorkerCall::requestSent() {
    requestSent_ = true;
    passStopOn();
}

void WorkerCall::passStopOn() {
    if (!stop_.stop_requested()) return;
    if (!aborted_ && abort_.stop_requested()) aborted_ = Clock::now();
    if (!requestSent_ || std::exchange(stopSent_, true)) return;
    link_.channel().send(Message::Cancel);
}

std::optional<WorkerCall::Clock::time_point> WorkerCall::end() const {
    if (aborted_) return *aborted_ + secondsOf(link_.graceSeconds_);
    // A CPU reference ends by itself.
    if (progress_.checking || progressSeconds_ <= 0) return std::nullopt;
    return lastSign_ + secondsOf(progressSeconds_);
}

void WorkerCall::giveUpIfLate() const {
    const auto last = end();
    if (!last || Clock::now() < *last) return;
    if (aborted_) throw Error(ErrorKind::Cancelled, "stopped");
    throw WorkerFailure{WorkerFailure::Late, numberText(progressSeconds_) + " s", {}, progress_};
}

void WorkerCall::wait(short events) {
    for (;;) {
        passStopOn();
        giveUpIfLate();
        std::array<pollfd, 2> ends{{{link_.channel().descriptor(), events, 0}, {wake_, POLLIN, 0}}};
        int milliseconds = tickMs;
        if (const auto last = end()) {
            const std::chrono::duration<double, std::milli> left = *last - Clock::now();
            milliseconds = int(std::clamp(std::ceil(left.count()), 0.0, double(tickMs)));
        }
        if (poll(ends.data(), ends.size(), milliseconds) == 0) link_.forwardOutput();
        eventfd_t ignored = 0;
        if (ends[1].revents) eventfd_read(wake_, &ignored);
        if (!ends[0].revents) continue;
        lastSign_ = Clock::now();
        return;
    }
}

DeviceList listDevices(WorkerLink& link, double seconds) {
    return link.converse(seconds, {}, [&](WorkerCall&) {
        link.channel().send(Message::Devices);
        return receiveValue<DeviceList>(link.channel().receiveBody(link.answer(Message::Devices)));
    });
}

} // namespace lightbench
