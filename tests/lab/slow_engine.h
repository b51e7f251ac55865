// An engine without a device that takes as long as a test wants, obeys the stop token and counts requests. The tests of
// the engine thread and the runner use it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "core/base/error.h"
#include "core/filters/built_in_filters.h"
#include "core/run/engine.h"
#include "tests/built_in_stacks.h"

namespace lightbench {

struct Calls {
    std::atomic<int> runs{0}, checks{0}, stopped{0}, live{0};
    std::atomic<int> milliseconds{0};      ///< how long a run takes
    std::atomic<int> checkMilliseconds{0}; ///< how long a check takes
    std::atomic<bool> fails{false};
    std::atomic<int> builtAhead{0};
    std::function<void()> built; ///< monitor.built of the newest run; read it only while no run is active
};

/// Sleeps in small steps and checks the stop token between them, like an engine between kernels.
class SlowEngine : public Engine {
public:
    explicit SlowEngine(Calls& calls) : calls_(calls) { ++calls_.live; }
    ~SlowEngine() override { --calls_.live; }
    const DeviceList& devices() override { return devices_; }
    void buildAhead(const RunRequest&, std::function<void()>) override { ++calls_.builtAhead; }
    Measurement measure(const MeasureRequest&, const RunMonitor&) override { return {}; }
    PeakRates peakRates(int, const std::stop_token&) override { return {}; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        ++(request.options.verify ? calls_.checks : calls_.runs);
        calls_.built = monitor.built;
        if (calls_.fails) {
            Error error(ErrorKind::Build, "it does not compile", "kernels/x.cl:3: no");
            error.stage = 1;
            error.field = "variant";
            throw error;
        }
        const int last = request.options.verify ? calls_.checkMilliseconds : calls_.milliseconds;
        for (int i = 0; i < last; ++i) {
            if (monitor.stop.stop_requested()) {
                ++calls_.stopped;
                throw Error(ErrorKind::Cancelled, "stopped");
            }
            if (monitor.progress) monitor.progress({0, "waiting", double(i) / last});
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        auto report = std::make_shared<Report>();
        report->input = request.image;
        report->output = request.image;
        report->stack = request.stack;
        report->checked = request.options.verify;
        report->wallMs = request.options.verify ? 1000 : 5;
        return report;
    }

private:
    Calls& calls_;
    DeviceList devices_{{DeviceInfo{}}, {"a warning"}};
};

inline ImagePtr anImage() { return std::make_shared<Image>(ImageShape{{4, 4}, {SampleType::U8, 1}}); }

inline RunRequest requestFor(const ImagePtr& image) {
    RunRequest request;
    request.image = image;
    request.filters = builtInFilters();
    return request;
}

} // namespace lightbench
