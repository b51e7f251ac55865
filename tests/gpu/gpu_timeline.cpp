// The timeline of runs on a real device: its commands are those of the report, in their order, inside the calls that
// made them, and its parts add up to the wall time.
#include "tests/gpu/gpu_support.h"

#include <algorithm>

#include "tests/test_program.h"

using namespace lightbench;

namespace {
const RunOptions measured{.verify = true, .repeat = 5, .warmUp = true};

std::vector<DeviceSlice> ofStage(const Timeline& timeline, int stage) {
    std::vector<DeviceSlice> slices;
    std::ranges::copy_if(timeline.device, std::back_inserter(slices),
                         [=](const DeviceSlice& slice) { return slice.stage == stage; });
    return slices;
}

double msOf(const std::vector<DeviceSlice>& slices) {
    double sum = 0;
    for (const DeviceSlice& slice : slices)
        sum += slice.runUs() / 1000;
    return sum;
}

bool isAround(const HostSlice& slice) { return slice.work < HostWork::Prepare; }

/// Whether nothing took the host's core away between two slices, or while the two clocks were compared.
bool isUndisturbed(const Timeline& timeline) {
    return timeline.parts().accounted() > 0.95 && timeline.uncertaintyUs < 0.05 * timeline.wallUs;
}

/// The first undisturbed report of up to twenty runs, else the last one. A busy machine disturbs many runs; a
/// fault in the timeline would be in each of them.
template <class MakeReport> ReportPtr undisturbed(const MakeReport& makeReport) {
    ReportPtr report = makeReport();
    for (int i = 1; i < 20 && !isUndisturbed(report->timeline); ++i)
        report = makeReport();
    return report;
}
} // namespace

class GpuTimeline : public QObject {
    Q_OBJECT
private slots:
    void partsAddUpToTheWallTime_data();
    void partsAddUpToTheWallTime();
    void commandsAreInOrder_data() { partsAddUpToTheWallTime_data(); }
    void commandsAreInOrder();
    void everyRowOfTheReportIsThere_data() { partsAddUpToTheWallTime_data(); }
    void everyRowOfTheReportIsThere();
    void itIsTheMedianRepeat();
    void hostsWorkDoesNotOverlap();
    void whatWasAroundTheRepeat();
    void firstLaunchesAreBuilding();
    void reusedStagesDidNotRun();

private:
    ReportPtr run(const RunOptions& options = measured);
    std::unique_ptr<Engine> engine_ = makeOpenClEngine();
};

void GpuTimeline::partsAddUpToTheWallTime_data() {
    QTest::addColumn<QString>("stack");
    QTest::addColumn<bool>("stoppable");
    for (const bool stoppable : {false, true}) // kernels one after the other on the queue, and each waited for
        for (const char* stack : {"grayscale | gaussian sigma=2 | floyd-steinberg", "invert | histogram | transpose",
                                  "invert | grayscale variant=cpu | invert"})
            QTest::addRow("%s%s", stack, stoppable ? ", stepwise" : "") << stack << stoppable;
}

ReportPtr GpuTimeline::run(const RunOptions& options) {
    QFETCH(QString, stack);
    QFETCH(bool, stoppable);
    std::stop_source source;
    RunMonitor monitor;
    if (stoppable) monitor.stop = source.get_token();
    return engine_->run(requestOf(noiseImage({640, 480}), stack.toStdString(), options), monitor);
}

void GpuTimeline::partsAddUpToTheWallTime() {
    const ReportPtr report = undisturbed([this] { return run(); });
    const Timeline& timeline = report->timeline;
    const TimelineParts parts = timeline.parts();
    QVERIFY2(std::abs(parts.wallUs() - timeline.wallUs) < 0.001 * timeline.wallUs, "the rest is shown too");
    QVERIFY2(parts.accounted() > 0.95 && parts.accounted() <= 1, qPrintable(QString::number(parts.accounted())));
    QVERIFY(std::abs(timeline.wallUs / 1000 - report->medianRepeat().wallMs) < 1e-6);
    QVERIFY(parts.kernelsUs > 0 && parts.downloadUs + parts.uploadUs > 0);
    QCOMPARE(timeline.untimed, 0);
    QVERIFY(timeline.correlation != ClockCorrelation::None);
    QVERIFY2(timeline.uncertaintyUs < 0.05 * timeline.wallUs, qPrintable(QString::number(timeline.uncertaintyUs)));
}

void GpuTimeline::commandsAreInOrder() {
    const ReportPtr report = run();
    const Timeline& timeline = report->timeline;
    const double slackUs = timeline.uncertaintyUs + 1; // of the two clocks; some stamps are whole microseconds
    double endUs = -slackUs;
    for (const DeviceSlice& slice : timeline.device) {
        QVERIFY(slice.queuedUs <= slice.submittedUs && slice.submittedUs <= slice.startedUs);
        QVERIFY(slice.startedUs <= slice.endedUs);
        QVERIFY2(slice.startedUs >= endUs - 1, slice.name.c_str()); // the queue is in order
        QVERIFY2(slice.startedUs > -slackUs && slice.endedUs < timeline.wallUs + slackUs, slice.name.c_str());
        endUs = slice.endedUs;
    }
}

/// The rows of the timing table are commands here, and the work between them as long as it says of this repeat.
void GpuTimeline::everyRowOfTheReportIsThere() {
    const ReportPtr report = run();
    const auto repeat = std::size_t(report->medianRepeatIndex());
    for (const StageReport& stage : report->stages) {
        std::vector<DeviceSlice> left = ofStage(report->timeline, stage.stackIndex);
        for (const KernelReport& kernel : stage.kernels) {
            const auto found = std::ranges::find(left, kernel.name, &DeviceSlice::name);
            const bool isStep = kernel.onHost && found == left.end();
            const auto step = std::ranges::find_if(report->timeline.host, [&](const HostSlice& slice) {
                return slice.work == HostWork::Step && slice.name == kernel.name;
            });
            QVERIFY2(isStep ? step != report->timeline.host.end() : found != left.end(), kernel.name.c_str());
            const double us = isStep ? step->endUs - step->beginUs : found->runUs();
            QVERIFY2(std::abs(us - kernel.timingsUs[repeat]) < 0.01, kernel.name.c_str());
            if (!isStep) left.erase(found);
        }
        QVERIFY2(left.empty(), "no command that the report does not know");
    }
    const RepeatParts parts = report->medianRepeat();
    QVERIFY(std::abs(msOf(ofStage(report->timeline, -1)) - parts.uploadMs - parts.downloadMs) < 1e-4);
}

void GpuTimeline::itIsTheMedianRepeat() {
    const ReportPtr report = engine_->run(requestOf(noiseImage({320, 200}), "invert", measured));
    QCOMPARE(report->timeline.repeat, report->medianRepeatIndex());
    const RepeatParts shown = report->runs[std::size_t(report->timeline.repeat)];
    QCOMPARE(shown.wallMs, report->medianRepeat().wallMs);
    QVERIFY(std::abs(report->timeline.parts().kernelsUs / 1000 - shown.kernelsMs) < 1e-4);
}

void GpuTimeline::hostsWorkDoesNotOverlap() {
    const ReportPtr report =
        engine_->run(requestOf(noiseImage({320, 200}), "invert | histogram | median variant=cpu | invert", measured));
    double endUs = report->timeline.firstUs();
    for (const HostSlice& slice : report->timeline.host) {
        QVERIFY2(slice.beginUs >= endUs - 1e-3 && slice.endUs >= slice.beginUs, slice.name.c_str());
        endUs = slice.endUs;
    }
}

void GpuTimeline::whatWasAroundTheRepeat() {
    const ReportPtr report = engine_->run(requestOf(noiseImage({320, 200}), "invert | grayscale", measured));
    std::map<HostWork, int> before, after;
    for (const HostSlice& slice : report->timeline.host) {
        if (isAround(slice)) ++(slice.endUs <= 0 ? before : after)[slice.work];
        if (isAround(slice)) QVERIFY(slice.endUs <= 0 || slice.beginUs >= report->timeline.wallUs);
        if (!isAround(slice)) QVERIFY(slice.beginUs >= 0 && slice.endUs <= report->timeline.wallUs);
    }
    QVERIFY(before[HostWork::Plan] > 0 && before[HostWork::Build] == 2);
    QCOMPARE(before[HostWork::Repeat] + after[HostWork::Repeat], 5);         // the warm-up and four others
    QVERIFY(after[HostWork::Check] == 3 && after[HostWork::Reference] == 2); // two stages and the whole
    QVERIFY(after[HostWork::Histogram] == 1 && after[HostWork::Report] == 1);
}

/// Without a warm-up, the driver's compiling lies in the repeat: the report's wall time leaves it out, the timeline
/// shows it.
void GpuTimeline::firstLaunchesAreBuilding() {
    const RunRequest request = requestOf(noiseImage({64, 48}), "convolution | invert");
    const ReportPtr report = undisturbed([&] { return makeOpenClEngine()->run(request); }); // nothing is built yet
    const Timeline& timeline = report->timeline;
    const TimelineParts parts = timeline.parts();
    QCOMPARE(
        std::ranges::count_if(
            timeline.host, [](const HostSlice& slice) { return slice.work == HostWork::Build && slice.beginUs >= 0; }),
        std::ranges::count_if(timeline.device, &DeviceSlice::isFirstLaunch));
    QVERIFY(parts.buildUs > 0);
    QVERIFY2(parts.accounted() > 0.95, qPrintable(QString::number(parts.accounted())));
    QVERIFY(timeline.wallUs / 1000 > report->medianRepeat().wallMs);
    QVERIFY(parts.buildUs / 1000 < report->buildMs);
}

void GpuTimeline::reusedStagesDidNotRun() {
    const ImagePtr image = noiseImage({320, 200});
    engine_->run(requestOf(image, "grayscale | invert", {.reuse = true}));
    const ReportPtr report = engine_->run(requestOf(image, "grayscale | invert | transpose", {.reuse = true}));
    QVERIFY(ofStage(report->timeline, 0).empty() && ofStage(report->timeline, 1).empty());
    QCOMPARE(ofStage(report->timeline, 2).size(), report->stages[2].kernels.size());
}

LIGHTBENCH_TEST(GpuTimeline, QCoreApplication)
#include "gpu_timeline.moc"
