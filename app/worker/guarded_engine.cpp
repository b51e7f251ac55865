// Sends each stack to the engine that may run it.
#include "app/worker/guarded_engine.h"

#include "gpu/opencl_engine.h"

namespace lightbench {

namespace {
class GuardedEngine : public Engine {
public:
    explicit GuardedEngine(GuardSettings settings) : settings_(std::move(settings)) {}
    const DeviceList& devices() override { return (settings_.isolated ? worker() : here()).devices(); }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        const bool outside = settings_.isolated || needsProgress(request.stack);
        return (outside ? worker() : here()).run(request, monitor);
    }

private:
    Engine& here() {
        if (!here_) here_ = makeOpenClEngine();
        return *here_;
    }
    Engine& worker() {
        if (!worker_) worker_ = makeWorkerEngine(settings_.worker);
        return *worker_;
    }
    GuardSettings settings_;
    std::unique_ptr<Engine> here_, worker_; ///< each from its first use
};
} // namespace

std::unique_ptr<Engine> makeGuardedEngine(GuardSettings settings) {
    return std::make_unique<GuardedEngine>(std::move(settings));
}

} // namespace lightbench
