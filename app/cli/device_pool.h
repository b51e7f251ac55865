// Spreads the images of a batch over the chosen devices, which may be only one. The command `run` uses it. Each device
// has its own thread and runs one image at a time; callers on any thread wait for their image's report.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/run/engine.h"
#include "core/shards/image_schedule.h"

namespace lightbench {

/// A device and the engine that runs it.
struct PoolDevice {
    Engine* engine = nullptr;
    DeviceInfo info;
};

/// Any number of threads submit images and wait until a device has run theirs; ImageSchedule chooses the device. An
/// image may run on several devices at once. The first result counts, and the other runs are cancelled.
class DevicePool {
public:
    /// Runs a request on its device.
    using Run = std::function<ReportPtr(Engine&, const RunRequest&, const RunMonitor&)>;
    using Warn = std::function<void(std::size_t image, const std::string&)>;
    /// `stop` cancels everything. `warn` is called for a device that failed where another one succeeded.
    DevicePool(const std::vector<PoolDevice>& devices, std::size_t images, std::stop_token stop, Run run, Warn warn);
    /// Cancels all runs in progress.
    ~DevicePool();
    DevicePool(const DevicePool&) = delete;
    DevicePool& operator=(const DevicePool&) = delete;

    /// Returns the image's report from one of the devices. Throws the run's exception if no device could run it.
    ReportPtr run(std::size_t image, RunRequest request);
    /// Removes an image that needs no device, or no longer needs one. Call it for every image that is never run.
    void withdraw(std::size_t image);

private:
    /// An image that a caller waits for.
    struct Wanted {
        RunRequest request;
        bool isSettled = false; ///< it has a report, or no device could run it
        ReportPtr report{};
        std::exception_ptr problem{}; ///< from the first device that failed
        std::string warning{};        ///< about that device, said once for each device; else empty
    };
    struct Member {
        PoolDevice device;
        std::stop_source stop{};
        bool isWarned = false;
    };

    void serve(std::size_t device);
    void runOnDevice(std::size_t device, std::size_t image, std::unique_lock<std::mutex>& lock);
    void conclude(std::size_t device, std::size_t image, const ReportPtr& report, double seconds);
    void concludeFailure(std::size_t device, std::size_t image, const std::exception_ptr& problem);
    RunMonitor monitor(std::size_t device);
    void stopAll();

    std::mutex mutex_; ///< guards everything that is not const
    std::condition_variable changed_;
    ImageSchedule schedule_;
    std::vector<Member> members_;
    std::map<std::size_t, Wanted> wanted_;
    bool isClosing_ = false;
    const std::stop_token stop_;
    const Run run_;
    const Warn warn_;
    std::stop_callback<std::function<void()>> onStop_;
    std::vector<std::jthread> threads_; ///< last, so that they end first
};

} // namespace lightbench
