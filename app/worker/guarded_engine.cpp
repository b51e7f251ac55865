// Sends each stack to the engine in this process or to the worker's.
#include "app/worker/guarded_engine.h"

#include "app/worker/oclgrind.h"
#include "app/worker/unwritten_values.h"
#include "gpu/opencl_engine.h"

namespace lightbench {

namespace {
class GuardedEngine : public Engine {
public:
    explicit GuardedEngine(GuardSettings settings) : settings_(std::move(settings)) {
        settings_.worker.kernels = settings_.kernels;
    }
    KernelLibrary kernels() const override { return settings_.kernels; }
    const DeviceList& devices() override { return (settings_.isolated ? worker() : here()).devices(); }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        const ReportPtr report = engineFor(request).run(request, monitor);
        // A check that follows each change of a slider does without.
        const bool isWhole = request.options.verify && !request.options.prompt;
        return isWhole ? unwritten_.addTo(report, request, monitor, settings_.worker) : report;
    }
    Measurement measure(const MeasureRequest& request, const RunMonitor& monitor) override {
        return engineFor(request).measure(request, monitor);
    }
    PeakRates peakRates(int device, const std::stop_token& stop) override {
        return (settings_.isolated ? worker() : here()).peakRates(device, stop);
    }
    std::vector<CompiledProgram> compile(const CompileRequest& request, const std::stop_token& stop) override {
        return (settings_.isolated ? worker() : here()).compile(request, stop);
    }
    MemoryCheck checkMemory(const RunRequest& request, double seconds, const std::stop_token& stop) override {
        return checkInOclgrind(request, seconds, stop, settings_.worker);
    }
    std::vector<KernelSignature> signatures(const SignatureRequest& request, const std::stop_token& stop) override {
        return (settings_.isolated ? worker() : here()).signatures(request, stop);
    }
    void buildAhead(const RunRequest& request, std::function<void()> built) override {
        engineFor(request).buildAhead(request, std::move(built));
    }

private:
    bool goesToWorker(const auto& request) const {
        return settings_.isolated || needsProgress(request.stack, request.filters);
    }
    Engine& engineFor(const auto& request) { return goesToWorker(request) ? worker() : here(); }
    Engine& here() {
        if (!here_) here_ = makeOpenClEngine({.kernels = settings_.kernels});
        return *here_;
    }
    Engine& worker() {
        if (!worker_) worker_ = makeWorkerEngine(settings_.worker);
        return *worker_;
    }
    GuardSettings settings_;
    std::unique_ptr<Engine> here_, worker_; ///< each created on first use
    UnwrittenValues unwritten_;
};
} // namespace

GuardSettings labGuardSettings() {
    GuardSettings settings{.isolated = true, .worker = {}, .kernels = {}};
    settings.worker.graceSeconds = 0.15; // Cancel answers at once, whatever a kernel does
    return settings;
}

std::unique_ptr<Engine> makeGuardedEngine(GuardSettings settings) {
    return std::make_unique<GuardedEngine>(std::move(settings));
}

} // namespace lightbench
