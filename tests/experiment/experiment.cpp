// Experiments without a device: the order of points, what is asked of the engine for each, what becomes of failures,
// how a journal is gone on with, and who wins.
#include <QTest>

#include <QTemporaryDir>

#include <map>

#include "core/base/text.h"
#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

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
        QCOMPARE(engine.peakRatesAsked, (std::map<int, int>{{0, 1}, {1, 1}}));
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(engine.asked[i].device, points.points[i].device);
            QCOMPARE(rows[i].device, "device " + std::to_string(points.points[i].device));
            QVERIFY(rows[i].hasTime() && !rows[i].fromJournal && rows[i].verdict == Verdict::Match);
            QVERIFY(rows[i].provenance.program == "lightbench test" && rows[i].provenance.driver == "1.0" &&
                    rows[i].provenance.deviceIndex == points.points[i].device &&
                    rows[i].provenance.time.ends_with("Z"));
        }
    }

    /// A worker that ended, a variant that a device lacks: the point's reason, and the rest goes on.
    void failuresAreReasons() {
        FakeEngine engine;
        engine.fails = "plain";
        const std::vector<PointRow> rows = measureAll(sweep("invert", {"variant=plain,cpu"}).points, engine);
        QVERIFY(!rows[0].hasTime() && rows[0].reason == "it took its process down");
        QVERIFY(rows[1].hasTime() && rows[1].reason.empty());
    }

    void stoppedAndGoneOnWith() {
        FakeEngine engine;
        std::stop_source stop;
        ExperimentSettings given = settings();
        given.stop = stop.get_token();
        Journal none{std::string()};
        Experiment experiment(sweep("invert", {"workgroup=8,16"}).points, given, engine, none);
        experiment.step();
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error, experiment.step());
        QVERIFY(experiment.newlyFinished().size() == 1 && !experiment.isDone());
        QVERIFY(experiment.rows()[0].hasTime() && !experiment.rows()[1].hasTime());
    }

    void journalIsGoneOnWith() {
        FakeEngine engine;
        engine.fails = "cpu";
        const std::vector<ExperimentPoint> points = sweep("invert", {"variant=plain,cpu"}).points;
        Journal journal(file("on.csv"));
        measureAll(points, engine, journal);
        engine.fails.clear();
        const std::vector<PointRow> rows = measureAll(points, engine, journal);
        QCOMPARE(engine.asked.size(), std::size_t(3));
        QVERIFY(rows[0].fromJournal && !rows[1].fromJournal && rows[1].hasTime());
        QVERIFY(Experiment(points, settings(), engine, journal).otherRowsText().empty());
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
        QCOMPARE(QString::fromStdString(experiment.otherRowsText()),
                 "1 row of these points was measured differently (" + what + ")");
        QVERIFY(!rows[0].fromJournal && engine.asked.size() == 2);
        QVERIFY(measureAll({point}, engine, journal, one)[0].fromJournal && engine.asked.size() == 2);
    }

    /// Only the text of what runs counts, that of borrowed programs too.
    void hashOfKernels() {
        FakeEngine engine;
        const auto hash = [&](const char* stack) {
            return kernelsHash(parseStack(stack), builtInFilters(), {{64, 48}, {SampleType::U8, 1}},
                               engine.devices().devices[0], engine.library);
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
        point.buildOptions = "-D ABLATION_STEP=0";
        point.check = false;
        const PointRow row = measureAll({point}, engine, given)[0];
        const MeasureOptions& got = engine.asked.at(0).options;
        QVERIFY(got.repeat == 7 && got.buffers == 3 && !got.check && got.capMs == 1500);
        QCOMPARE(got.buildOptions, std::string("-one -D ABLATION_STEP=0"));
        QVERIFY(row.provenance.buildOptions == got.buildOptions && row.provenance.checkedOn == "no" &&
                row.provenance.capSeconds == 1.5);
        QVERIFY(row.provenance.requestedRepeats == 7 && row.provenance.requestedBuffers == 3);
    }

    void checksOnAnotherSize() {
        FakeEngine engine;
        ExperimentSettings given = settings();
        given.checkSize = {8, 4};
        const PointRow row = measureAll({pointOf("invert")}, engine, given)[0];
        QCOMPARE(engine.asked.size(), std::size_t(2));
        QVERIFY(!engine.asked[0].options.check && engine.asked[1].options.check);
        QVERIFY(engine.asked[1].image->size() == (Size{8, 4}) && engine.asked[1].options.repeat == 1);
        QVERIFY(row.checkedSize == "8x4" && row.provenance.checkedOn == "8x4" && row.verdict == Verdict::Match);
    }

    /// By a part of the image on a processor; a device of its own is believed to be fast.
    void tooSlowIsLeftOut() {
        FakeEngine engine;
        engine.wallUs = 1e6;
        ExperimentSettings given = settings();
        given.maxRunMs = 2000;
        ExperimentPoint point = pointOf("invert", {1600, 800});
        QVERIFY(measureAll({point}, engine, given)[0].hasTime());
        point.device = 1;
        const PointRow row = measureAll({point}, engine, given)[0];
        QVERIFY2(!row.hasTime() && row.reason.starts_with("skipped: a run on 200x100"), row.reason.c_str());
    }

    /// What a part of the image is too small for is measured on the whole one.
    void partsMayBeRefused() {
        FakeEngine engine;
        engine.resolves = true;
        ExperimentSettings given = settings();
        given.maxRunMs = 2000;
        ExperimentPoint point = pointOf("template-matching rectangle=1000,300,31,31", {1600, 800});
        point.device = 1;
        const PointRow row = measureAll({point}, engine, given)[0];
        QVERIFY2(row.hasTime(), row.reason.c_str());
    }

private:
    std::string file(const QString& name) const { return folder_.filePath(name).toStdString(); }
    QTemporaryDir folder_;
};

LIGHTBENCH_TEST(ExperimentTest, NoApplication)
#include "experiment.moc"
