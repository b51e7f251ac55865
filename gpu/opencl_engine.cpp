// The engine: finds devices once, keeps a session for each that was used, and is the one boundary where OpenCL's errors
// become Lightbench's.
#include "gpu/opencl_engine.h"

#include <map>
#include <optional>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "gpu/chain/stack_run.h"
#include "gpu/driver/devices.h"
#include "gpu/measure/bench.h"

namespace lightbench {

namespace {

class OpenClEngine : public Engine {
public:
    explicit OpenClEngine(const EngineSettings& settings) : settings_(settings) {}
    const DeviceList& devices() override { return catalog().list; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override;
    Measurement measure(const MeasureRequest& request, const std::stop_token& stop) override;
    Ceilings ceilings(int device, const std::stop_token& stop) override;
    void prepare(const RunRequest& request, std::function<void()> built) override;

private:
    const DeviceCatalog& catalog();
    const DeviceInfo& deviceOf(const RunRequest& request);
    bool releaseKept(const DeviceInfo& info);
    Bench& bench(int device);
    DeviceSession& sessionOf(const DeviceInfo& info, Place& place);
    ReportPtr runOn(const DeviceInfo& info, const RunRequest& request, const RunMonitor& monitor);

    EngineSettings settings_;
    std::optional<DeviceCatalog> catalog_;
    std::map<int, std::unique_ptr<DeviceSession>> sessions_; ///< by device index
    HistogramCache histograms_;
    std::map<int, std::unique_ptr<Bench>> benches_; ///< by device index
};

const DeviceCatalog& OpenClEngine::catalog() {
    if (!catalog_) catalog_ = findDevices();
    return *catalog_;
}

const DeviceInfo& OpenClEngine::deviceOf(const RunRequest& request) {
    const DeviceList& list = catalog().list;
    const std::string all = joinWords(list.warnings, "and");
    if (list.devices.empty())
        throw Error(ErrorKind::Device, "there is no OpenCL device to run on: " + list.warnings.back(), all);
    if (request.device >= 0 && std::size_t(request.device) < list.devices.size())
        return list.devices[std::size_t(request.device)];
    std::vector<std::string> names;
    for (const DeviceInfo& one : list.devices)
        names.push_back(std::to_string(one.index) + " (" + one.name + ")");
    throw Error(ErrorKind::Device, "there is no OpenCL device " + std::to_string(request.device) + "; there is " +
                                       joinWords(names, "and"));
}

/// What other devices keep for their next run is let go, so that a comparison of devices does not add up memory.
DeviceSession& OpenClEngine::sessionOf(const DeviceInfo& info, Place& place) {
    place.action = "opening the device";
    for (auto& [index, session] : sessions_) {
        if (index == info.index) continue;
        session->chain.clear();
        session->buffers.releaseIdle();
    }
    std::unique_ptr<DeviceSession>& session = sessions_[info.index];
    if (!session) session = std::make_unique<DeviceSession>(info, catalog().handles[std::size_t(info.index)]);
    return *session;
}

void checkOptions(const RunRequest& request) {
    if (!request.image) throw Error(ErrorKind::Input, "there is no image to run on; open one first");
    if (request.options.repeat >= 1 && request.options.repeat <= 1000) return;
    Error error(ErrorKind::Usage, "repeat is " + std::to_string(request.options.repeat) + "; give 1..1000");
    error.field = "repeat";
    throw error;
}

/// What was kept for reuse may be what is in the way of a run. False if there was nothing.
bool OpenClEngine::releaseKept(const DeviceInfo& info) {
    DeviceSession& session = *sessions_.at(info.index);
    const bool keptSomething = session.chain.image != nullptr;
    try {
        session.chain.clear();
        session.buffers.releaseIdle();
    } catch (const cl::Error&) {
        sessions_.erase(info.index); // after some errors a context answers nothing any more
    }
    return keptSomething;
}

ReportPtr OpenClEngine::run(const RunRequest& request, const RunMonitor& monitor) {
    checkOptions(request);
    const DeviceInfo& info = deviceOf(request);
    try {
        return runOn(info, request, monitor);
    } catch (const OutOfDeviceMemory&) {
        if (!releaseKept(info)) throw;
    }
    return runOn(info, request, monitor);
}

Bench& OpenClEngine::bench(int device) {
    std::unique_ptr<Bench>& bench = benches_[device];
    if (!bench) bench = std::make_unique<Bench>(device);
    return *bench;
}

Measurement OpenClEngine::measure(const MeasureRequest& request, const std::stop_token& stop) {
    const CancelScope scope(stop);
    return bench(request.device).run(request.image, request.stack, request.options);
}

Ceilings OpenClEngine::ceilings(int device, const std::stop_token& stop) {
    const CancelScope scope(stop);
    return bench(device).ceilings();
}

ReportPtr OpenClEngine::runOn(const DeviceInfo& info, const RunRequest& request, const RunMonitor& monitor) {
    Place place;
    try {
        DeviceSession& session = sessionOf(info, place);
        return StackRun(session, request, monitor, settings_, histograms_, place).run();
    } catch (const cl::Error& error) {
        sessions_.erase(info.index);
        throw deviceError(error, info, place);
    } catch (Error& error) {
        if (error.stage < 0) error.stage = place.stage;
        throw;
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::Device, "the computer has not enough memory for this run; take a smaller image, fewer "
                                       "stages, or run without the check against the reference");
    }
}

void OpenClEngine::prepare(const RunRequest& request, std::function<void()> built) {
    if (!request.image) return;
    try {
        Place place;
        DeviceSession& session = sessionOf(deviceOf(request), place);
        BuildAhead::Job job;
        for (const PreparedStage& stage : resolveStack(request.stack, request.image->shape(), session.info)) {
            job.now.push_back({stage.input, stage.resolved, stage.source});
            const Stage& asked = request.stack[std::size_t(stage.stackIndex)];
            if (const auto standIn = standInOf(stage.resolved, asked, stage.input, session.info))
                job.now.push_back({stage.input, *standIn, stage.source});
        }
        job.done = std::move(built);
        session.ahead.replace(std::move(job));
    } catch (const std::exception&) {
        // run() tells of it, if this stack is ever run.
    }
}

} // namespace

std::unique_ptr<Engine> makeOpenClEngine(const EngineSettings& settings) {
    return std::make_unique<OpenClEngine>(settings);
}

} // namespace lightbench
