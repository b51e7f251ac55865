// Devices made of sleep share out images: what counts, what is ended, and what becomes of those that fail.
#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <memory>
#include <thread>

#include "app/cli/device_pool.h"
#include "core/base/error.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// Takes so many milliseconds an image, unless it is stopped.
class SleepingEngine : public Engine {
public:
    explicit SleepingEngine(int milliseconds, std::string failure = {})
        : milliseconds_(milliseconds), failure_(std::move(failure)) {}
    std::atomic<int> begun{0}, ended{0}; ///< runs; those that gave a report

    const DeviceList& devices() override { return none_; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        ++begun;
        monitor.progress({0, "building", 0, false});
        monitor.progress({0, "running", 0.5, false});
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < milliseconds_) {
            if (monitor.stop.stop_requested()) throw Error(ErrorKind::Cancelled, "stopped");
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        if (!failure_.empty()) throw Error(ErrorKind::Device, failure_);
        auto report = std::make_shared<Report>();
        report->input = report->output = request.image;
        report->device.index = request.device;
        ++ended;
        return report;
    }
    Measurement measure(const MeasureRequest&, const RunMonitor&) override { return {}; }
    PeakRates peakRates(int, const std::stop_token&) override { return {}; }

private:
    DeviceList none_;
    int milliseconds_;
    std::string failure_;
};

using Engines = std::vector<std::unique_ptr<SleepingEngine>>;

struct Outcome {
    std::vector<int> devices; ///< by image: that ran it; -1 where it failed
    std::vector<std::string> warnings;
    std::string error; ///< of the last that failed
    double seconds = 0;
};

/// As a batch does: a few threads take one image after the other.
Outcome shareOut(const Engines& engines, std::size_t images, std::size_t threads, const std::stop_token& stop = {}) {
    std::vector<PoolDevice> devices;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        devices.push_back({engines[i].get(), {}});
        devices.back().info.index = int(i);
        devices.back().info.name = "device " + std::to_string(i);
    }
    Outcome outcome;
    outcome.devices.resize(images, -2);
    std::mutex mutex;
    QElapsedTimer timer;
    timer.start();
    {
        DevicePool pool(
            devices, images, stop,
            [](Engine& engine, const RunRequest& request, const RunMonitor& monitor) {
                return engine.run(request, monitor);
            },
            [&](std::size_t, const std::string& text) { outcome.warnings.push_back(text); });
        std::atomic<std::size_t> next{0};
        std::vector<std::jthread> all;
        for (std::size_t t = 0; t < threads; ++t)
            all.emplace_back([&] {
                for (std::size_t i = next++; i < images; i = next++) {
                    RunRequest request;
                    request.image = std::make_shared<const Image>(ImageShape{{4, 4}, {SampleType::U8, 1}});
                    try {
                        outcome.devices[i] = pool.run(i, std::move(request))->device.index;
                    } catch (const Error& error) {
                        const std::lock_guard lock(mutex);
                        outcome.devices[i] = -1;
                        outcome.error = error.what();
                    }
                }
            });
        all.clear();
    }
    outcome.seconds = double(timer.elapsed()) / 1000;
    return outcome;
}

Engines enginesOf(std::initializer_list<int> milliseconds) {
    Engines engines;
    for (const int one : milliseconds)
        engines.push_back(std::make_unique<SleepingEngine>(one));
    return engines;
}
} // namespace

class DevicePoolTest : public QObject {
    Q_OBJECT

private slots:
    /// Two fast ones alone would take half a second.
    void aSlowOneDoesNotHoldUp() {
        const Engines engines = enginesOf({50, 50, 20000});
        const Outcome outcome = shareOut(engines, 20, 5);
        QVERIFY2(outcome.seconds < 2, qPrintable(QString::number(outcome.seconds)));
        QCOMPARE(std::ranges::count(outcome.devices, 0) + std::ranges::count(outcome.devices, 1), 20);
        QVERIFY(engines[2]->begun >= 1);
        QCOMPARE(engines[2]->ended.load(), 0);
        QVERIFY(outcome.warnings.empty());
    }

    void equalOnesShare() {
        const Engines engines = enginesOf({30, 30});
        const Outcome outcome = shareOut(engines, 16, 4);
        QVERIFY(engines[0]->ended >= 6 && engines[1]->ended >= 6);
        QCOMPARE(std::ranges::count(outcome.devices, -1), 0);
    }

    void oneDevice() {
        const Engines engines = enginesOf({1});
        QCOMPARE(std::ranges::count(shareOut(engines, 9, 3).devices, 0), 9);
        QCOMPARE(engines[0]->begun.load(), 9);
    }

    /// Others do what it cannot; it is told of once, with its own words.
    void oneThatFails() {
        Engines engines = enginesOf({10});
        engines.push_back(std::make_unique<SleepingEngine>(1, "no more memory"));
        const Outcome outcome = shareOut(engines, 12, 3);
        QCOMPARE(std::ranges::count(outcome.devices, 0), 12);
        QCOMPARE(outcome.warnings.size(), std::size_t(1));
        QVERIFY(outcome.warnings[0].starts_with("device 1 could not run it: no more memory; "));
    }

    void allFail() {
        Engines engines;
        for (const char* failure : {"one", "other"})
            engines.push_back(std::make_unique<SleepingEngine>(1, failure));
        const Outcome outcome = shareOut(engines, 4, 2);
        QCOMPARE(std::ranges::count(outcome.devices, -1), 4);
        QVERIFY(outcome.error == "one" || outcome.error == "other");
        QVERIFY(outcome.warnings.empty());
    }

    /// Whoever waits is told at once.
    void stopped() {
        const Engines engines = enginesOf({20000, 20000});
        std::stop_source stop;
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop.request_stop();
        });
        const Outcome outcome = shareOut(engines, 6, 6, stop.get_token());
        QVERIFY(outcome.seconds < 2);
        QCOMPARE(std::ranges::count(outcome.devices, -1), 6);
        QCOMPARE(outcome.error, std::string("stopped"));
    }
};

LIGHTBENCH_TEST(DevicePoolTest, NoApplication)
#include "device_pool.moc"
