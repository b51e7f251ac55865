// Starts the worker by the program `oclgrind`, and reads its log.
#include "app/worker/oclgrind.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <thread>

#include "app/worker/oclgrind_advice.h"
#include "app/worker/passing_folder.h"
#include "app/worker/worker_process.h"
#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/experiment/point_images.h"
#include "core/run/resolve.h"

namespace lightbench {

namespace {
/// Empty if it is not installed.
std::string oclgrindPath() {
    const char* path = std::getenv("PATH");
    for (const std::string_view folder : split(path ? path : "", ":")) {
        const std::string program = std::string(folder) + "/oclgrind";
        if (!folder.empty() && access(program.c_str(), X_OK) == 0) return program;
    }
    return {};
}

std::string oclgrindProgram() {
    if (std::string program = oclgrindPath(); !program.empty()) return program;
    throw Error(ErrorKind::Device,
                "Oclgrind is not installed, and only it can check accesses to memory; " + oclgrindAdvice());
}

/// Stops a run when its time is over, or when the user does.
class TimeLimit {
public:
    TimeLimit(double seconds, const std::stop_token& stop)
        : byUser_(stop, [this] { source_.request_stop(); }), watch_([this, seconds](const std::stop_token& ended) {
              std::unique_lock lock(mutex_);
              const bool isEnded = wake_.wait_for(lock, ended, std::chrono::duration<double>(seconds),
                                                  [&] { return ended.stop_requested(); });
              if (!isEnded) isOver_ = true, source_.request_stop();
          }) {}
    std::stop_token token() const { return source_.get_token(); }
    bool isOver() const { return isOver_; }

private:
    std::stop_source source_;
    std::atomic<bool> isOver_{false};
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::stop_callback<std::function<void()>> byUser_;
    std::jthread watch_;
};

/// A race is reported at each pixel. That must leave room for reports of other places.
constexpr const char* maxErrors = "50000";

WorkerSettings inOclgrind(WorkerSettings settings, const std::string& log) {
    const std::string worker = settings.program.empty() ? workerBesideThis() : settings.program;
    settings.program = oclgrindProgram();
    settings.arguments.insert(settings.arguments.begin(),
                              {"--log", log, "--data-races", "--uninitialized", "--max-errors", maxErrors, worker});
    settings.timeOutSeconds = 0; // the caller has a limit of its own
    settings.graceSeconds = 0.2;
    settings.listSeconds = 60; // the simulator starts slowly
    return settings;
}
} // namespace

/// The request on a small part of the image, for Oclgrind's device.
static RunRequest smallPart(const RunRequest& request, const DeviceInfo& device) {
    RunRequest part = request;
    const Size most = oddPart(request.image->shape().size, memoryCheckSize.width);
    part.image = fitted(request.image, {most.width, std::min(most.height, memoryCheckSize.height)});
    part.stack = fitted(request.stack, request.filters, request.image->shape(), part.image->shape());
    part.device = device.index;
    part.options = {.stageImages = false, .histograms = false};
    part.tuning = nullptr;
    return part;
}

static bool hasImageObjects(const RunRequest& request, const DeviceInfo& device) {
    const std::vector<PlannedStage> stages =
        plannedStages(request.stack, request.image->shape(), device, request.filters, {});
    return std::ranges::any_of(stages, [](const PlannedStage& one) { return !one.resolved.plan.imageObjects.empty(); });
}

/// Runs the stack, and notes if it did not end in time or if Oclgrind crashed, as it does on some correct kernels.
static void runWatched(Engine& engine, const RunRequest& part, double seconds, const std::stop_token& stop,
                       MemoryCheck& check) {
    const TimeLimit limit(seconds, stop);
    try {
        engine.run(part, {limit.token()});
    } catch (const WorkerEnded&) {
        check.isComplete = false;
        check.crashed = true;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Cancelled || !limit.isOver()) throw;
        check.isComplete = false;
    }
}

bool hasOclgrind() { return !oclgrindPath().empty(); }

MemoryCheck checkInOclgrind(const RunRequest& request, double seconds, const std::stop_token& stop,
                            WorkerSettings settings) {
    const PassingFolder folder("oclgrind", "for the log of Oclgrind");
    const std::string log = folder.path() + "/log";
    MemoryCheck check;
    {
        const std::unique_ptr<Engine> engine = makeWorkerEngine(inOclgrind(std::move(settings), log));
        const DeviceList& list = engine->devices();
        if (list.devices.empty())
            throw Error(ErrorKind::Device, "Oclgrind has no device" +
                                               (list.warnings.empty() ? std::string() : ": " + list.warnings.front()));
        const RunRequest part = smallPart(request, list.devices.front());
        check.followsValues = !hasImageObjects(part, list.devices.front());
        runWatched(*engine, part, seconds, stop, check);
    } // ends the worker, so that its log is whole
    constexpr std::size_t maxBytes = 64 << 20;
    if (std::filesystem::exists(log)) check.findings = memoryFindings(readSmallFile(log, maxBytes, "a log"));
    dropUncertain(check);
    return check;
}

} // namespace lightbench
