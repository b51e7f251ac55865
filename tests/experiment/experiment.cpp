// Experiments without a device: the order of points, what is asked of the engine for each, what becomes of failures,
// how a journal is gone on with, who wins, and what a plot shows.
#include <QtTest>

#include <QTemporaryDir>

#include <map>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/experiment/experiment.h"
#include "core/experiment/ranking.h"
#include "core/experiment/sweep_plot.h"
#include "core/run/stack_text.h"

using namespace lightbench;

namespace {
/// Answers with made-up figures, and keeps what it was asked.
class FakeEngine : public Engine {
public:
    FakeEngine() {
        for (int index : {0, 1}) {
            DeviceInfo info;
            info.index = index;
            info.name = "device " + std::to_string(index);
            info.type = index == 0 ? DeviceType::Gpu : DeviceType::Cpu;
            info.driver = "1.0";
            info.maxWorkgroup = 1024;
            info.maxWorkItems = {1024, 1024, 64};
            info.localMemory = 48 << 10;
            info.globalMemory = info.maxAllocation = std::uint64_t(1) << 32;
            list_.devices.push_back(info);
        }
    }
    const DeviceList& devices() override { return list_; }
    KernelLibrary kernels() const override { return library; }
    ReportPtr run(const RunRequest&, const RunMonitor&) override { return nullptr; }
    Measurement measure(const MeasureRequest& request, const std::stop_token& stop) override {
        asked.push_back(request);
        if (stop.stop_requested()) throw Error(ErrorKind::Cancelled, "stopped");
        const Stage& stage = request.stack.front();
        if (stage.variant == fails) throw Error(ErrorKind::Device, "it took its process down");
        Measurement result;
        result.stages.emplace_back();
        result.stages[0].filter = stage.filter;
        result.stages[0].variant = stage.variant;
        result.stages[0].difference.verdict = !request.options.check   ? Verdict::NotChecked
                                              : stage.variant == wrong ? Verdict::Mismatch
                                                                       : Verdict::Match;
        const double us = medians.contains(stage.variant) ? medians.at(stage.variant) : 10;
        result.spanUs = {us - 1, us - 1, us, us + 1, us + 1};
        result.wallUs = {wallUs, wallUs, wallUs, wallUs, wallUs};
        result.repeats = request.options.repeat;
        return result;
    }
    Ceilings ceilings(int device, const std::stop_token&) override {
        ++ceilingsAsked[device];
        return {{100, 90, "a launch"}, {50, 40, "another"}, {}, 1, 1};
    }

    KernelLibrary library;
    std::vector<MeasureRequest> asked;
    std::map<int, int> ceilingsAsked;
    std::map<std::string, double> medians; ///< by variant, microseconds
    std::string fails, wrong;              ///< variants
    double wallUs = 10;

private:
    DeviceList list_;
};

ExperimentPoint pointOf(const std::string& stack, Size size = {64, 48}) {
    return {parseStack(stack), 0, size, {SampleType::U8, 1}};
}

Sweep sweep(const std::string& stack, const std::vector<std::string>& axes, Size size = {64, 48}) {
    const ExperimentPoint base = pointOf(stack, size);
    FakeEngine engine;
    std::vector<Axis> parsed;
    for (const std::string& axis : axes)
        parsed.push_back(parseAxis(axis, base.stack, engine.devices().devices));
    return sweepOf(base, parsed);
}

ExperimentSettings settings() {
    ExperimentSettings all;
    all.program = "lightbench test";
    all.commit = "abc";
    all.measure.repeat = 5;
    return all;
}

/// Measures all, and writes what is new into the journal.
std::vector<PointRow> measureAll(const std::vector<ExperimentPoint>& points, FakeEngine& engine, Journal& journal,
                                 const ExperimentSettings& given = settings()) {
    Experiment experiment(points, given, engine, journal);
    while (!experiment.isDone())
        if (const PointRow& row = experiment.measureNext(); !row.kept) journal.add(row);
    return experiment.rows();
}

std::vector<PointRow> measureAll(const std::vector<ExperimentPoint>& points, FakeEngine& engine,
                                 const ExperimentSettings& given = settings()) {
    Journal none{std::string()};
    return measureAll(points, engine, none, given);
}
} // namespace

class ExperimentTest : public QObject {
    Q_OBJECT
private slots:
    void pointsOfAxes() {
        const Sweep two = sweep("gaussian", {"gaussian.sigma=1,3", "size=32,64x16"});
        QCOMPARE(two.points.size(), std::size_t(4));
        QCOMPARE(two.points[1].axes, std::string("gaussian.sigma=1 size=64x16"));
        QCOMPARE(two.points[2].values, (std::vector<std::string>{"3", "32"}));
        QVERIFY(two.points[1].size == (Size{64, 16}) && two.points[2].size == (Size{32, 32}));
        QCOMPARE(stackLine(two.points[3].stack), std::string("gaussian sigma=3"));
        QVERIFY_THROWS_EXCEPTION(Error, sweep("gaussian", {"gaussian.sigma=1..50..0.1", "size=1..300"}));
    }

    void onePointGoesDownOnce() {
        FakeEngine engine;
        const Sweep points = sweep("invert", {"device=all", "workgroup=8,16"});
        const std::vector<PointRow> rows = measureAll(points.points, engine);
        QCOMPARE(engine.asked.size(), std::size_t(4));
        QCOMPARE(engine.ceilingsAsked, (std::map<int, int>{{0, 1}, {1, 1}}));
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(engine.asked[i].device, points.points[i].device);
            QCOMPARE(rows[i].device, "device " + std::to_string(points.points[i].device));
            QVERIFY(rows[i].hasTime() && !rows[i].kept && rows[i].verdict == Verdict::Match);
            QVERIFY(rows[i].from.program == "lightbench test" && rows[i].from.driver == "1.0" &&
                    rows[i].from.deviceIndex == points.points[i].device && rows[i].from.time.ends_with("Z"));
        }
    }

    /// A worker that ended, a variant that a device lacks: the point's reason, and the rest goes on.
    void failuresAreReasons() {
        FakeEngine engine;
        engine.fails = "direct";
        const std::vector<PointRow> rows = measureAll(sweep("invert", {"variant=direct,cpu"}).points, engine);
        QVERIFY(!rows[0].hasTime() && rows[0].reason == "it took its process down");
        QVERIFY(rows[1].hasTime() && rows[1].reason.empty());
    }

    void stoppedAndGoneOnWith() {
        FakeEngine engine;
        std::stop_source stop;
        ExperimentSettings given = settings();
        given.stop = stop.get_token();
        const Journal none{std::string()};
        Experiment experiment(sweep("invert", {"workgroup=8,16"}).points, given, engine, none);
        experiment.measureNext();
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error, experiment.measureNext());
        QVERIFY(experiment.done() == 1 && experiment.rows()[0].hasTime() && !experiment.rows()[1].hasTime());
    }

    void journalIsGoneOnWith() {
        FakeEngine engine;
        engine.fails = "cpu";
        const std::vector<ExperimentPoint> points = sweep("invert", {"variant=direct,cpu"}).points;
        Journal journal(file("on.csv"));
        measureAll(points, engine, journal);
        engine.fails.clear();
        const std::vector<PointRow> rows = measureAll(points, engine, journal);
        QCOMPARE(engine.asked.size(), std::size_t(3));
        QVERIFY(rows[0].kept && !rows[1].kept && rows[1].hasTime());
        QVERIFY(Experiment(points, settings(), engine, journal).strangersText().empty());
    }

    /// Each of these is another experiment, though its points are called the same.
    void anotherWayIsMeasuredAnew_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"repeats", "check", "build options", "image", "program", "cap", "buffers", "kernels"})
            QTest::newRow(what) << what;
    }
    void anotherWayIsMeasuredAnew() {
        QFETCH(QString, what);
        const auto picture = [](int value) {
            Image image({{64, 48}, {SampleType::U8, 1}});
            std::ranges::fill(image.bytes(), std::byte(value));
            return std::make_shared<const Image>(std::move(image));
        };
        ExperimentPoint point = pointOf("invert");
        point.image = "photo.png";
        ExperimentSettings one = settings();
        one.input = picture(1);
        ExperimentSettings other = one;
        if (what == "repeats") other.measure.repeat = 50;
        if (what == "check") other.measure.check = false;
        if (what == "build options") other.measure.buildOptions = "-cl-opt-disable";
        if (what == "image") other.input = picture(2);
        if (what == "program") other.program = "lightbench 2";
        if (what == "cap") other.measure.capMs = 1000;
        if (what == "buffers") other.measure.buffers = 3;
        FakeEngine engine;
        Journal journal(file("anew of " + what + ".csv"));
        measureAll({point}, engine, journal, one);
        if (what == "kernels") engine.library = KernelLibrary::ofFolder(folder_.path().toStdString());
        const Experiment experiment({point}, other, engine, journal);
        const std::vector<PointRow> rows = measureAll({point}, engine, journal, other);
        engine.library = {};
        QCOMPARE(QString::fromStdString(experiment.strangersText()),
                 "1 row of these points was measured otherwise (" + what + ")");
        QVERIFY(!rows[0].kept && engine.asked.size() == 2);
        QVERIFY(measureAll({point}, engine, journal, one)[0].kept && engine.asked.size() == 2);
    }

    /// Only the text of what runs counts, that of borrowed programs too.
    void hashOfKernels() {
        FakeEngine engine;
        const auto hash = [&](const char* stack) {
            return kernelsHash(parseStack(stack), {{64, 48}, {SampleType::U8, 1}}, engine.devices().devices[0],
                               engine.library);
        };
        QVERIFY(hash("invert variant=cpu").empty() && hash("!invert").empty());
        QVERIFY(hash("invert").size() == 16 && hash("invert") == hash("invert workgroup=8"));
        QVERIFY(hash("invert") != hash("transpose") && hash("invert | transpose") != hash("invert"));
    }

    void everythingReachesTheEngine() {
        FakeEngine engine;
        ExperimentSettings given = settings();
        given.measure = {.repeat = 7, .buffers = 3, .check = true, .capMs = 1500, .buildOptions = "-one"};
        ExperimentPoint point = pointOf("invert");
        point.buildOptions = "-D LADDER=0";
        point.check = false;
        const PointRow row = measureAll({point}, engine, given)[0];
        const MeasureOptions& got = engine.asked.at(0).options;
        QVERIFY(got.repeat == 7 && got.buffers == 3 && !got.check && got.capMs == 1500);
        QCOMPARE(got.buildOptions, std::string("-one -D LADDER=0"));
        QVERIFY(row.from.buildOptions == got.buildOptions && row.from.check == "no" && row.from.capSeconds == 1.5);
        QVERIFY(row.from.repeatsWanted == 7 && row.from.buffersWanted == 3);
    }

    void checksOnAnotherSize() {
        FakeEngine engine;
        ExperimentSettings given = settings();
        given.checkSize = {8, 4};
        const PointRow row = measureAll({pointOf("invert")}, engine, given)[0];
        QCOMPARE(engine.asked.size(), std::size_t(2));
        QVERIFY(!engine.asked[0].options.check && engine.asked[1].options.check);
        QVERIFY(engine.asked[1].image->size() == (Size{8, 4}) && engine.asked[1].options.repeat == 1);
        QVERIFY(row.checkedSize == "8x4" && row.from.check == "8x4" && row.verdict == Verdict::Match);
    }

    /// By a part of the image on a processor; a device of its own is believed to be fast.
    void tooSlowIsLeftOut() {
        FakeEngine engine;
        engine.wallUs = 1e6;
        ExperimentSettings given = settings();
        given.mostMs = 2000;
        ExperimentPoint point = pointOf("invert", {1600, 800});
        QVERIFY(measureAll({point}, engine, given)[0].hasTime());
        point.device = 1;
        const PointRow row = measureAll({point}, engine, given)[0];
        QVERIFY2(!row.hasTime() && row.reason.starts_with("left out: by a run on 200x100"), row.reason.c_str());
    }

    void ranking() {
        FakeEngine engine;
        engine.medians = {{"strips", 10}, {"two-pass", 20}, {"fused", 21.5}, {"naive-2d", 30}};
        engine.wrong = "strips";
        engine.fails = "cpu";
        const Sweep points = sweep("gaussian", {"variant=strips,two-pass,fused,naive-2d,cpu", "size=32,64"});
        const std::vector<PointRow> rows = measureAll(points.points, engine);
        const std::vector<Ranking> rankings = rankingsOf(points.points, rows);
        QCOMPARE(rankings.size(), std::size_t(2));
        QCOMPARE(rankings[0].name, std::string("gaussian, random 32x32 u8"));
        QCOMPARE(rankings[1].those(PointStatus::Winner), std::vector<std::size_t>{3});
        QCOMPARE(rankings[1].those(PointStatus::Tie), std::vector<std::size_t>{5});
        QCOMPARE(rankings[1].those(PointStatus::Slower), std::vector<std::size_t>{7});
        QCOMPARE(rankings[1].those(PointStatus::Dropped), std::vector<std::size_t>{1});
        QCOMPARE(rankings[1].those(PointStatus::NotRun), std::vector<std::size_t>{9});
    }

    /// Values that are not all numbers share no scale of numbers.
    void mixedAxisIsNoScale() {
        FakeEngine engine;
        const auto plotted = [&](const char* sizes) {
            const Sweep points = sweep("invert", {sizes});
            return sweepPlot(points, measureAll(points.points, engine));
        };
        const Plot numbers = plotted("size=32,64,48");
        QVERIFY(numbers.categories.empty());
        QCOMPARE(numbers.series.at(0).points.at(2).first, 48.0);
        for (const char* mixed : {"size=32,64x48,128", "size=64x48,32,128"}) {
            const Plot plot = plotted(mixed);
            QCOMPARE(plot.categories.size(), std::size_t(3));
            for (std::size_t i = 0; i < 3; ++i)
                QCOMPARE(plot.series.at(0).points.at(i).first, double(i));
        }
        // One of numbers alone goes before, wherever it stands.
        const Sweep two = sweep("gaussian", {"gaussian.sigma=1,2", "size=32,64x48"});
        QCOMPARE(sweepPlot(two, measureAll(two.points, engine)).xLabel, std::string("gaussian.sigma"));
    }

private:
    std::string file(const QString& name) const { return folder_.filePath(name).toStdString(); }
    QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(ExperimentTest)
#include "experiment.moc"
