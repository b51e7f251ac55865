// The program's side: sends a request, waits for its report, and ends the worker where that is in vain.
#include "app/worker/worker_engine.h"

#include <optional>

#include "app/worker/conversation.h"
#include "app/worker/wire_values.h"
#include "app/worker/worker_process.h"
#include "core/text.h"

namespace lightbench {

namespace {
/// "floyd-steinberg variant=row-per-item", or what else was at work.
std::string workOf(const Stack& stack, int stage) {
    if (stage < 0 || std::size_t(stage) >= stack.size()) return "the run";
    return stack[std::size_t(stage)].filter + " variant=" + stack[std::size_t(stage)].variant;
}

std::string adviceFor(const Stack& stack, int stage) {
    const bool waits = stage >= 0 && std::size_t(stage) < stack.size() && needsProgress(stack[std::size_t(stage)]);
    return waits ? "it waits for other work-items in ways that OpenCL does not promise to end; take another variant"
                 : "take another variant, workgroup or device";
}

WorkerEnded endedAt(const Stack& stack, int stage, const std::string& what) {
    WorkerEnded error(ErrorKind::Device, workOf(stack, stage) + " " + what);
    error.stage = stage;
    error.field = "variant";
    return error;
}

class WorkerEngine : public Engine {
public:
    explicit WorkerEngine(WorkerSettings settings) : settings_(std::move(settings)) {
        if (settings_.program.empty()) settings_.program = workerBesideThis();
    }
    const DeviceList& devices() override;
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override;

private:
    void start();
    void greet();
    template <class F> auto guarded(const Stack& stack, const std::stop_token& stop, F f);
    std::shared_ptr<Report> ask(Conversation& talk, const RunRequest& request, const RunMonitor& monitor);
    void send(const RunRequest& request);
    DeviceList askDevices();
    Channel::Head answer(Message wanted);
    void end();

    WorkerSettings settings_;
    std::unique_ptr<WorkerProcess> process_;
    bool greeted_ = false;
    bool answered_ = true; ///< the last request got its answer in full: the worker is in step
    std::optional<DeviceList> devices_;
    ImagePtr sent_; ///< the image that the worker holds
};

void WorkerEngine::end() {
    process_.reset();
    sent_.reset();
    answered_ = true;
}

/// One that ended while nothing was asked of it is replaced without a word.
void WorkerEngine::start() {
    if (process_ && process_->hasEnded()) end();
    if (process_) return;
    process_ = std::make_unique<WorkerProcess>(settings_.program, settings_.arguments);
    greeted_ = false;
}

/// The head of the next message of that kind. A Failure is thrown as the Error that it is.
Channel::Head WorkerEngine::answer(Message wanted) {
    Channel& channel = process_->channel();
    const Channel::Head head = channel.receiveHead();
    if (head.kind == Message::Failure) {
        const Error error = decodeError(channel.receiveBody(head));
        answered_ = true;
        throw error;
    }
    if (head.kind != wanted && head.kind != Message::Progress)
        throw ChannelGarbled("an answer of kind " + std::to_string(std::uint32_t(head.kind)));
    return head;
}

void WorkerEngine::greet() {
    if (std::exchange(greeted_, true)) return;
    const std::string version = decodeText(process_->channel().receiveBody(answer(Message::Hello)));
    if (version != wireVersion()) throw ChannelGarbled("\"" + shownText(version) + "\" in place of " + wireVersion());
}

void WorkerEngine::send(const RunRequest& request) {
    Channel& channel = process_->channel();
    const bool withImage = sent_ != request.image;
    sent_.reset(); // until all of the new one is there
    channel.send(Message::Run, encode(request, withImage));
    if (withImage) channel.send(Message::Image, request.image->bytes());
    sent_ = request.image;
}

std::shared_ptr<Report> WorkerEngine::ask(Conversation& talk, const RunRequest& request, const RunMonitor& monitor) {
    greet();
    send(request);
    talk.requestSent();
    for (;;) {
        const Channel::Head head = answer(Message::Report);
        if (head.kind == Message::Report) return receiveReport(process_->channel(), head, request);
        const RunProgress progress = decodeProgress(process_->channel().receiveBody(head));
        talk.note(progress);
        if (monitor.progress) monitor.progress(progress);
    }
}

DeviceList WorkerEngine::askDevices() {
    greet();
    process_->channel().send(Message::Devices);
    return decodeDevices(process_->channel().receiveBody(answer(Message::Devices)));
}

/// Runs `f`; whatever keeps the worker from answering becomes one Error, and the worker is ended.
template <class F> auto WorkerEngine::guarded(const Stack& stack, const std::stop_token& stop, F f) {
    start();
    struct EndIfOutOfStep {
        WorkerEngine& engine;
        ~EndIfOutOfStep() {
            if (!engine.answered_) engine.end();
        }
    } const last{*this};
    Conversation talk(process_->channel(), settings_, stop);
    answered_ = false;
    try {
        auto result = f(talk);
        answered_ = true;
        return result;
    } catch (const ChannelClosed&) {
        throw endedAt(stack, talk.stage(),
                      "took its process down, which ended " + process_->howItEnded() + ", while the program goes on; " +
                          adviceFor(stack, talk.stage()));
    } catch (const ChannelGarbled& error) {
        throw endedAt(stack, talk.stage(),
                      "could not be understood: " + settings_.program + " sent " + error.what() +
                          "; install Lightbench again, so that both are of one version");
    } catch (const NoProgress&) {
        throw endedAt(stack, talk.stage(),
                      "made no progress for " + numberText(settings_.timeOutSeconds) + " s and was ended; " +
                          adviceFor(stack, talk.stage()) + ", a smaller image, or a longer time-out");
    } catch (const StopIgnored&) {
        throw Error(ErrorKind::Cancelled, "stopped");
    }
}

ReportPtr WorkerEngine::run(const RunRequest& request, const RunMonitor& monitor) {
    if (!request.image) throw Error(ErrorKind::Input, "there is no image to run on; open one first");
    const auto result =
        guarded(request.stack, monitor.stop, [&](Conversation& talk) { return ask(talk, request, monitor); });
    result->ownProcess = true;
    return result;
}

/// A driver that takes the process down while devices are looked for leaves a list without devices that says so.
const DeviceList& WorkerEngine::devices() {
    if (devices_) return *devices_;
    try {
        devices_ = guarded({}, {}, [this](Conversation&) { return askDevices(); });
    } catch (const Error& error) {
        devices_ = DeviceList{{}, {std::string("looking for OpenCL devices: ") + error.what()}};
    }
    return *devices_;
}
} // namespace

std::unique_ptr<Engine> makeWorkerEngine(WorkerSettings settings) {
    return std::make_unique<WorkerEngine>(std::move(settings));
}

} // namespace lightbench
