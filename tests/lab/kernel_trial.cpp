// The trial of a user's kernel, with an engine of the test's own: what it runs, and which errors it passes on. It ends
// when a kernel lasts, or when the user or a newer request stops it.
#include "ui/state/engine/kernel_trial.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/error.h"
#include "core/definition/defined_filters.h"
#include "core/filters/built_in_filters.h"
#include "core/run/stack_text.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"
#include "ui/state/engine/runner.h"

using namespace lightbench;
using namespace lightbench::tests;
using namespace std::chrono_literals;

namespace {
/// Runs what a test gives it.
struct TrialEngine : Engine {
    using Run = std::function<ReportPtr(const RunRequest&, const RunMonitor&)>;
    explicit TrialEngine(Run run) : run_(std::move(run)) {}
    const DeviceList& devices() override { return devices_; }
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override { return run_(request, monitor); }
    Measurement measure(const MeasureRequest&, const RunMonitor&) override { return {}; }
    PeakRates peakRates(int, const std::stop_token&) override { return {}; }

private:
    Run run_;
    DeviceList devices_{{DeviceInfo{}}, {}};
};

ReportPtr reportOf(const RunRequest& request) {
    auto report = std::make_shared<Report>();
    report->input = report->output = request.image;
    report->stack = request.stack;
    return report;
}

FilterCatalog catalog() {
    const std::string text = "kernel void mine(global const uchar* src, global uchar* dst, int width, int height) {}";
    return withDefinitions(builtInFilters(), {{"mine", text}});
}

RunRequest requestFor(const std::string& stack, Size size = {1000, 600}) {
    RunRequest request;
    request.filters = catalog();
    request.stack = parseStack(stack, request.filters);
    request.image = std::make_shared<Image>(ImageShape{size, {SampleType::U8, 1}});
    return request;
}

/// The device runs this kernel of the stage.
RunProgress running(std::vector<std::string> kernels) {
    return {1, "mine", 0.5, false, "mine", "", std::move(kernels)};
}

/// A kernel that lasts until somebody stops it.
[[noreturn]] void waitFor(const std::stop_token& end) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, end, [] { return false; });
    throw Error(ErrorKind::Cancelled, "stopped");
}

std::optional<Error> trialError(const TrialEngine::Run& run, const RunMonitor& monitor = {},
                                std::chrono::milliseconds limit = 1min) {
    TrialEngine engine(run);
    return errorOf([&] { tryKernels(requestFor("invert | mine"), {"mine"}, engine, monitor, limit); });
}
} // namespace

class KernelTrial : public QObject {
    Q_OBJECT

private slots:
    /// Stages behind the kernel would only take time.
    void aSmallPartRunsUpToTheKernel() {
        std::optional<RunRequest> tried;
        TrialEngine engine([&](const RunRequest& request, const RunMonitor&) {
            tried = request;
            return reportOf(request);
        });
        const RunRequest request = requestFor("invert | mine | blend with=1 | mine | gaussian");
        tryKernels(request, {"mine"}, engine, {});
        QCOMPARE(stackLine(tried->stack, tried->filters), std::string("invert | mine | blend with=1 | mine"));
        QVERIFY(tried->image->width() <= trialPixels && tried->image->height() <= trialPixels);
        QVERIFY(tried->image->width() % 2 == 1 && tried->image->height() % 2 == 1);
        QVERIFY(tried->options.guarded && !tried->options.histograms);
        QCOMPARE(request.image->width(), 1000);
    }

    void aTextThatDoesNotCompileIsAnError() {
        const auto error = trialError([](const RunRequest&, const RunMonitor&) -> ReportPtr {
            Error problem(ErrorKind::Build, "mine.cl:1: unknown type", "the whole log");
            problem.stage = 1;
            throw problem;
        });
        QVERIFY(error && error->kind() == ErrorKind::Build && error->reason == ErrorReason::Other);
        QCOMPARE(error->what(), "mine.cl:1: unknown type");
        QCOMPARE(error->details(), std::string("the whole log"));
        QCOMPARE(error->stage, 1);
    }

    /// Such as a rectangle outside: the whole image may have it.
    void aPartThatIsTooSmallProvesNothing() {
        QVERIFY(!trialError([](const RunRequest&, const RunMonitor&) -> ReportPtr {
            throw Error(ErrorKind::Usage, "crop leaves nothing");
        }));
    }

    void aWriteBeyondABufferNamesTheTrial() {
        const auto error = trialError([](const RunRequest&, const RunMonitor&) -> ReportPtr {
            Error problem(ErrorKind::Device, "mine (plain): a kernel writes at byte 64, beyond its output (dst)");
            problem.reason = ErrorReason::WritesBeyondBuffer;
            throw problem;
        });
        const QString message = error ? error->what() : "no error";
        QVERIFY2(
            message.startsWith("mine (plain): a kernel writes at byte 64, beyond its output (dst), in its trial on"),
            qPrintable(message));
        VERIFY_CONTAINS(message, "does it look where the image ends?");
        QVERIFY(error->reason == ErrorReason::WritesBeyondBuffer);
    }

    void aWorkerThatEndsIsAnErrorOfItsOwn() {
        const auto error = trialError([](const RunRequest&, const RunMonitor& monitor) -> ReportPtr {
            monitor.progress(running({"mine"}));
            throw Error(ErrorKind::Device, "the process of the driver ended: segmentation fault");
        });
        QVERIFY(error && error->kind() == ErrorKind::Device && error->reason == ErrorReason::Other);
        QCOMPARE(error->what(), "the process of the driver ended: segmentation fault");
    }

    void aKernelThatNeverEndsIsStopped() {
        const auto error = trialError(
            [](const RunRequest&, const RunMonitor& monitor) -> ReportPtr {
                monitor.progress(running({"move_samples", "mine"}));
                waitFor(*monitor.abort);
            },
            {}, 1ms);
        QVERIFY(error && error->kind() == ErrorKind::Device && error->reason == ErrorReason::TrialTooLong);
        VERIFY_CONTAINS(QString(error->what()), "mine: kernel mine ran longer than");
        QCOMPARE(error->stage, 1);
    }

    /// Compilers and references may take longer than a kernel.
    void onlyKernelsAreTimed() {
        std::vector<std::string> seen;
        RunMonitor monitor;
        monitor.progress = [&](const RunProgress& progress) { seen.push_back(progress.activity); };
        const auto error = trialError(
            [](const RunRequest& request, const RunMonitor& inner) {
                RunProgress building = running({"mine"});
                building.building = true;
                for (const RunProgress& step : {building, RunProgress{1, "checking mine", 0.9, true}}) {
                    inner.progress(step);
                    std::this_thread::sleep_for(40ms);
                }
                return reportOf(request);
            },
            monitor, 1ms);
        QVERIFY2(!error, error ? error->what() : "");
        QCOMPARE(seen, (std::vector<std::string>{"mine", "checking mine"}));
    }

    /// A kernel that runs is ended by force only if the caller says so.
    void stoppingIsNotEnding() {
        std::stop_source stop, abort;
        RunMonitor monitor;
        monitor.stop = stop.get_token();
        monitor.abort = abort.get_token();
        const auto error = trialError(
            [&](const RunRequest&, const RunMonitor& inner) -> ReportPtr {
                stop.request_stop();
                if (!inner.stop.stop_requested() || inner.abort->stop_requested())
                    throw Error(ErrorKind::Device, "stopped in another way");
                abort.request_stop();
                waitFor(*inner.abort);
            },
            monitor);
        QVERIFY(error && error->reason == ErrorReason::Other);
        QCOMPARE(error->kind(), ErrorKind::Cancelled);
    }

    void aCancelledTrialRunsNothingMore() {
        inRunner([](Runner& runner, Runs& runs) {
            QSignalSpy cancelled(&runner, &Runner::cancelled), failed(&runner, &Runner::failed);
            runner.submit(requestFor("mine"), true, {{"mine"}, {}});
            QTRY_COMPARE(runs.trials.load(), 1);
            runner.cancel();
            QTRY_VERIFY(!runner.isBusy());
            QCOMPARE(cancelled.size(), 1);
            QCOMPARE(failed.size(), 0);
            QCOMPARE(runs.wholes.load(), 0);
        });
    }

    /// Its picture is not missed: the newer request makes one.
    void aNewerTextEndsTheTrial() {
        inRunner([](Runner& runner, Runs& runs) {
            QSignalSpy finished(&runner, &Runner::finished), failed(&runner, &Runner::failed);
            const RunRequest request = requestFor("mine");
            runner.submit(request, false, {{"mine"}, {}});
            QTRY_COMPARE(runs.trials.load(), 1);
            runs.hangs = false;
            const quint64 newest = runner.submit(request, false, {{"mine"}, {}});
            QTRY_VERIFY(!runner.isBusy());
            QTRY_COMPARE(finished.size(), 2); // the picture, then its histograms
            QCOMPARE(finished.last().first().toULongLong(), newest);
            QCOMPARE(failed.size(), 0);
            QCOMPARE(runs.trials.load(), 2);
            QCOMPARE(runs.wholes.load(), 1);
        });
    }

    /// It is not tried again: its refusal is reported as it was.
    void aRefusedTextIsNotTried() {
        inRunner([](Runner& runner, Runs& runs) {
            std::optional<RunFailure> failure;
            connect(&runner, &Runner::failed, [&](quint64, const RunFailure& given) { failure = given; });
            Error refusal(ErrorKind::Device, "mine ran longer than 2 s");
            refusal.reason = ErrorReason::TrialTooLong;
            runner.submit(requestFor("mine"), false, {{"mine"}, refusal});
            QTRY_VERIFY(failure.has_value());
            QVERIFY(failure->reason == ErrorReason::TrialTooLong);
            QCOMPARE(runs.trials + runs.wholes, 0);
        });
    }

private:
    struct Runs {
        std::atomic<int> trials{0}, wholes{0};
        std::atomic<bool> hangs{true}; ///< the kernel of a trial
    };
    /// A runner on a thread of its own, whose engine counts trials and runs of the whole image.
    static void inRunner(const std::function<void(Runner&, Runs&)>& test) {
        Runs runs;
        EngineThread thread([&] {
            return std::make_unique<TrialEngine>([&](const RunRequest& request, const RunMonitor& monitor) {
                const bool isTrial = request.options.guarded, hangs = isTrial && runs.hangs;
                ++(isTrial ? runs.trials : runs.wholes);
                if (hangs) waitFor(monitor.stop);
                return reportOf(request);
            });
        });
        Runner runner(thread);
        test(runner, runs);
    }
};

LIGHTBENCH_TEST(KernelTrial, QCoreApplication)
#include "kernel_trial.moc"
