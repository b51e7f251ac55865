// Starts the worker, negotiates the version, and handles failed calls.
#include "app/worker/worker_link.h"

#include <cstdio>
#include <utility>

#include "app/worker/wire_values.h"
#include "core/base/text.h"

namespace lightbench {

WorkerLink::WorkerLink(std::string program, std::vector<std::string> arguments, double graceSeconds)
    : program_(std::move(program)), arguments_(std::move(arguments)), graceSeconds_(graceSeconds) {}

WorkerLink::~WorkerLink() = default;

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
    throw WorkerFailure{WorkerFailure::OtherVersion,
                        program_ + " is of another version than this program: \"" + shownText(version) +
                            "\" in place of \"" + wireVersion() +
                            "\"; install Lightbench again, or build all of its programs",
                        {},
                        {}};
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
void WorkerLink::fail(const WorkerCall& call, double progressSeconds) {
    try {
        throw;
    } catch (const ChannelClosed&) {
        const std::string how = process_->howItEnded();
        forwardOutput();
        throw WorkerFailure{WorkerFailure::Died, how, output_, call.progress()};
    } catch (const ChannelGarbled& error) {
        throw WorkerFailure{WorkerFailure::Garbled, error.what(), {}, call.progress()};
    } catch (const NoProgress&) {
        throw WorkerFailure{WorkerFailure::Late, numberText(progressSeconds) + " s", {}, call.progress()};
    } catch (const StopIgnored&) {
        throw Error(ErrorKind::Cancelled, "stopped");
    }
}

DeviceList listDevices(WorkerLink& link, double seconds) {
    return link.converse(seconds, {}, [&](WorkerCall&) {
        link.channel().send(Message::Devices);
        return receiveValue<DeviceList>(link.channel().receiveBody(link.answer(Message::Devices)));
    });
}

} // namespace lightbench
