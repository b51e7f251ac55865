// Finds devices once, keeps a session per used device, and converts OpenCL errors to Error.
#include "gpu/opencl_engine.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/image/image_memory.h"
#include "core/run/stage_images.h"
#include "gpu/driver/devices.h"
#include "gpu/execution/compiled_programs.h"
#include "gpu/execution/executor.h"
#include "gpu/execution/self_check.h"
#include "gpu/execution/tested_reads.h"
#include "gpu/measure/peak_rates.h"
#include "gpu/programs/reported_arguments.h"

namespace lightbench {

namespace {

void needImage(const ImagePtr& image) {
    if (!image) fail(ErrorKind::Input, "there is no image to run on; open one first");
}

void checkRepeat(int repeat, int maximum) {
    if (repeat >= 1 && repeat <= maximum) return;
    fail(ErrorKind::Usage, "repeat is " + std::to_string(repeat) + "; give 1.." + std::to_string(maximum), "repeat");
}

Execution executionOf(const MeasureOptions& options) {
    Execution execution;
    execution.verify = options.check;
    execution.repeat = options.repeat;
    execution.warmUp = true;
    execution.transfers = false;
    execution.runsPerRepeat = options.runsPerRepeat;
    execution.sets = options.buffers;
    execution.warmUpMs = options.again ? 0 : 100;
    execution.capMs = options.capMs;
    execution.buildOptions = options.buildOptions;
    return execution;
}

class OpenClEngine : public Engine {
    const DeviceCatalog& catalog() {
        if (catalog_) return *catalog_;
        catalog_ = findDevices();
        if (settings_.asGpus)
            for (DeviceInfo& device : catalog_->list.devices)
                device.type = DeviceType::Gpu;
        return *catalog_;
    }

    const DeviceInfo& deviceOf(int number) {
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

    /// Frees what other devices keep for their next run, so that memory does not add up. A session whose context no
    /// longer answers after an error is dropped.
    void releaseOthers(int index) {
        std::erase_if(sessions_, [&](const auto& one) {
            try {
                if (one.first != index) one.second->releaseKept();
                return false;
            } catch (const cl::Error&) {
                return true;
            }
        });
    }

    DeviceSession& sessionOf(const DeviceInfo& info) {
        releaseOthers(info.index);
        if (const auto found = sessions_.find(info.index); found != sessions_.end()) return *found->second;
        auto session =
            std::make_unique<DeviceSession>(info, catalog().handles[std::size_t(info.index)], settings_.rewriteProgram);
        return *sessions_.emplace(info.index, std::move(session)).first->second;
    }

    /// Frees memory that is kept for reuse. False if the device kept none.
    bool releaseKept(const DeviceInfo& info) {
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

    /// The request's kernels override the engine's, and files are read now.
    RunSnapshot snapshotOf(const StackRequest& request, const TuningDatabasePtr& tuning) const {
        const KernelLibrary kernels = request.filters.withKernelFiles(settings_.kernels.with(request.kernels.layers()));
        return {request.filters, {tuning, std::make_shared<const KernelLibrary>(kernels.read())}};
    }

    /// Calls work(session) and converts its errors. A session whose OpenCL calls fail is dropped.
    template <class Work> auto guarded(const DeviceInfo& info, const Work& work) {
        ErrorContext opening{.action = "opening the device"};
        ErrorContext* errorContext = &opening;
        try {
            DeviceSession& session = sessionOf(info);
            session.errorContext = opening;
            errorContext = &session.errorContext;
            return work(session);
        } catch (const cl::Error& error) {
            const Error converted = deviceError(error, info, *errorContext);
            sessions_.erase(info.index);
            throw converted;
        } catch (Error& error) {
            if (error.stage < 0) error.stage = errorContext->stage;
            throw;
        } catch (const std::bad_alloc&) {
            throw Error(ErrorKind::Device, "the computer has not enough memory for this run; use a smaller image, "
                                           "fewer stages, or run without the check against the reference");
        }
    }

    /// Repeats the work once without memory kept for reuse, if the device ran out of memory.
    template <class Work> auto withSession(int device, const Work& work) {
        const DeviceInfo& info = deviceOf(device);
        try {
            return guarded(info, work);
        } catch (const OutOfDeviceMemory&) {
            if (!releaseKept(info)) throw;
        }
        return guarded(info, work);
    }

    /// Stages without a reference must have the same result on every device that can run them. After 2 s, no further
    /// device is asked.
    ReportPtr checkedElsewhere(const RunRequest& request, const ReportPtr& report) {
        const auto isOpen = [](const StageReport& stage) {
            return stage.difference.verdict == Verdict::NoReference && !stage.finding.empty() && stage.outputImage;
        };
        if (catalog().list.devices.size() < 2 || std::ranges::none_of(report->stages, isOpen)) return report;
        auto checked = std::make_shared<Report>(*report);
        const RunSnapshot snapshot = snapshotOf(request, nullptr);
        StageImages images(request.image);
        ImagePtr input = request.image;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        for (StageReport& stage : checked->stages) {
            Stage alone = request.stack.at(std::size_t(stage.stackIndex));
            alone.parameters = images.withImages(alone.parameters, stage.stackIndex);
            std::size_t devices = 1;
            for (const DeviceInfo& other : catalog().list.devices) {
                if (other.index == request.device || !isOpen(stage) || std::chrono::steady_clock::now() > end) continue;
                try {
                    devices += withSession(other.index, [&](DeviceSession& session) {
                        return isSameElsewhere(stage, session, snapshot, alone, input);
                    });
                } catch (const Error& error) { // it cannot run there
                    if (error.kind() == ErrorKind::Cancelled) throw;
                }
            }
            if (isOpen(stage) && devices > 1) stage.finding += "; the same on " + std::to_string(devices) + " devices";
            if (!stage.outputImage) break;
            input = stage.outputImage;
            images.add(stage.stackIndex, input->shape(), input);
        }
        return checked;
    }

public:
    explicit OpenClEngine(const EngineSettings& settings) : settings_(settings) {}

    const DeviceList& devices() override { return catalog().list; }
    KernelLibrary kernels() const override { return settings_.kernels; }

    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        needImage(request.image);
        checkRepeat(request.options.repeat, 1000);
        const CancelScope scope(monitor.stop);
        const ReportPtr report = withSession(request.device, [&](DeviceSession& session) {
            Execution execution{request.options};
            execution.reuse = execution.reuse && execution.record < 0 && !execution.probe;
            execution.buildOptions = settings_.buildOptions;
            execution.poison = settings_.poison || execution.guarded;
            const RunSnapshot snapshot = snapshotOf(request, request.tuning);
            reads_.check(session, request, snapshot, monitor, caches_);
            return Executor(session, request, snapshot, execution, monitor, caches_).run();
        });
        // A check that follows each change of a slider keeps to one device.
        return request.options.verify && !request.options.prompt ? checkedElsewhere(request, report) : report;
    }

    Measurement measure(const MeasureRequest& request, const RunMonitor& monitor) override {
        needImage(request.image);
        checkRepeat(request.options.repeat, 10000);
        checkRepeat(request.options.runsPerRepeat, 10000);
        const CancelScope scope(monitor.stop);
        const RunMonitor progressOnly{.stop = {}, .progress = monitor.progress}; // nothing is enqueued in parts
        return withSession(request.device, [&](DeviceSession& session) {
            const RunSnapshot snapshot = snapshotOf(request, nullptr);
            reads_.check(session, request, snapshot, monitor, caches_);
            return Executor(session, request, snapshot, executionOf(request.options), progressOnly, caches_).measure();
        });
    }

    PeakRates peakRates(int device, const std::stop_token& stop) override {
        const CancelScope scope(stop);
        return withSession(device, [](DeviceSession& session) { return measurePeakRates(session); });
    }

    std::vector<CompiledProgram> compile(const CompileRequest& request, const std::stop_token& stop) override {
        const CancelScope scope(stop);
        return withSession(request.device, [&](DeviceSession& session) {
            Stage stage = request.stage;
            stage.enabled = true;
            const RunSnapshot snapshot =
                snapshotOf({nullptr, {stage}, request.device, request.filters, request.kernels}, request.tuning);
            PreparedStage prepared = std::move(resolvedStages(session, {stage}, request.input, snapshot).front());
            buildStage(session, prepared);
            return compiledPrograms(session, std::move(prepared));
        });
    }

    std::vector<KernelSignature> signatures(const SignatureRequest& request, const std::stop_token& stop) override {
        const CancelScope scope(stop);
        return withSession(request.device, [&](DeviceSession& session) {
            const KernelLayer files = kernelFilesOf({request.definition});
            return reportedSignatures(session.context, session.device, request.definition,
                                      settings_.kernels.with({files}).read());
        });
    }

    void buildAhead(const RunRequest& request, std::function<void()> built) override {
        if (!request.image) return;
        try {
            DeviceSession& session = sessionOf(deviceOf(request.device));
            BuildAhead::Job job;
            for (const PreparedStage& stage :
                 resolvedStages(session, request.stack, request.image->shape(), snapshotOf(request, request.tuning))) {
                job.now.push_back(buildOf(stage));
                if (auto fallback = fallbackBuild(stage, session.info)) job.now.push_back(std::move(*fallback));
            }
            job.done = std::move(built);
            session.ahead.replace(std::move(job));
        } catch (const std::exception&) {
            // run() reports the error if this stack is run.
        }
    }

private:
    EngineSettings settings_;
    std::optional<DeviceCatalog> catalog_;
    std::map<int, std::unique_ptr<DeviceSession>> sessions_; ///< by device index; never null
    EngineCaches caches_;
    TestedReads reads_;
};
} // namespace

std::unique_ptr<Engine> makeOpenClEngine(const EngineSettings& settings) {
    return std::make_unique<OpenClEngine>(settings);
}

} // namespace lightbench
