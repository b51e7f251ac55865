// The program's side: sends a request, waits for its report, and ends the worker where that is in vain.
#include "app/worker/worker_engine.h"

#include <algorithm>
#include <optional>
#include <set>

#include "app/worker/driver_search.h"
#include "app/worker/oclgrind.h"
#include "app/worker/passed_over.h"
#include "app/worker/wire_values.h"
#include "core/base/text.h"
#include "core/run/stack_text.h"
#include "gpu/driver/pocl_kernel_cache.h"
#include "gpu/opencl_engine.h"

namespace lightbench {

namespace {
/// An empty cache folder for kernels that PoCL compiles. A damaged file in the usual cache fails every run, so a failed
/// run is repeated with this one.
class EmptyKernelCache {
public:
    /// The environment of a worker in which PoCL uses this cache.
    std::vector<EnvironmentChange> with(std::vector<EnvironmentChange> environment) const {
        std::erase_if(environment, [](const EnvironmentChange& one) { return one.name == "POCL_CACHE_DIR"; });
        environment.push_back({"POCL_CACHE_DIR", folder_.path()});
        return environment;
    }
    /// For a run that failed with the usual cache and succeeded with this one: a sentence that names the damaged file,
    /// if it can be found, and a remedy.
    std::string finding() const {
        const std::string start = "PoCL's cache of compiled kernels is damaged, so PoCL compiled them again";
        if (const std::string file = damagedKernelFile(folder_.path()); !file.empty())
            return start + ": remove " + file + "; otherwise every run finds it again";
        if (const std::string problem = poclCacheProblem(); !problem.empty()) return problem;
        return start + ": remove the folder " + poclCacheFolder() + "; otherwise every run finds it again";
    }

private:
    TemporaryFolder folder_{"kernels", "for the kernels that PoCL compiles"};
};

template <class Request> WorkerJob jobOf(const Request& request) {
    return {request.device, request.stack, request.filters};
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

class WorkerEngine : public Engine {
    bool runsHere(const StackRequest& request) const {
        return settings_.inProcess && !needsProgress(request.stack, request.filters);
    }
    Engine& here() {
        if (!here_) here_ = makeOpenClEngine({.kernels = settings_.kernels});
        return *here_;
    }

    /// The worker has no kernels but what is built in.
    template <class Request> Request withUserKernels(Request request) const {
        request.kernels = kernels().with(request.kernels.layers()).read();
        return request;
    }

    template <class Request> void send(WorkerCall& call, Message kind, const Request& request) {
        if (std::exchange(sentTo_, link_.generation()) != link_.generation()) sent_.clear();
        newImages_ = sendRequest(link_.channel(), kind, withUserKernels(request), sent_);
        call.requestSent();
    }

    /// Passes on what is reported before the answer of that kind.
    Channel::Head awaited(WorkerCall& call, Message kind, const RunMonitor& monitor) {
        for (;;) {
            const Channel::Head head = link_.answer(kind);
            if (head.kind == kind) return head;
            const RunProgress progress = receiveValue<RunProgress>(link_.channel().receiveBody(head));
            call.note(progress);
            if (monitor.progress) monitor.progress(progress);
        }
    }

    double timeoutSecondsFor(const WorkerJob& work) const {
        constexpr double whereItMayNeverEnd = 60;
        const bool mayNeverEnd = needsProgress(work.stack, work.filters) || runsDefinition(work.stack, work.filters);
        return settings_.timeOutSeconds.value_or(mayNeverEnd ? whereItMayNeverEnd : 0);
    }

    /// f(call) asks and takes the answer.
    template <class F> auto converse(const WorkerJob& work, double seconds, const RunMonitor& monitor, F f) {
        newImages_.clear();
        try {
            return link_.converse(seconds, monitor, f);
        } catch (const WorkerFailure& end) {
            const DeviceInfo* found = find(work.device);
            throw workerEnded(work, end, link_.program(), found ? found->name : std::string());
        } catch (const Error& error) {
            sent_.remove(newImages_);
            // A device may be lost to the whole process after an error, so that the next run takes a new one.
            if (error.kind() == ErrorKind::Device) link_.restart(link_.environment());
            throw;
        }
    }

    const DeviceInfo* find(int device) const {
        if (!devices_) return nullptr;
        const auto found = std::ranges::find(devices_->devices, device, &DeviceInfo::index);
        return found == devices_->devices.end() ? nullptr : &*found;
    }

    /// What PoCL has from its cache can make it fail in any way but by being slow.
    bool mayBeTheCache(int device, const std::string& work, const Error& error) const {
        if (cache_ || failsAnyway_.contains(work)) return false;
        if (error.kind() != ErrorKind::Device && error.kind() != ErrorKind::Build) return false;
        const auto* ended = dynamic_cast<const WorkerEnded*>(&error);
        const DeviceInfo* found = find(device);
        return !(ended && (ended->wasLate || ended->wasKilled)) && found && found->isHostCpu;
    }

    /// The same as converse(), and once more with an empty cache of compiled kernels where that may help.
    template <class F> auto guarded(const WorkerJob& work, double seconds, const RunMonitor& monitor, F f) {
        workersDevices(); // drivers that fail are left out before anything runs
        const std::string name = stackLine(work.stack, work.filters);
        try {
            return converse(work, seconds, monitor, f);
        } catch (const Error& error) {
            if (!mayBeTheCache(work.device, name, error)) throw;
            const std::vector<EnvironmentChange> usual = link_.environment();
            try {
                cache_ = std::make_unique<EmptyKernelCache>();
                link_.restart(cache_->with(usual));
                auto result = converse(work, seconds, monitor, f);
                warning_ = cache_->finding();
                if (settings_.warn) settings_.warn(std::exchange(warning_, {}));
                return result;
            } catch (const Error& again) {
                link_.restart(usual);
                cache_.reset();
                if (again.kind() == ErrorKind::Cancelled) throw;
                failsAnyway_.insert(name);
            }
            throw;
        }
    }

    /// The answer to a request without images. `at` is what the worker is at meanwhile.
    template <class Answer, class Request> Answer answerTo(Message kind, const Request& request, const WorkerJob& work,
                                                           double usualSeconds, const std::stop_token& stop,
                                                           const RunProgress& at) {
        return guarded(work, settings_.timeOutSeconds.value_or(usualSeconds), {.stop = stop, .progress = {}},
                       [&](WorkerCall& call) {
                           call.note(at);
                           sendValue(link_.channel(), kind, request);
                           call.requestSent();
                           return receiveValue<Answer>(link_.channel().receiveBody(link_.answer(kind)));
                       });
    }

    /// What `auto` decides by, as the worker has it.
    template <class Request> StackToBuild toBuild(const Request& request) const {
        const KernelLibrary library = request.filters.withKernelFiles(kernels().with(request.kernels.layers()));
        StackToBuild wanted{request.stack,
                            request.image->shape(),
                            *find(request.device),
                            request.filters,
                            {nullptr, std::make_shared<const KernelLibrary>(library.read())}};
        if constexpr (std::is_same_v<Request, MeasureRequest>)
            wanted.buildOptions = request.options.buildOptions;
        else
            wanted.tuning.database = request.tuning;
        return wanted;
    }

    template <class Request> bool mayPassOver(const Request& request) const {
        if constexpr (std::is_same_v<Request, MeasureRequest>)
            if (request.options.keepsVariants) return false;
        return find(request.device) != nullptr;
    }

    /// The request's stack, without variants that are known to end the driver.
    template <class Request> PassingStack passing(const Request& request) const {
        return !passedOver_.isEmpty() && mayPassOver(request) ? passedOver_.passing(toBuild(request))
                                                              : PassingStack{request.stack};
    }

    /// f(request) runs it. Where the driver gives up on the variant that `auto` chose, another one runs.
    template <class Request, class F> auto passingOver(const Request& request, F f) {
        workersDevices();
        Request now = request;
        for (;;) {
            const PassingStack stack = passing(request);
            now.stack = stack.stack;
            try {
                auto result = f(now);
                if constexpr (std::is_same_v<Request, MeasureRequest>)
                    notePassedOver(result, stack, settings_.warn);
                else
                    notePassedOver(*result, stack, {});
                return result;
            } catch (const WorkerEnded& ended) {
                if (!mayPassOver(request) || !passedOver_.note(toBuild(request), ended)) throw;
            }
        }
    }

    /// Each note goes into the result, or once to `warn`: a sweep has no report of each measurement.
    void notePassedOver(StackResult& result, const PassingStack& stack,
                        const std::function<void(const std::string&)>& warn) {
        markChosen(result, stack);
        for (const PassingStack::Change& change : stack.changes)
            if (!warn)
                result.warnings.push_back(change.note);
            else if (notes_.insert(change.note).second)
                warn(change.note);
    }

    /// Without any driver to blame the list is empty, with a warning that says why.
    const DeviceList& workersDevices() {
        if (devices_) return *devices_;
        const std::string what = "looking for OpenCL devices ";
        try {
            devices_ = listHealthyDevices(link_, settings_.timeOutSeconds.value_or(settings_.listSeconds), drivers_);
        } catch (const WorkerFailure& end) {
            if (end.kind == WorkerFailure::OtherVersion)
                devices_ = DeviceList{{}, {end.how}};
            else
                devices_ = DeviceList{{}, {what + failureText(end, "no driver is to blame", link_.program())}};
        } catch (const Error& error) {
            devices_ = DeviceList{{}, {what + "failed: " + error.what()}};
        }
        return *devices_;
    }

    /// Sends the request and waits for the report. In the worker, WorkerLoop::answerTo (worker_loop.cpp) gives the
    /// request to an OpenClEngine. What passes between them is in wire_values.h, and how in worker_link.h.
    ReportPtr runInWorker(const RunRequest& request, const RunMonitor& monitor) {
        checkRequest(request);
        const auto result = passingOver(request, [&](const RunRequest& now) {
            return guarded(jobOf(now), timeoutSecondsFor(jobOf(now)), monitor, [&](WorkerCall& call) {
                link_.notices().expect(monitor.built);
                send(call, Message::Run, now);
                return receiveResult<Report>(link_.channel(), awaited(call, Message::Report, monitor), now);
            });
        });
        result->stack = request.stack;
        result->ranInWorker = true;
        if (!warning_.empty()) result->warnings.push_back(std::exchange(warning_, {}));
        return result;
    }

public:
    explicit WorkerEngine(const WorkerSettings& settings)
        : settings_(settings), link_(settings.program.empty() ? workerBesideThis() : settings.program,
                                     settings.arguments, settings.graceSeconds) {}

    KernelLibrary kernels() const override { return settings_.kernels; }
    const DeviceList& devices() override { return settings_.inProcess ? here().devices() : workersDevices(); }

    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        const ReportPtr report = runsHere(request) ? here().run(request, monitor) : runInWorker(request, monitor);
        // A check that follows each change of a slider does without.
        const bool isWhole = request.options.verify && !request.options.prompt;
        return isWhole ? unwritten_.addTo(report, request, monitor, settings_) : report;
    }

    Measurement measure(const MeasureRequest& request, const RunMonitor& monitor) override {
        if (runsHere(request)) return here().measure(request, monitor);
        checkRequest(request);
        const double usual = timeoutSecondsFor(jobOf(request));
        const double seconds = settings_.timeOutSeconds || usual == 0 ? usual : usual + request.options.capMs / 1000;
        return passingOver(request, [&](const MeasureRequest& now) {
            return guarded(jobOf(now), seconds, monitor, [&](WorkerCall& call) {
                send(call, Message::Measure, now);
                return *receiveResult<Measurement>(link_.channel(), awaited(call, Message::Measure, monitor), now);
            });
        });
    }

    PeakRates peakRates(int device, const std::stop_token& stop) override {
        if (settings_.inProcess) return here().peakRates(device, stop);
        return answerTo<PeakRates>(Message::PeakRates, device, {device, {}, {}, "measuring peak rates"}, 0, stop, {});
    }

    std::vector<CompiledProgram> compile(const CompileRequest& request, const std::stop_token& stop) override {
        if (settings_.inProcess) return here().compile(request, stop);
        checkFilters(request.filters);
        CompileRequest sent = withUserKernels(request);
        sent.stage = withoutPixels(request.stage);
        return answerTo<std::vector<CompiledProgram>>(Message::Compile, sent,
                                                      {request.device, {request.stage}, request.filters}, 0, stop,
                                                      {.activity = {}, .building = true});
    }

    std::vector<KernelSignature> signatures(const SignatureRequest& request, const std::stop_token& stop) override {
        if (settings_.inProcess) return here().signatures(request, stop);
        constexpr double limitSeconds = 20; // a compiler that hangs
        return answerTo<std::vector<KernelSignature>>(Message::Signatures, request,
                                                      {request.device, {}, {}, request.definition.fileName()},
                                                      limitSeconds, stop, {.activity = {}, .building = true});
    }

    MemoryCheck checkMemory(const RunRequest& request, double seconds, const std::stop_token& stop) override {
        return checkInOclgrind(request, seconds, stop, settings_);
    }

    /// A worker that fails here fails again in run(), which reports it.
    void buildAhead(const RunRequest& request, std::function<void()> built) override {
        if (runsHere(request)) return here().buildAhead(request, std::move(built));
        constexpr double limitSeconds = 10;
        if (!request.image || !request.filters.isDefinedOver(programFilters())) return;
        try {
            RunRequest now = request;
            now.stack = passing(request).stack;
            converse(jobOf(now), limitSeconds, {}, [&](WorkerCall& call) {
                link_.notices().expect(std::move(built));
                send(call, Message::BuildAhead, now);
                link_.channel().receiveBody(link_.answer(Message::BuildAhead));
                return true;
            });
        } catch (const Error&) {
        }
    }

private:
    WorkerSettings settings_;
    std::unique_ptr<Engine> here_; ///< created on first use
    UnwrittenValues unwritten_;
    std::unique_ptr<DriverSelection> drivers_; ///< where some are left out; outlives the workers that use it
    std::unique_ptr<EmptyKernelCache> cache_;  ///< where PoCL's own is damaged; likewise
    std::set<std::string> failsAnyway_;        ///< work for which an empty cache does not help
    PassedOver passedOver_;
    std::set<std::string> notes_; ///< on measurements, that were told
    WorkerLink link_;
    std::string warning_; ///< of the cache, until it is told
    std::optional<DeviceList> devices_;
    SharedImageCache sent_;           ///< the images that the worker holds
    std::vector<ImagePtr> newImages_; ///< that the request at work sent
    int sentTo_ = 0;                  ///< that worker's generation
};
} // namespace

WorkerSettings labWorkerSettings() {
    return {.graceSeconds = 0.15}; // Cancel answers at once, whatever a kernel does
}

std::unique_ptr<Engine> makeWorkerEngine(const WorkerSettings& settings) {
    return std::make_unique<WorkerEngine>(settings);
}

} // namespace lightbench
