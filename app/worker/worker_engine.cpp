// The program's side: sends a request, waits for its report, and ends the worker where that is in vain.
#include "app/worker/worker_engine.h"

#include <optional>

#include "app/worker/driver_search.h"
#include "app/worker/wire_values.h"

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

std::string deedOf(const NoAnswer& end, const std::string& advice, const std::string& program) {
    if (end.kind == NoAnswer::Died)
        return "took its process down, which ended " + end.how + end.lastWords() + ", while the program goes on; " +
               advice;
    if (end.kind == NoAnswer::Late)
        return "made no progress for " + end.how + " and was ended; " + advice +
               ", a smaller image, or a longer time-out";
    return "could not be understood: " + program + " sent " + end.how +
           "; install Lightbench again, so that both are of one version";
}

WorkerEnded endedAt(const Stack& stack, const NoAnswer& end, const std::string& program) {
    const std::string deed = deedOf(end, adviceFor(stack, end.stage), program);
    WorkerEnded error(ErrorKind::Device, workOf(stack, end.stage) + " " + deed, end.words);
    error.stage = end.stage;
    error.field = "variant";
    return error;
}

class WorkerEngine : public Engine {
public:
    explicit WorkerEngine(const WorkerSettings& settings) : settings_(settings), link_(makeLink()) {}
    const DeviceList& devices() override;
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override;

private:
    std::unique_ptr<WorkerLink> makeLink() const;
    double patienceFor(const Stack& stack) const;
    std::shared_ptr<Report> ask(Conversation& talk, const RunRequest& request, const RunMonitor& monitor);
    void send(const RunRequest& request);

    WorkerSettings settings_;
    std::unique_ptr<DriverSelection> drivers_; ///< where some are left out; outlives the workers that use it
    std::unique_ptr<WorkerLink> link_;
    std::optional<DeviceList> devices_;
    ImagePtr sent_;  ///< the image that the worker holds
    int sentTo_ = 0; ///< that worker's generation
};

std::unique_ptr<WorkerLink> WorkerEngine::makeLink() const {
    const std::string program = settings_.program.empty() ? workerBesideThis() : settings_.program;
    return std::make_unique<WorkerLink>(program, settings_.arguments, settings_.graceSeconds);
}

void WorkerEngine::send(const RunRequest& request) {
    const bool withImage = sent_ != request.image || sentTo_ != link_->generation();
    sent_.reset(); // until all of the new one is there
    link_->channel().send(Message::Run, encode(request, withImage));
    if (withImage) link_->channel().send(Message::Image, request.image->bytes());
    sent_ = request.image;
    sentTo_ = link_->generation();
}

std::shared_ptr<Report> WorkerEngine::ask(Conversation& talk, const RunRequest& request, const RunMonitor& monitor) {
    send(request);
    talk.requestSent();
    for (;;) {
        const Channel::Head head = link_->answer(Message::Report);
        if (head.kind == Message::Report) return receiveReport(link_->channel(), head, request);
        const RunProgress progress = decodeProgress(link_->channel().receiveBody(head));
        talk.note(progress);
        if (monitor.progress) monitor.progress(progress);
    }
}

double WorkerEngine::patienceFor(const Stack& stack) const {
    constexpr double whereItMayNeverEnd = 60;
    return settings_.timeOutSeconds.value_or(needsProgress(stack) ? whereItMayNeverEnd : 0);
}

ReportPtr WorkerEngine::run(const RunRequest& request, const RunMonitor& monitor) {
    if (!request.image) throw Error(ErrorKind::Input, "there is no image to run on; open one first");
    devices(); // drivers that fail are left out before anything runs
    try {
        const auto result = link_->converse(patienceFor(request.stack), monitor.stop,
                                            [&](Conversation& talk) { return ask(talk, request, monitor); });
        result->ownProcess = true;
        return result;
    } catch (const NoAnswer& end) {
        throw endedAt(request.stack, end, link_->program());
    }
}

/// Without any driver to blame the list is empty, with a warning that says why.
const DeviceList& WorkerEngine::devices() {
    if (devices_) return *devices_;
    const std::string what = "looking for OpenCL devices ";
    try {
        const double seconds = settings_.timeOutSeconds.value_or(settings_.listSeconds);
        devices_ = listHealthyDevices(
            *link_, [this] { return makeLink(); }, seconds, drivers_);
    } catch (const NoAnswer& end) {
        devices_ = DeviceList{{}, {what + deedOf(end, "no driver is to blame", link_->program())}};
    } catch (const Error& error) {
        devices_ = DeviceList{{}, {what + "failed: " + error.what()}};
    }
    return *devices_;
}
} // namespace

std::unique_ptr<Engine> makeWorkerEngine(const WorkerSettings& settings) {
    return std::make_unique<WorkerEngine>(settings);
}

} // namespace lightbench
