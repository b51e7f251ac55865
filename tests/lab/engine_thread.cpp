// The engine's thread by itself and with live runs on it: lanes, tickets, and an experiment's points that live edits
// overtake but never replace.
#include "ui/state/engine/engine_thread.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/lab/slow_engine.h"
#include "tests/test_program.h"
#include "ui/state/engine/runner.h"

using namespace lightbench;

class EngineThreadTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        calls = std::make_unique<Calls>();
        thread = std::make_unique<EngineThread>([this] { return std::make_unique<SlowEngine>(*calls); });
        runner = std::make_unique<Runner>(*thread);
        done.clear();
        shown.clear();
        connect(runner.get(), &Runner::finished, this, [this](quint64 number, const ReportPtr& report, bool last) {
            shown.push_back(report);
            if (last) done << QStringLiteral("live %1").arg(number);
        });
    }
    void cleanup() {
        runner.reset();
        thread.reset();
    }

    void aTicketTellsAJobsLife();
    void anythingMayTakeTheEngine();
    void aLaneKeepsItsOrder();
    void liveRunsGoBetweenThePointsOfAnExperiment();
    void liveRunsReplaceNoPoint();
    void anExperimentIsNeverShownAsTheLiveResult();
    void aCancelledLaneLeavesTheOthers();
    void aStoppedTicketThatWaitsNeverRuns();
    void anEndedRunnerLeavesTheThreadToOthers();

private:
    /// A point as an experiment has them: a run of its own stack.
    TicketPtr addPoint(int number, int milliseconds = 20) {
        RunRequest request = requestFor(anImage());
        const TicketPtr ticket =
            thread->submit(Lane::Experiment, [this, request, milliseconds](Engine& engine, const JobControl& control) {
                calls->milliseconds = milliseconds;
                (void)engine.run(request, control.monitor());
                calls->milliseconds = 0;
            });
        connect(ticket.get(), &Ticket::finished, this,
                [this, number] { done << QStringLiteral("point %1").arg(number); });
        connect(ticket.get(), &Ticket::failed, this,
                [this, number] { done << QStringLiteral("no point %1").arg(number); });
        return ticket;
    }

    std::unique_ptr<Calls> calls;
    std::unique_ptr<EngineThread> thread;
    std::unique_ptr<Runner> runner;
    QStringList done;
    std::vector<ReportPtr> shown;
};

void EngineThreadTest::aTicketTellsAJobsLife() {
    const TicketPtr good = addPoint(1, 80);
    QSignalSpy started(good.get(), &Ticket::started), progressed(good.get(), &Ticket::progressed);
    QSignalSpy finished(good.get(), &Ticket::finished);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(started.count(), 1);
    QVERIFY(progressed.count() >= 1 && progressed.count() < 10); // no flood
    const TicketPtr bad = thread->submit(
        Lane::Live, [](Engine&, const JobControl&) { throw Error(ErrorKind::Build, "it does not compile", "x.cl:3"); });
    std::optional<Error> failure;
    connect(bad.get(), &Ticket::failed, this, [&](const Error& why) { failure = why; });
    QTRY_VERIFY(failure);
    QCOMPARE(failure->what(), "it does not compile");
    QCOMPARE(failure->kind(), ErrorKind::Build);
}

void EngineThreadTest::anythingMayTakeTheEngine() {
    std::atomic<std::size_t> devices{0};
    const TicketPtr ticket = thread->submit(
        Lane::Experiment, [&](Engine& engine, const JobControl&) { devices = engine.devices().devices.size(); });
    QSignalSpy finished(ticket.get(), &Ticket::finished);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(devices.load(), std::size_t(1));
    QVERIFY(shown.empty());
}

void EngineThreadTest::aLaneKeepsItsOrder() {
    for (int point = 1; point <= 5; ++point)
        addPoint(point, 1);
    QTRY_COMPARE(done, (QStringList{"point 1", "point 2", "point 3", "point 4", "point 5"}));
}

void EngineThreadTest::liveRunsGoBetweenThePointsOfAnExperiment() {
    const TicketPtr first = addPoint(1, 60);
    for (int point = 2; point <= 4; ++point)
        addPoint(point);
    QSignalSpy started(first.get(), &Ticket::started);
    QTRY_COMPARE(started.count(), 1);
    runner->submit(requestFor(anImage()), true);
    QTRY_COMPARE(done.size(), 5);
    QCOMPARE(done, (QStringList{"point 1", "live 1", "point 2", "point 3", "point 4"}));
    QCOMPARE(calls->stopped.load(), 0);
}

void EngineThreadTest::liveRunsReplaceNoPoint() {
    for (int point = 1; point <= 3; ++point)
        addPoint(point, 30);
    const ImagePtr image = anImage();
    for (int edit = 0; edit < 40; ++edit) { // a hand that drags
        runner->submit(requestFor(image), true);
        QTest::qWait(3);
    }
    QTRY_COMPARE(done.filter("point").size(), 3);
    QTRY_VERIFY(!runner->isBusy());
    QCOMPARE(done.filter("no point").size(), 0);
    QVERIFY(done.contains(QStringLiteral("live 40")));
}

void EngineThreadTest::anExperimentIsNeverShownAsTheLiveResult() {
    const ImagePtr image = anImage();
    runner->submit(requestFor(image));
    QTRY_VERIFY(!runner->isBusy());
    const std::size_t before = shown.size();
    // The same image: nothing but its ticket tells the point from a live run.
    const TicketPtr point = thread->submit(Lane::Experiment, [&](Engine& engine, const JobControl& control) {
        (void)engine.run(requestFor(image), control.monitor());
    });
    QSignalSpy finished(point.get(), &Ticket::finished);
    QTRY_COMPARE(finished.count(), 1);
    QTest::qWait(20);
    QCOMPARE(shown.size(), before);
    QVERIFY(!runner->isBusy());
}

void EngineThreadTest::aCancelledLaneLeavesTheOthers() {
    const TicketPtr first = addPoint(1, 50);
    addPoint(2);
    QSignalSpy started(first.get(), &Ticket::started);
    QTRY_COMPARE(started.count(), 1);
    runner->submit(requestFor(anImage()));
    runner->cancel(); // of what is live: the point goes on
    QVERIFY(!runner->isBusy());
    QTRY_COMPARE(done, (QStringList{"point 1", "point 2"}));
    addPoint(3, 60000);
    QTRY_COMPARE(calls->runs.load(), 3);
    addPoint(4);
    QVERIFY(thread->cancel(Lane::Experiment)); // the running one too
    QTRY_COMPARE(done.last(), QStringLiteral("no point 3"));
    calls->milliseconds = 0;
    runner->submit(requestFor(anImage()));
    QTRY_COMPARE(done.last(), QStringLiteral("live 2"));
    QCOMPARE(calls->runs.load(), 4); // the fourth point never ran
}

void EngineThreadTest::aStoppedTicketThatWaitsNeverRuns() {
    const TicketPtr first = addPoint(1, 40), second = addPoint(2), third = addPoint(3);
    second->stop();
    QVERIFY(thread->drop(third));
    QVERIFY(!thread->drop(third));
    addPoint(4);
    QTRY_COMPARE(done, (QStringList{"point 1", "no point 2", "point 4"}));
    QCOMPARE(calls->runs.load(), 2);
}

void EngineThreadTest::anEndedRunnerLeavesTheThreadToOthers() {
    calls->milliseconds = 60000;
    runner->submit(requestFor(anImage()));
    QTRY_COMPARE(calls->runs.load(), 1);
    runner.reset(); // waits for its run, and for no more
    QCOMPARE(calls->stopped.load(), 1);
    addPoint(1);
    QTRY_COMPARE(done, (QStringList{"point 1"}));
}

LIGHTBENCH_TEST(EngineThreadTest, QCoreApplication)
#include "engine_thread.moc"
