// The program's side: sends a request, waits for its report, and ends the worker where that is in vain.
#include "app/worker/worker_engine.h"

#include <algorithm>
#include <optional>
#include <set>

#include "app/worker/driver_search.h"
#include "app/worker/empty_kernel_cache.h"
#include "app/worker/passed_over.h"
#include "app/worker/program_filters.h"
#include "app/worker/wire_values.h"
#include "core/base/text.h"
#include "core/definition/definition_plan.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
template <class Request> WorkerJob jobOf(const Request& request) {
    return {request.device, request.stack, request.filters};
}

// In what runs and measurements differ for passingOver.
std::string buildOptionsOf(const RunRequest&) { return {}; }
std::string buildOptionsOf(const MeasureRequest& request) { return request.options.buildOptions; }
TuningDatabasePtr tuningOf(const RunRequest& request) { return request.tuning; }
TuningDatabasePtr tuningOf(const MeasureRequest&) { return nullptr; }
bool keepsVariants(const RunRequest&) { return false; }
bool keepsVariants(const MeasureRequest& request) { return request.options.keepsVariants; }
StackResult& resultOf(const std::shared_ptr<Report>& report) { return *report; }
StackResult& resultOf(Measurement& measurement) { return measurement; }

class WorkerEngine : public Engine {
public:
    explicit WorkerEngine(const WorkerSettings& settings) : settings_(settings), link_(makeLink()) {}
    const DeviceList& devices() override;
    KernelLibrary kernels() const override { return settings_.kernels; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override;
    Measurement measure(const MeasureRequest& request, const RunMonitor& monitor) override;
    PeakRates peakRates(int device, const std::stop_token& stop) override;
    std::vector<CompiledProgram> compile(const CompileRequest& request, const std::stop_token& stop) override;
    std::vector<KernelSignature> signatures(const SignatureRequest& request, const std::stop_token& stop) override;
    void buildAhead(const RunRequest& request, std::function<void()> built) override;

private:
    std::unique_ptr<WorkerLink> makeLink() const;
    const DeviceInfo* find(int device) const;
    double timeoutSecondsFor(const WorkerJob& work) const;
    Channel::Head awaited(WorkerCall& call, Message kind, const RunMonitor& monitor);
    template <class Request> void send(Message kind, const Request& request);
    bool mayBeTheCache(int device, const std::string& work, const Error& error) const;
    void reportCache();
    template <class F> auto converse(const WorkerJob& work, double seconds, const WorkerStops& stops, F f);
    template <class F> auto guarded(const WorkerJob& work, double seconds, const WorkerStops& stops, F f);
    template <class Request> StackToBuild toBuild(const Request& request) const;
    void notify(const RunRequest& request, StackResult& result, const std::string& note);
    void notify(const MeasureRequest& request, StackResult& result, const std::string& note);
    template <class Request> PassingStack passing(const Request& request) const;
    template <class Request, class F> auto passingOver(const Request& request, F f);

    WorkerSettings settings_;
    std::unique_ptr<DriverSelection> drivers_; ///< where some are left out; outlives the workers that use it
    std::unique_ptr<EmptyKernelCache> cache_;  ///< where PoCL's own is damaged; likewise
    std::set<std::string> failsAnyway_;        ///< work for which an empty cache does not help
    PassedOver passedOver_;
    std::set<std::string> notes_; ///< on measurements, that were told
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

/// Passes on what is reported before the answer of that kind.
Channel::Head WorkerEngine::awaited(WorkerCall& call, Message kind, const RunMonitor& monitor) {
    for (;;) {
        const Channel::Head head = link_->answer(kind);
        if (head.kind == kind) return head;
        const RunProgress progress = receiveValue<RunProgress>(link_->channel().receiveBody(head));
        call.note(progress);
        if (monitor.progress) monitor.progress(progress);
    }
}

double WorkerEngine::timeoutSecondsFor(const WorkerJob& work) const {
    constexpr double whereItMayNeverEnd = 60;
    const bool mayNeverEnd = needsProgress(work.stack, work.filters) || runsDefinition(work.stack, work.filters);
    return settings_.timeOutSeconds.value_or(mayNeverEnd ? whereItMayNeverEnd : 0);
}

/// f(talk) asks and takes the answer.
template <class F> auto WorkerEngine::converse(const WorkerJob& work, double seconds, const WorkerStops& stops, F f) {
    newImages_.clear();
    try {
        return link_->converse(seconds, stops, f);
    } catch (const WorkerFailure& end) {
        const DeviceInfo* found = find(work.device);
        throw workerEnded(work, end, link_->program(), found ? found->name : std::string());
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
template <class F> auto WorkerEngine::guarded(const WorkerJob& work, double seconds, const WorkerStops& stops, F f) {
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

/// What `auto` decides by, as the worker has it.
template <class Request> StackToBuild WorkerEngine::toBuild(const Request& request) const {
    const KernelLibrary library = request.filters.withKernelFiles(kernels().with(request.kernels.layers()));
    return {request.stack,
            request.image->shape(),
            *find(request.device),
            request.filters,
            {tuningOf(request), std::make_shared<const KernelLibrary>(library.read())},
            buildOptionsOf(request)};
}

void WorkerEngine::notify(const RunRequest&, StackResult& result, const std::string& note) {
    result.warnings.push_back(note);
}

/// A sweep has no report of each measurement.
void WorkerEngine::notify(const MeasureRequest&, StackResult& result, const std::string& note) {
    if (!settings_.warn)
        result.warnings.push_back(note);
    else if (notes_.insert(note).second)
        settings_.warn(note);
}

/// The request's stack, without variants that are known to end the driver.
template <class Request> PassingStack WorkerEngine::passing(const Request& request) const {
    const bool mayPass = !passedOver_.isEmpty() && find(request.device) && !keepsVariants(request);
    return mayPass ? passedOver_.passing(toBuild(request)) : PassingStack{request.stack};
}

/// f(request) runs it. Where the driver gives up on the variant that `auto` chose, another one runs.
template <class Request, class F> auto WorkerEngine::passingOver(const Request& request, F f) {
    devices();
    Request now = request;
    for (;;) {
        const PassingStack stack = passing(request);
        now.stack = stack.stack;
        try {
            auto result = f(now);
            markChosen(resultOf(result), stack);
            for (const PassingStack::Change& change : stack.changes)
                notify(request, resultOf(result), change.note);
            return result;
        } catch (const WorkerEnded& ended) {
            const bool mayPass = find(request.device) && !keepsVariants(request);
            if (!mayPass || !passedOver_.note(toBuild(request), ended)) throw;
        }
    }
}

ReportPtr WorkerEngine::run(const RunRequest& request, const RunMonitor& monitor) {
    checkRequest(request);
    const WorkerStops stops{monitor.stop, monitor.abort};
    const auto result = passingOver(request, [&](const RunRequest& now) {
        return guarded(jobOf(now), timeoutSecondsFor(jobOf(now)), stops, [&](WorkerCall& call) {
            link_->notices().expect(monitor.built);
            send(Message::Run, now);
            call.requestSent();
            return receiveReport(link_->channel(), awaited(call, Message::Report, monitor), now);
        });
    });
    result->stack = request.stack;
    result->ranInWorker = true;
    if (!warning_.empty()) result->warnings.push_back(std::exchange(warning_, {}));
    return result;
}

Measurement WorkerEngine::measure(const MeasureRequest& request, const RunMonitor& monitor) {
    checkRequest(request);
    const double usual = timeoutSecondsFor(jobOf(request));
    const double seconds = settings_.timeOutSeconds || usual == 0 ? usual : usual + request.options.capMs / 1000;
    return passingOver(request, [&](const MeasureRequest& now) {
        return guarded(jobOf(now), seconds, {monitor.stop, monitor.abort}, [&](WorkerCall& call) {
            send(Message::Measure, now);
            call.requestSent();
            return receiveMeasurement(link_->channel(), awaited(call, Message::Measure, monitor), now);
        });
    });
}

PeakRates WorkerEngine::peakRates(int device, const std::stop_token& stop) {
    return guarded({device, {}, {}, "measuring peak rates"}, settings_.timeOutSeconds.value_or(0), {stop},
                   [&](WorkerCall& call) {
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
    const WorkerJob work{request.device, stack, request.filters};
    return guarded(work, settings_.timeOutSeconds.value_or(0), {stop}, [&](WorkerCall& call) {
        call.note({.stackIndex = 0, .activity = {}, .building = true});
        sendValue(link_->channel(), Message::Compile, whole);
        call.requestSent();
        return receiveValue<std::vector<CompiledProgram>>(
            link_->channel().receiveBody(link_->answer(Message::Compile)));
    });
}

std::vector<KernelSignature> WorkerEngine::signatures(const SignatureRequest& request, const std::stop_token& stop) {
    constexpr double limitSeconds = 20; // a compiler that hangs
    const WorkerJob work{request.device, {}, {}, request.definition.fileName()};
    return guarded(work, settings_.timeOutSeconds.value_or(limitSeconds), {stop}, [&](WorkerCall& call) {
        call.note({.stackIndex = -1, .activity = {}, .building = true});
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
        RunRequest now = request;
        now.stack = passing(request).stack;
        converse(jobOf(now), limitSeconds, {}, [&](WorkerCall& call) {
            link_->notices().expect(std::move(built));
            send(Message::BuildAhead, now);
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
