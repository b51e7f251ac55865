// Devices that share out the images of a batch.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/run/engine.h"
#include "core/shards/image_schedule.h"

namespace lightbench {

/// A device, and the engine that runs it: one image at a time, on a thread of its own.
struct PoolDevice {
    Engine* engine = nullptr;
    DeviceInfo info;
};

/// Any number of threads offer images, which wait until a device has run them; ImageSchedule says which. An image may
/// run on several devices at the same time: the first result counts, and what the others still do is ended.
class DevicePool {
public:
    /// Runs a request on its device.
    using Run = std::function<ReportPtr(Engine&, const RunRequest&, const RunMonitor&)>;
    using Warn = std::function<void(std::size_t image, const std::string&)>;
    /// `stop` ends everything; `warn` is told of devices that failed where others did not.
    DevicePool(std::vector<PoolDevice> devices, std::size_t images, std::stop_token stop, Run run, Warn warn);
    /// Ends what is still at work.
    ~DevicePool();
    DevicePool(const DevicePool&) = delete;
    DevicePool& operator=(const DevicePool&) = delete;

    /// The image's report, from one of the devices. Throws what its run threw where none could.
    ReportPtr run(std::size_t image, RunRequest request);
    /// The image needs no device, or none any more. Each one that is never run has to be told.
    void withdraw(std::size_t image);

private:
    /// An image that somebody waits for.
    struct Wanted {
        RunRequest request;
        ReportPtr report;
        std::exception_ptr problem; ///< of the first device that failed
        std::string failed;         ///< that device and its problem
    };
    struct Member {
        PoolDevice device;
        std::stop_source stop;
        bool isWarned = false;
    };

    double now() const;
    void serve(std::size_t device);
    void runHere(std::size_t device, std::size_t image, std::unique_lock<std::mutex>& lock);
    void conclude(std::size_t device, std::size_t image, ReportPtr report, double seconds);
    void concludeFailure(std::size_t device, std::size_t image, std::exception_ptr problem);
    void settle(std::size_t image, ReportPtr report, std::exception_ptr problem);
    void endWhatIsInVain();
    RunMonitor monitor(std::size_t device);

    std::mutex mutex_; ///< guards all but what is constant
    std::condition_variable changed_;
    ImageSchedule schedule_;
    std::vector<Member> members_;
    std::map<std::size_t, Wanted> wanted_;
    std::set<std::size_t> settled_; ///< of those
    bool isClosing_ = false;
    const std::stop_token stop_;
    const Run run_;
    const Warn warn_;
    std::stop_callback<std::function<void()>> onStop_;
    std::vector<std::jthread> threads_; ///< last, so that they end first
};

} // namespace lightbench
