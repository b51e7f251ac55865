// The engines of the conformance walk, in this process and in workers.
#include "app/terminal/environment_kernels.h"
#include "app/worker/worker_engine.h"
#include "app/worker/worker_loop.h"
#include "gpu/opencl_engine.h"
#include "tests/conformance/conformance_walk.h"
#include "tests/conformance/declared_builtins.h"

namespace lightbench {

WalkEngines::WalkEngines(bool asGpus) {
    EngineSettings here{.poison = true, .kernels = kernelsFromEnvironment(), .asGpus = asGpus};
    here_ = makeOpenClEngine(here);
    declared_ = makeDeclaredEngine(here);
    here.buildOptions = "-cl-opt-disable";
    hasty_ = makeDeclaredEngine(here);
    WorkerSettings settings;
    settings.kernels = kernelsFromEnvironment();
    settings.program = "/proc/self/exe";
    settings.timeOutSeconds = 30; // builds and runs of these small images take a second
    worker_ = makeWorkerEngine(settings);
}

void serveIfWorker(int count, char** words) {
    const int socket = workerSocket(count, words);
    if (socket >= 0) serveWorker(socket, [] { return makeDeclaredEngine({.poison = true}); });
}

} // namespace lightbench
