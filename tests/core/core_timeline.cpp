// Timelines: parts that add up to the wall time, two clocks on one axis, and the trace that is made of them.
#include <QJsonDocument>
#include <QTest>

#include "core/run/clock_correlation.h"
#include "core/run/trace.h"
#include "tests/test_program.h"
#include "tests/trace_check.h"

using namespace lightbench;

namespace {
/// An upload, a fill and two kernels that wait for it, a step on the host with its transfers, and a download. 200 us.
Timeline sampleTimeline() {
    Timeline t;
    t.repeat = 1;
    t.wallUs = 200;
    t.device = {{DeviceWork::Upload, -1, "upload", 2, 3, 10, 30, 400},
                {DeviceWork::Fill, 0, "fill", 4, 5, 30, 32, 16},
                {DeviceWork::Kernel, 0, "count", 6, 8, 34, 74, 400},
                {DeviceWork::Kernel, 1, "scale", 9, 9, 74, 104, 800},
                {DeviceWork::Download, 2, "download", 105, 105, 106, 110, 0},
                {DeviceWork::Upload, 2, "upload", 141, 141, 143, 144, 0},
                {DeviceWork::Download, -1, "download", 150, 152, 160, 190, 400}};
    t.host = {{HostWork::Build, 0, "histogram", -500, -20},   {HostWork::Enqueue, -1, "upload", 1, 3},
              {HostWork::Enqueue, 0, "count", 5, 7},          {HostWork::Wait, 2, "download", 105, 111},
              {HostWork::Step, 2, "cpu reference", 111, 140}, {HostWork::Enqueue, 2, "upload", 140, 142},
              {HostWork::Enqueue, -1, "download", 149, 151},  {HostWork::Wait, -1, "download", 151, 198},
              {HostWork::Check, 0, "histogram", 210, 900}};
    t.correlation = ClockCorrelation::QueuedStamps;
    t.uncertaintyUs = 0.5;
    return t;
}

Report reportOf(Timeline timeline) {
    Report report;
    report.device.name = "A device";
    StageReport stage;
    stage.filter = "histogram";
    stage.variant = "plain";
    report.stages = {stage};
    report.timeline = std::move(timeline);
    return report;
}

QJsonObject parsed(const Trace& trace) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(trace.json().text())).object();
}

QJsonObject traceOf(const Timeline& timeline) {
    Trace trace;
    trace.add(reportOf(timeline), "");
    return parsed(trace);
}

QList<QJsonObject> eventsNamed(const QJsonObject& trace, const QString& name) {
    QList<QJsonObject> found;
    for (const QJsonValue event : trace["traceEvents"].toArray())
        if (event["name"].toString() == name) found << event.toObject();
    return found;
}
const QJsonObject first(const QJsonObject& trace, const QString& name) { return eventsNamed(trace, name).value(0); }
} // namespace

class TimelineTest : public QObject {
    Q_OBJECT

private slots:
    void everyInstantCountsOnce() {
        const TimelineParts parts = sampleTimeline().parts();
        QCOMPARE(parts.uploadUs, 20.0);
        QCOMPARE(parts.fillsUs, 2.0);
        QCOMPARE(parts.kernelsUs, 70.0);
        QCOMPARE(parts.stepsUs, 4 + 29 + 1.0); // 111..140, and its transfers
        QCOMPARE(parts.downloadUs, 30.0);
        QCOMPARE(parts.buildUs, 0.0);                  // that before the repeat is no part of it
        QCOMPARE(parts.queueUs, 8 + 2 + 1 + 2 + 10.0); // 2..10, 32..34, 105..106, 141..143, 150..160
        QCOMPARE(parts.hostUs, 1 + 1 + 1.0);           // 1..2, 140..141, 149..150
        QCOMPARE(parts.completionWaitUs, 1 + 8.0);     // 110..111, 190..198
        QCOMPARE(parts.otherUs, 1 + 1 + 5 + 2.0);      // 0..1, 104..105, 144..149, 198..200
        QCOMPARE(parts.wallUs(), 200.0);
        QCOMPARE(parts.accounted(), 191.0 / 200);
    }

    /// What a driver compiles at a first launch is building, and what lies beyond the wall time adds nothing to it.
    void firstLaunchesAndWhatLiesOutside() {
        Timeline t;
        t.repeat = 0;
        t.wallUs = 100;
        t.device = {{DeviceWork::Kernel, 0, "k", 11, 12, 80, 90, 0, true},
                    {DeviceWork::Upload, -1, "u", -5, -4, -3, 2, 0}};
        t.host = {{HostWork::Build, 0, "k at its first launch", 10, 14}, {HostWork::Wait, 0, "k", 14, 95}};
        const TimelineParts parts = t.parts();
        QCOMPARE(parts.buildUs, 70.0);
        QCOMPARE(parts.completionWaitUs, 5.0);
        QCOMPARE(parts.kernelsUs, 10.0);
        QCOMPARE(parts.uploadUs, 2.0);
        QCOMPARE(parts.otherUs, 13.0);
        QCOMPARE(t.firstUs(), -5.0);
        QCOMPARE(t.lastUs(), 100.0);
    }

    void nothingRecorded() {
        QVERIFY(Timeline().isEmpty());
        QCOMPARE(Timeline().parts().wallUs(), 0.0);
        QCOMPARE(Timeline().parts().accounted(), 1.0);
        Trace trace;
        trace.add(Report(), "nothing");
        QCOMPARE(parsed(trace)["traceEvents"].toArray().size(), 0);
    }

    /// The device's clock is 1000 ns behind the host's; each source narrows what the one before left open.
    void clocksAreTiedByWhatIsKnown() {
        ClockBounds order, queued, timer;
        QCOMPARE(ClockOffset(order, timer, queued).correlation(), ClockCorrelation::None);
        order.notBefore(100, 1000);
        order.notAfter(5000, 6500);
        const ClockOffset byOrder(order, timer, queued);
        QCOMPARE(byOrder.correlation(), ClockCorrelation::Order);
        QCOMPARE(byOrder.hostOf(0), 1200); // 900..1500
        QCOMPARE(byOrder.uncertaintyUs(), 0.3);
        queued.inside(20, {1000, 1080}); // 980..1060
        const ClockOffset byStamps(order, timer, queued);
        QCOMPARE(byStamps.correlation(), ClockCorrelation::QueuedStamps);
        QCOMPARE(byStamps.hostOf(1), 1021);
        timer.inside(9000, {9990, 10010});
        const ClockOffset byTimer(order, timer, queued);
        QCOMPARE(byTimer.correlation(), ClockCorrelation::DeviceTimer);
        QCOMPARE(byTimer.hostOf(0), 1000);
        QCOMPARE(byTimer.uncertaintyUs(), 0.01);
    }

    /// Stamps that cannot be true do not move the row; such as a driver's that stamps QUEUED by another clock.
    void contradictionsAreLeftOut() {
        ClockBounds order, queued;
        order.notBefore(100, 1000);
        order.notAfter(5000, 6500);
        queued.inside(20, {700000, 700080});
        const ClockOffset distance(order, {}, queued);
        QCOMPARE(distance.correlation(), ClockCorrelation::Order);
        QCOMPARE(distance.hostOf(0), 1200);
        ClockBounds crossed; // coarse stamps: at least 1010, at most 1000
        crossed.notBefore(0, 1010);
        crossed.notAfter(0, 1000);
        QCOMPARE(ClockOffset(crossed, {}, {}).hostOf(0), 1005);
        QCOMPARE(ClockOffset(crossed, {}, {}).uncertaintyUs(), 0.005);
    }

    void traceIsSound() {
        const QJsonObject trace = traceOf(sampleTimeline());
        QCOMPARE(tests::traceFaults(trace), QStringList());
        const QJsonObject kernel = first(trace, "scale");
        QCOMPARE(kernel["ts"].toDouble(), 574.0); // the run's begin is at 0
        QCOMPARE(kernel["dur"].toDouble(), 30.0);
        QCOMPARE(kernel["cat"].toString(), "kernel");
        QCOMPARE(kernel["args"]["queued_us"].toDouble(), 9.0);
        QCOMPARE(first(trace, "count")["args"]["filter"].toString(), "histogram (plain)");
        QCOMPARE(first(trace, "count: queued")["dur"].toDouble(), 2.0);
        QCOMPARE(first(trace, "count: submitted")["dur"].toDouble(), 26.0);
        QCOMPARE(first(trace, "checking: histogram")["ts"].toDouble(), 710.0);
        QCOMPARE(first(trace, "repeat 2, shown in detail")["args"]["kernels_us"].toDouble(), 70.0);
    }

    /// The checker sees what a trace may not have.
    void checkerFindsFaults() {
        QJsonObject trace = traceOf(sampleTimeline());
        QJsonArray events = trace["traceEvents"].toArray();
        events.append(
            QJsonObject{{"ph", "X"}, {"name", "x"}, {"cat", "c"}, {"pid", 2}, {"tid", 1}, {"ts", 1}, {"dur", 2}});
        trace["traceEvents"] = events;
        QVERIFY(!tests::traceFaults(trace).isEmpty());
        const auto slice = [](double begin, double length) {
            return QJsonObject{{"name", "x"}, {"ts", begin}, {"dur", length}};
        };
        QCOMPARE(tests::rowFaults({slice(1, 4), slice(2, 3), slice(5, 1)}).size(), 0);
        QCOMPARE(tests::rowFaults({slice(1, 4), slice(2, 5)}).size(), 1);
    }

    /// Whether a reader rounds or cuts to whole nanoseconds, events that meet do not overlap.
    void nanosecondsSurviveCutting() {
        Timeline t;
        t.repeat = 0;
        for (int i = 0; i < 2000; ++i)
            t.device.push_back({DeviceWork::Kernel, 0, "k", 0, 0, i * 1.003, (i + 1) * 1.003, 0});
        t.wallUs = t.lastUs();
        const QJsonObject trace = traceOf(t);
        QCOMPARE(tests::traceFaults(trace), QStringList());
        std::int64_t end = 0;
        for (const QJsonObject& event : eventsNamed(trace, "k")) {
            const auto cut = [](double us) { return std::int64_t(us * 1000.0); };
            QCOMPARE(cut(event["ts"].toDouble()), end);
            QCOMPARE(cut(event["dur"].toDouble()), 1003);
            end += 1003;
        }
        QCOMPARE(end, 2000 * 1003);
    }

    void runsHaveRowsOfTheirOwn() {
        Trace trace;
        trace.add(reportOf(sampleTimeline()), "a.png");
        trace.add(Report(), "failed.png");
        trace.add(reportOf(sampleTimeline()), "b\xe9.png");
        const QJsonObject json = parsed(trace);
        QCOMPARE(tests::traceFaults(json), QStringList());
        QStringList names;
        for (const QJsonObject& event : eventsNamed(json, "process_name"))
            names << event["args"]["name"].toString();
        QCOMPARE(names, (QStringList{"a.png: host", "a.png: A device", "a.png: queue", "b\\xe9.png: host",
                                     "b\\xe9.png: A device", "b\\xe9.png: queue"}));
    }
};

LIGHTBENCH_TEST(TimelineTest, QCoreApplication)
#include "core_timeline.moc"
