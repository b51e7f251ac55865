// The program's side: sends a request, waits for its report, and ends the worker where that is in vain.
#include "app/worker/worker_engine.h"

#include <algorithm>
#include <optional>
#include <set>

#include "app/worker/driver_search.h"
#include "app/worker/empty_kernel_cache.h"
#include "app/worker/program_filters.h"
#include "app/worker/wire_values.h"
#include "core/base/text.h"
#include "core/definition/definition_plan.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
/// A measurement does not report the stage; with a single stage it is stage 0.
int stageOf(const Stack& stack, const WorkerFailure& end) {
    return end.at.stackIndex < 0 && stack.size() == 1 ? 0 : end.at.stackIndex;
}

/// What the worker is asked to do: a stack on a device, or an empty stack for other work there.
struct Work {
    int device = 0;
    const Stack& stack;
    const FilterCatalog& filters; ///< the catalog that the stack refers to
};

template <class Request> Work workOf(const Request& request) {
    return {request.device, request.stack, request.filters};
}

/// "floyd-steinberg variant=row-per-item on DEVICE: kernel k" or what else was at work.
std::string nameOf(const Work& asked, int stage, const WorkerFailure& end, const std::string& device) {
    const Stack& stack = asked.stack;
    if (stage < 0 || std::size_t(stage) >= stack.size()) return "the run";
    const std::string& variant = end.at.variant.empty() ? stack[std::size_t(stage)].variant : end.at.variant;
    const std::string work =
        stack[std::size_t(stage)].filter + " variant=" + variant + (device.empty() ? "" : " on " + device);
    std::vector<std::string> kernels = end.at.kernels;
    if (runsDefinition(stack[std::size_t(stage)], asked.filters)) std::erase(kernels, sampleMover);
    if (kernels.empty()) return work;
    return work + (kernels.size() > 1 ? ": one of the kernels " : ": kernel ") + joinWords(kernels, "and");
}

std::string adviceFor(const Work& work, int stage, const WorkerFailure& end) {
    const Stack& stack = work.stack;
    const bool isStage = stage >= 0 && std::size_t(stage) < stack.size();
    if (isStage && needsProgress(stack[std::size_t(stage)], work.filters))
        return "it waits for other work-items, and OpenCL does not promise that they make progress; take another "
               "variant";
    if (isStage && runsDefinition(stack[std::size_t(stage)], work.filters))
        return end.kind == WorkerFailure::Died ? "perhaps it reads or writes outside a buffer; Check memory, or "
                                                 "check-memory on the command line, shows where"
                                               : "check that its loops end, or try another workgroup size";
    return "take another variant, workgroup or device";
}

std::string failureText(const WorkerFailure& end, const std::string& advice, const std::string& program) {
    if (end.kind == WorkerFailure::Died)
        return "crashed its process, which ended " + end.how + end.lastWords() + "; " + advice;
    if (end.kind == WorkerFailure::Late)
        return "made no progress for " + end.how + " and was ended; " + advice +
               ", a smaller image or a longer --timeout";
    return "could not be understood: " + program + " sent " + end.how + "; install Lightbench again";
}

WorkerEnded endedAt(const Work& work, const WorkerFailure& end, const std::string& program, const std::string& device) {
    if (end.kind == WorkerFailure::OtherVersion) return WorkerEnded(ErrorKind::Device, end.how);
    const int stage = stageOf(work.stack, end);
    const std::string action = failureText(end, adviceFor(work, stage, end), program);
    WorkerEnded error(ErrorKind::Device, nameOf(work, stage, end, device) + " " + action, end.output);
    error.stage = stage;
    error.field = "variant";
    error.wasLate = end.kind == WorkerFailure::Late;
    error.wasKilled = end.kind == WorkerFailure::Died && end.how.starts_with("by signal 9 ");
    return error;
}

class WorkerEngine : public Engine {
public:
    explicit WorkerEngine(const WorkerSettings& settings) : settings_(settings), link_(makeLink()) {}
    const DeviceList& devices() override;
    KernelLibrary kernels() const override { return settings_.kernels; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override;
    Measurement measure(const MeasureRequest& request, const std::stop_token& stop) override;
    PeakRates peakRates(int device, const std::stop_token& stop) override;
    std::vector<CompiledProgram> compile(const CompileRequest& request, const std::stop_token& stop) override;
    std::vector<KernelSignature> signatures(const SignatureRequest& request, const std::stop_token& stop) override;
    void buildAhead(const RunRequest& request, std::function<void()> built) override;

private:
    std::unique_ptr<WorkerLink> makeLink() const;
    const DeviceInfo* find(int device) const;
    double timeoutSecondsFor(const Work& work) const;
    std::shared_ptr<Report> ask(WorkerCall& call, const RunRequest& request, const RunMonitor& monitor);
    template <class Request> void send(Message kind, const Request& request);
    bool mayBeTheCache(int device, const std::string& work, const Error& error) const;
    void reportCache();
    template <class F> auto converse(const Work& work, double seconds, const WorkerStops& stops, F f);
    template <class F> auto guarded(const Work& work, double seconds, const WorkerStops& stops, F f);

    WorkerSettings settings_;
    std::unique_ptr<DriverSelection> drivers_; ///< where some are left out; outlives the workers that use it
    std::unique_ptr<EmptyKernelCache> cache_;  ///< where PoCL's own is damaged; likewise
    std::set<std::string> failsAnyway_;        ///< work for which an empty cache does not help
    std::unique_ptr<WorkerLink> link_;
    std::string warning_; ///< of the cache, until it is told
    std::optional<DeviceList> devices_;
    SharedImageCache sent_;           ///< the images that the worker holds
    std::vector<ImagePtr> newImages_; ///< that the request at work sent
    int sentTo_ = 0;                  ///< that worker's generation
};

std::unique_ptr<WorkerLink> WorkerEngine::makeLink() const {
    const std::string program = settings_.program.empty() ? workerBesideThis() : settings_.program;
    return std::make_unique<WorkerLink>(program, settings_.arguments, settings_.graceSeconds);
}

template <class Request> void WorkerEngine::send(Message kind, const Request& request) {
    if (std::exchange(sentTo_, link_->generation()) != link_->generation()) sent_.clear();
    Request whole = request;
    whole.kernels = kernels().with(request.kernels.layers()).read(); // the worker has nothing but what is built in
    newImages_ = sendRequest(link_->channel(), kind, whole, sent_);
}

std::shared_ptr<Report> WorkerEngine::ask(WorkerCall& call, const RunRequest& request, const RunMonitor& monitor) {
    link_->notices().expect(monitor.built);
    send(Message::Run, request);
    call.requestSent();
    for (;;) {
        const Channel::Head head = link_->answer(Message::Report);
        if (head.kind == Message::Report) return receiveReport(link_->channel(), head, request);
        const RunProgress progress = receiveValue<RunProgress>(link_->channel().receiveBody(head));
        call.note(progress);
        if (monitor.progress) monitor.progress(progress);
    }
}

double WorkerEngine::timeoutSecondsFor(const Work& work) const {
    constexpr double whereItMayNeverEnd = 60;
    const bool mayNeverEnd = needsProgress(work.stack, work.filters) || runsDefinition(work.stack, work.filters);
    return settings_.timeOutSeconds.value_or(mayNeverEnd ? whereItMayNeverEnd : 0);
}

/// f(talk) asks and takes the answer.
template <class F> auto WorkerEngine::converse(const Work& work, double seconds, const WorkerStops& stops, F f) {
    newImages_.clear();
    try {
        return link_->converse(seconds, stops, f);
    } catch (const WorkerFailure& end) {
        const DeviceInfo* found = find(work.device);
        throw endedAt(work, end, link_->program(), found ? found->name : std::string());
    } catch (const Error& error) {
        sent_.remove(newImages_);
        // A device may be lost to the whole process after an error, so that the next run takes a new one.
        if (error.kind() == ErrorKind::Device) link_->restart(link_->environment());
        throw;
    }
}

const DeviceInfo* WorkerEngine::find(int device) const {
    if (!devices_) return nullptr;
    const auto found = std::ranges::find(devices_->devices, device, &DeviceInfo::index);
    return found == devices_->devices.end() ? nullptr : &*found;
}

/// What PoCL has from its cache can make it fail in any way but by being slow.
bool WorkerEngine::mayBeTheCache(int device, const std::string& work, const Error& error) const {
    if (cache_ || failsAnyway_.contains(work)) return false;
    if (error.kind() != ErrorKind::Device && error.kind() != ErrorKind::Build) return false;
    const auto* ended = dynamic_cast<const WorkerEnded*>(&error);
    const DeviceInfo* found = find(device);
    return !(ended && (ended->wasLate || ended->wasKilled)) && found && found->isHostCpu;
}

void WorkerEngine::reportCache() {
    warning_ = cache_->finding();
    if (settings_.warn) settings_.warn(std::exchange(warning_, {}));
}

/// The same, and once more with an empty cache of compiled kernels where that may help.
template <class F> auto WorkerEngine::guarded(const Work& work, double seconds, const WorkerStops& stops, F f) {
    devices(); // drivers that fail are left out before anything runs
    const std::string name = stackLine(work.stack, work.filters);
    try {
        return converse(work, seconds, stops, f);
    } catch (const Error& error) {
        if (!mayBeTheCache(work.device, name, error)) throw;
        const std::vector<EnvironmentChange> usual = link_->environment();
        try {
            cache_ = std::make_unique<EmptyKernelCache>();
            link_->restart(cache_->with(usual));
            auto result = converse(work, seconds, stops, f);
            reportCache();
            return result;
        } catch (const Error& again) {
            link_->restart(usual);
            cache_.reset();
            if (again.kind() == ErrorKind::Cancelled) throw;
            failsAnyway_.insert(name);
        }
        throw;
    }
}

void checkFilters(const FilterCatalog& filters) {
    if (!filters.isDefinedOver(programFilters()))
        throw Error(ErrorKind::Usage,
                    "a process of its own knows the built-in filters and definitions; run this stack without it");
}

template <class Request> void checkRequest(const Request& request) {
    if (!request.image) throw Error(ErrorKind::Input, "there is no image to run on; open one first");
    checkFilters(request.filters);
}

/// A plan needs the shapes of second images, not their pixels.
Stage withoutPixels(Stage stage) {
    for (auto& [name, value] : stage.parameters.all())
        if (auto* input = std::get_if<ImageInput>(&value)) input->image = nullptr;
    return stage;
}

ReportPtr WorkerEngine::run(const RunRequest& request, const RunMonitor& monitor) {
    checkRequest(request);
    const auto result = guarded(workOf(request), timeoutSecondsFor(workOf(request)), {monitor.stop, monitor.abort},
                                [&](WorkerCall& call) { return ask(call, request, monitor); });
    result->ranInWorker = true;
    if (!warning_.empty()) result->warnings.push_back(std::exchange(warning_, {}));
    return result;
}

Measurement WorkerEngine::measure(const MeasureRequest& request, const std::stop_token& stop) {
    checkRequest(request);
    const double usual = timeoutSecondsFor(workOf(request));
    const double seconds = settings_.timeOutSeconds || usual == 0 ? usual : usual + request.options.capMs / 1000;
    return guarded(workOf(request), seconds, {stop}, [&](WorkerCall& call) {
        send(Message::Measure, request);
        call.requestSent();
        return receiveMeasurement(link_->channel(), link_->answer(Message::Measure), request);
    });
}

PeakRates WorkerEngine::peakRates(int device, const std::stop_token& stop) {
    return guarded({device, {}, {}}, settings_.timeOutSeconds.value_or(0), {stop}, [&](WorkerCall& call) {
        sendValue(link_->channel(), Message::PeakRates, device);
        call.requestSent();
        return receiveValue<PeakRates>(link_->channel().receiveBody(link_->answer(Message::PeakRates)));
    });
}

std::vector<CompiledProgram> WorkerEngine::compile(const CompileRequest& request, const std::stop_token& stop) {
    checkFilters(request.filters);
    CompileRequest whole = request;
    whole.stage = withoutPixels(request.stage);
    whole.kernels = kernels().with(request.kernels.layers()).read(); // the worker has nothing but what is built in
    const Stack stack{request.stage};
    const Work work{request.device, stack, request.filters};
    return guarded(work, settings_.timeOutSeconds.value_or(0), {stop}, [&](WorkerCall& call) {
        sendValue(link_->channel(), Message::Compile, whole);
        call.requestSent();
        return receiveValue<std::vector<CompiledProgram>>(
            link_->channel().receiveBody(link_->answer(Message::Compile)));
    });
}

std::vector<KernelSignature> WorkerEngine::signatures(const SignatureRequest& request, const std::stop_token& stop) {
    constexpr double limitSeconds = 20; // a compiler that hangs
    const Work work{request.device, {}, {}};
    return guarded(work, settings_.timeOutSeconds.value_or(limitSeconds), {stop}, [&](WorkerCall& call) {
        sendValue(link_->channel(), Message::Signatures, request);
        call.requestSent();
        return receiveValue<std::vector<KernelSignature>>(
            link_->channel().receiveBody(link_->answer(Message::Signatures)));
    });
}

/// A worker that fails here fails again in run(), which reports it.
void WorkerEngine::buildAhead(const RunRequest& request, std::function<void()> built) {
    constexpr double limitSeconds = 10;
    if (!request.image || !request.filters.isDefinedOver(programFilters())) return;
    try {
        converse(workOf(request), limitSeconds, {}, [&](WorkerCall& call) {
            link_->notices().expect(std::move(built));
            send(Message::BuildAhead, request);
            call.requestSent();
            link_->channel().receiveBody(link_->answer(Message::BuildAhead));
            return true;
        });
    } catch (const Error&) {
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
    } catch (const WorkerFailure& end) {
        if (end.kind == WorkerFailure::OtherVersion)
            devices_ = DeviceList{{}, {end.how}};
        else
            devices_ = DeviceList{{}, {what + failureText(end, "no driver is to blame", link_->program())}};
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
