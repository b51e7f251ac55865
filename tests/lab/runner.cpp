// The runner with an engine of the test's own: newest wins, cancel, check after show, errors, and an end that never
// hangs.
#include "ui/state/engine/runner.h"

#include <QSignalSpy>
#include <QTest>

#include <chrono>

#include "tests/lab/slow_engine.h"
#include "tests/test_program.h"

using namespace lightbench;

class RunnerTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        calls = std::make_unique<Calls>();
        thread = std::make_unique<EngineThread>([this] { return std::make_unique<SlowEngine>(*calls); });
        runner = std::make_unique<Runner>(*thread);
        finished.clear();
        connect(runner.get(), &Runner::finished, this, [this](quint64 number, const ReportPtr& report, bool last) {
            finished.push_back({number, report, last});
        });
    }
    void cleanup() { end(); }

    void findsDevicesOnItsThread();
    void showsThenChecks();
    void newestReplacesWaiting();
    void outdatedCheckIsStopped();
    void slowOutdatedRunIsStopped();
    void longDragStillShowsSomething();
    void cancelDropsEverything();
    void cancelBetweenRunsIsReportedOnce();
    void resultOfAnotherImageIsDropped();
    void newestIsNeverStopped();
    void runsAgainOnceItIsBuilt();
    void whatIsBuiltTooLateIsNotRun();
    void buildsAheadWithoutRunning();
    void failureKeepsItsPlace();
    void destructionDoesNotWaitForTheRun();
    void manyShortLives();
    void engineThatCannotBeMade();

private:
    struct Finished {
        quint64 number;
        ReportPtr report;
        bool last;
    };
    std::unique_ptr<Calls> calls;
    std::unique_ptr<EngineThread> thread;
    std::unique_ptr<Runner> runner;
    void end() {
        runner.reset();
        thread.reset();
    }
    std::vector<Finished> finished;
};

void RunnerTest::findsDevicesOnItsThread() {
    DeviceList found;
    connect(thread.get(), &EngineThread::devicesFound, this, [&](const DeviceList& list) { found = list; });
    QTRY_COMPARE(found.devices.size(), std::size_t(1));
    QCOMPARE(found.warnings.front(), std::string("a warning"));
}

void RunnerTest::showsThenChecks() {
    const quint64 number = runner->submit(requestFor(anImage()), true);
    QVERIFY(runner->isBusy());
    QTRY_COMPARE(finished.size(), std::size_t(3));
    QCOMPARE(finished[0].number, number);
    QVERIFY(!finished[0].last && !finished[0].report->checked && !finished[0].report->outputHistogram);
    QVERIFY(!finished[1].last && !finished[1].report->checked && finished[1].report->outputHistogram);
    QVERIFY(finished[2].last && finished[2].report->checked);
    QCOMPARE(finished[2].report->outputHistogram, finished[1].report->outputHistogram);
    QCOMPARE(finished[2].report->wallMs, 5.0); // the times of the run, not of its check
    QVERIFY(!runner->isBusy());
}

void RunnerTest::newestReplacesWaiting() {
    calls->milliseconds = 60;
    const ImagePtr image = anImage();
    runner->submit(requestFor(image));
    QTRY_COMPARE(calls->runs.load(), 1);
    for (int i = 0; i < 20; ++i)
        runner->submit(requestFor(image));
    QTRY_VERIFY(!runner->isBusy());
    // The quick running one may finish, then the newest: its picture, then the histograms.
    QCOMPARE(finished.size(), std::size_t(3));
    QCOMPARE(finished[1].number, quint64(21));
    QCOMPARE(finished.back().number, quint64(21));
    QVERIFY(!finished.front().last);
    QVERIFY(finished.back().last);
    QCOMPARE(runner->counts().replaced, 19);
    QCOMPARE(calls->runs.load(), 2);
}

void RunnerTest::outdatedCheckIsStopped() {
    const ImagePtr image = anImage();
    calls->checkMilliseconds = 60000;
    runner->submit(requestFor(image), true);
    QTRY_COMPARE(calls->checks.load(), 1);
    QTRY_COMPARE(finished.size(), std::size_t(2));
    calls->checkMilliseconds = 5;
    runner->submit(requestFor(image), true);
    QTRY_VERIFY(!runner->isBusy());
    QCOMPARE(calls->stopped.load(), 1);
    QCOMPARE(finished.size(), std::size_t(5));
    QCOMPARE(finished.back().number, quint64(2));
    QVERIFY(finished.back().last && finished.back().report->checked);
}

void RunnerTest::slowOutdatedRunIsStopped() {
    calls->milliseconds = 60000;
    const ImagePtr image = anImage();
    runner->submit(requestFor(image));
    QTRY_COMPARE(calls->runs.load(), 1);
    runner->submit(requestFor(image));
    QTRY_COMPARE_WITH_TIMEOUT(calls->stopped.load(), 1, 20 * Runner::timeoutMs);
    QTRY_COMPARE(calls->runs.load(), 2);
    QVERIFY(finished.empty());
}

void RunnerTest::longDragStillShowsSomething() {
    calls->milliseconds = Runner::timeoutMs + 300;
    const ImagePtr image = anImage();
    QElapsedTimer clock;
    clock.start();
    while (finished.empty() && clock.elapsed() < 30000) {
        runner->submit(requestFor(image));
        QTest::qWait(15);
    }
    QVERIFY(!finished.empty());
    QVERIFY(calls->stopped >= 2);
}

void RunnerTest::cancelDropsEverything() {
    calls->milliseconds = 60000;
    const ImagePtr image = anImage();
    int cancelled = 0;
    connect(runner.get(), &Runner::cancelled, this, [&] { ++cancelled; });
    runner->submit(requestFor(image));
    QTRY_COMPARE(calls->runs.load(), 1);
    runner->submit(requestFor(image));
    runner->cancel();
    QTRY_VERIFY(!runner->isBusy());
    QCOMPARE(cancelled, 1);
    QVERIFY(finished.empty());
    QCOMPARE(calls->runs.load(), 1);
    calls->milliseconds = 1;
    runner->submit(requestFor(image));
    QTRY_COMPARE(finished.size(), std::size_t(2)); // a request after it runs as ever
}

void RunnerTest::cancelBetweenRunsIsReportedOnce() {
    int cancelled = 0;
    connect(runner.get(), &Runner::cancelled, this, [&] { ++cancelled; });
    runner->cancel(); // nothing to cancel
    QCOMPARE(cancelled, 0);
    for (int i = 0; i < 50; ++i) {
        runner->submit(requestFor(anImage()));
        if (i % 2) std::this_thread::sleep_for(std::chrono::microseconds(200));
        runner->cancel();
        QTRY_VERIFY(!runner->isBusy());
        QTest::qWait(2);
        QCOMPARE(cancelled, i + 1);
    }
    QVERIFY(finished.empty());
}

void RunnerTest::resultOfAnotherImageIsDropped() {
    calls->milliseconds = 40;
    const ImagePtr first = anImage(), second = anImage();
    runner->submit(requestFor(first));
    QTRY_COMPARE(calls->runs.load(), 1);
    runner->submit(requestFor(second));
    QTRY_VERIFY(!runner->isBusy());
    QCOMPARE(finished.size(), std::size_t(2));
    QCOMPARE(finished.front().report->input, second);
    QCOMPARE(finished.back().report->input, second);
}

/// The window's thread may hear that a picture is there only when the engine's is at the next request already: what is
/// stopped for being outdated is never the newest.
void RunnerTest::newestIsNeverStopped() {
    const ImagePtr image = anImage();
    const auto sleep = [](int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); };
    runner->submit(requestFor(image), true);
    while (calls->runs == 0) // without hearing of anything
        sleep(1);
    sleep(20);
    calls->milliseconds = 300;
    const quint64 newest = runner->submit(requestFor(image), true);
    while (calls->runs == 1)
        sleep(1);
    QTRY_VERIFY(!finished.empty() && finished.back().number == newest);
    QCOMPARE(calls->stopped.load(), 0);
}

void RunnerTest::runsAgainOnceItIsBuilt() {
    const quint64 number = runner->submit(requestFor(anImage()));
    QTRY_VERIFY(!runner->isBusy());
    calls->built(); // as the engine does, on a thread of its own
    QTRY_COMPARE(calls->runs.load(), 2);
    QTRY_VERIFY(!runner->isBusy());
    QVERIFY(finished.back().number > number && finished.back().last);
}

void RunnerTest::whatIsBuiltTooLateIsNotRun() {
    runner->submit(requestFor(anImage()));
    QTRY_VERIFY(!runner->isBusy());
    const std::function<void()> built = calls->built;
    runner->submit(requestFor(anImage()));
    QTRY_VERIFY(!runner->isBusy());
    built();
    QTest::qWait(30);
    QCOMPARE(calls->runs.load(), 2);
}

void RunnerTest::buildsAheadWithoutRunning() {
    runner->buildAhead(requestFor(anImage()));
    QTRY_COMPARE(calls->builtAhead.load(), 1);
    QCOMPARE(calls->runs.load(), 0);
    QVERIFY(!runner->isBusy() && finished.empty());
}

void RunnerTest::failureKeepsItsPlace() {
    calls->fails = true;
    std::optional<RunFailure> failure;
    connect(runner.get(), &Runner::failed, this, [&](quint64, const RunFailure& f) { failure = f; });
    runner->submit(requestFor(anImage()));
    QTRY_VERIFY(failure.has_value());
    QCOMPARE(failure->what(), "it does not compile");
    QCOMPARE(failure->details(), std::string("kernels/x.cl:3: no"));
    QCOMPARE(failure->stage, 1);
    QCOMPARE(failure->field, std::string("variant"));
    QCOMPARE(failure->kind(), ErrorKind::Build);
    QVERIFY(!runner->isBusy());
}

void RunnerTest::destructionDoesNotWaitForTheRun() {
    calls->milliseconds = 60000;
    runner->submit(requestFor(anImage()));
    QTRY_COMPARE(calls->runs.load(), 1);
    QElapsedTimer clock;
    clock.start();
    end();
    QVERIFY(clock.elapsed() < 10000);
    QCOMPARE(calls->live.load(), 0);
}

void RunnerTest::manyShortLives() {
    for (int i = 0; i < 300; ++i) { // ends before, while and after the thread starts to wait
        EngineThread short_([this] { return std::make_unique<SlowEngine>(*calls); });
        Runner runs(short_);
        if (i % 3) std::this_thread::sleep_for(std::chrono::microseconds(20 * (i % 7)));
        if (i % 2) runs.submit(requestFor(anImage()));
    }
    end();
    QCOMPARE(calls->live.load(), 0);
}

void RunnerTest::engineThatCannotBeMade() {
    EngineThread broken([]() -> std::unique_ptr<Engine> { throw Error(ErrorKind::Device, "no such luck"); });
    std::optional<DeviceList> found;
    QString message;
    connect(&broken, &EngineThread::devicesFound, this, [&](const DeviceList& list) { found = list; });
    Runner runs(broken);
    connect(&runs, &Runner::failed, this, [&](quint64, const RunFailure& f) { message = f.what(); });
    runs.submit(requestFor(anImage()));
    QTRY_VERIFY(found.has_value());
    QVERIFY(found->devices.empty());
    QCOMPARE(found->warnings.front(), std::string("no such luck"));
    QTRY_VERIFY(!message.isEmpty());
}

LIGHTBENCH_TEST(RunnerTest, QCoreApplication)
#include "runner.moc"
