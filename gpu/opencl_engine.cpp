// Finds devices once, keeps a session per used device, and converts OpenCL errors to Error.
#include "gpu/opencl_engine.h"

#include <map>
#include <optional>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/image/image_memory.h"
#include "gpu/chain/compiled_programs.h"
#include "gpu/chain/executor.h"
#include "gpu/driver/devices.h"
#include "gpu/measure/ceilings.h"

namespace lightbench {

namespace {

class OpenClEngine : public Engine {
public:
    explicit OpenClEngine(const EngineSettings& settings) : settings_(settings) {}
    const DeviceList& devices() override { return catalog().list; }
    KernelLibrary kernels() const override { return settings_.kernels; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override;
    Measurement measure(const MeasureRequest& request, const std::stop_token& stop) override;
    Ceilings ceilings(int device, const std::stop_token& stop) override;
    std::vector<CompiledProgram> compile(const CompileRequest& request, const std::stop_token& stop) override;
    void prepare(const RunRequest& request, std::function<void()> built) override;

private:
    const DeviceCatalog& catalog();
    const DeviceInfo& deviceOf(int number);
    DeviceSession& sessionOf(const DeviceInfo& info, ErrorContext& errorContext);
    void releaseOthers(int index);
    bool releaseKept(const DeviceInfo& info);
    template <class Work> auto guarded(const DeviceInfo& info, const Work& work);
    template <class Work> auto withSession(int device, const Work& work);

    EngineSettings settings_;
    std::optional<DeviceCatalog> catalog_;
    std::map<int, std::unique_ptr<DeviceSession>> sessions_; ///< by device index; never null
    EngineCaches caches_;
};

const DeviceCatalog& OpenClEngine::catalog() {
    if (catalog_) return *catalog_;
    catalog_ = findDevices();
    if (settings_.asGpus)
        for (DeviceInfo& device : catalog_->list.devices)
            device.type = DeviceType::Gpu;
    return *catalog_;
}

const DeviceInfo& OpenClEngine::deviceOf(int number) {
    const DeviceList& list = catalog().list;
    const std::string all = joinWords(list.warnings, "and");
    if (list.devices.empty())
        throw Error(ErrorKind::Device, "there is no OpenCL device to run on: " + list.warnings.back(), all);
    if (number >= 0 && std::size_t(number) < list.devices.size()) return list.devices[std::size_t(number)];
    std::vector<std::string> names;
    for (const DeviceInfo& one : list.devices)
        names.push_back(std::to_string(one.index) + " (" + one.name + ")");
    throw Error(ErrorKind::Device,
                "there is no OpenCL device " + std::to_string(number) + "; there is " + joinWords(names, "and"));
}

/// Frees what other devices keep for their next run, so that memory does not add up. A session whose context no longer
/// answers after an error is dropped.
void OpenClEngine::releaseOthers(int index) {
    std::erase_if(sessions_, [&](const auto& one) {
        try {
            if (one.first != index) one.second->releaseKept();
            return false;
        } catch (const cl::Error&) {
            return true;
        }
    });
}

DeviceSession& OpenClEngine::sessionOf(const DeviceInfo& info, ErrorContext& errorContext) {
    errorContext.action = "opening the device";
    releaseOthers(info.index);
    if (const auto found = sessions_.find(info.index); found != sessions_.end()) return *found->second;
    auto session =
        std::make_unique<DeviceSession>(info, catalog().handles[std::size_t(info.index)], settings_.rewritten);
    return *sessions_.emplace(info.index, std::move(session)).first->second;
}

/// Frees memory that is kept for reuse. False if the device kept none.
bool OpenClEngine::releaseKept(const DeviceInfo& info) {
    ImageMemory::releaseKept(); // host devices share this memory
    const auto found = sessions_.find(info.index);
    if (found == sessions_.end()) return false;
    try {
        return found->second->releaseKept();
    } catch (const cl::Error&) {
        sessions_.erase(found);
        return true;
    }
}

/// Calls work(session, errorContext) and converts its errors. A session whose OpenCL calls fail is dropped.
template <class Work> auto OpenClEngine::guarded(const DeviceInfo& info, const Work& work) {
    ErrorContext errorContext;
    try {
        return work(sessionOf(info, errorContext), errorContext);
    } catch (const cl::Error& error) {
        sessions_.erase(info.index);
        throw deviceError(error, info, errorContext);
    } catch (Error& error) {
        if (error.stage < 0) error.stage = errorContext.stage;
        throw;
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::Device, "the computer has not enough memory for this run; take a smaller image, fewer "
                                       "stages, or run without the check against the reference");
    }
}

/// Repeats the work once without memory kept for reuse, if the device ran out of memory.
template <class Work> auto OpenClEngine::withSession(int device, const Work& work) {
    const DeviceInfo& info = deviceOf(device);
    try {
        return guarded(info, work);
    } catch (const OutOfDeviceMemory&) {
        if (!releaseKept(info)) throw;
    }
    return guarded(info, work);
}

void needImage(const ImagePtr& image) {
    if (!image) throw Error(ErrorKind::Input, "there is no image to run on; open one first");
}

void checkRepeat(int repeat, int maximum) {
    if (repeat >= 1 && repeat <= maximum) return;
    Error error(ErrorKind::Usage, "repeat is " + std::to_string(repeat) + "; give 1.." + std::to_string(maximum));
    error.field = "repeat";
    throw error;
}

ReportPtr OpenClEngine::run(const RunRequest& request, const RunMonitor& monitor) {
    needImage(request.image);
    checkRepeat(request.options.repeat, 1000);
    const CancelScope scope(monitor.stop);
    return withSession(request.device, [&](DeviceSession& session, ErrorContext& errorContext) {
        Execution execution{request.options};
        execution.reuse = execution.reuse && execution.record < 0;
        execution.buildOptions = settings_.buildOptions;
        execution.poison = settings_.poison;
        return Executor(session, request, sourcesOf(request, settings_.kernels), execution, monitor, caches_,
                        errorContext)
            .run();
    });
}

Measurement OpenClEngine::measure(const MeasureRequest& request, const std::stop_token& stop) {
    needImage(request.image);
    checkRepeat(request.options.repeat, 10000);
    checkRepeat(request.options.batch, 10000);
    const CancelScope scope(stop);
    return withSession(request.device, [&](DeviceSession& session, ErrorContext& errorContext) {
        return Executor(session, request, sourcesOf(request, settings_.kernels), executionOf(request.options), {},
                        caches_, errorContext)
            .measure();
    });
}

Ceilings OpenClEngine::ceilings(int device, const std::stop_token& stop) {
    const CancelScope scope(stop);
    return withSession(device, [](DeviceSession& session, ErrorContext&) { return measureCeilings(session); });
}

std::vector<CompiledProgram> OpenClEngine::compile(const CompileRequest& request, const std::stop_token& stop) {
    const CancelScope scope(stop);
    return withSession(request.device, [&](DeviceSession& session, ErrorContext& errorContext) {
        Stage stage = request.stage;
        stage.enabled = true;
        PreparedChain chain({stage}, request.input, session.info, sourcesOf(request, settings_.kernels));
        buildStage(session, chain.stages[0], errorContext);
        return compiledPrograms(session, chain.stages[0], errorContext);
    });
}

void OpenClEngine::prepare(const RunRequest& request, std::function<void()> built) {
    if (!request.image) return;
    try {
        ErrorContext errorContext;
        DeviceSession& session = sessionOf(deviceOf(request.device), errorContext);
        BuildAhead::Job job;
        const PreparedChain chain(request.stack, request.image->shape(), session.info,
                                  sourcesOf(request, settings_.kernels));
        for (const PreparedStage& stage : chain.stages) {
            job.now.push_back(stage);
            if (auto fallback = fallbackBuild(session, stage)) job.now.push_back(std::move(*fallback));
        }
        job.done = std::move(built);
        session.ahead.replace(std::move(job));
    } catch (const std::exception&) {
        // run() reports the error if this stack is run.
    }
}

} // namespace

std::unique_ptr<Engine> makeOpenClEngine(const EngineSettings& settings) {
    return std::make_unique<OpenClEngine>(settings);
}

} // namespace lightbench
