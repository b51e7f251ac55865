// Points that race, without a device: who is measured when and how, what a journal makes possible, and what noise that
// lies between measurements does not do.
#include <QTest>

#include <QTemporaryDir>

#include "core/base/split_mix.h"
#include "core/definition/defined_filters.h"
#include "core/experiment/experiment_report.h"
#include "core/experiment/journal_comparison.h"
#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
ExperimentSettings raceSettings(int rounds = 60) {
    ExperimentSettings all = settings();
    all.measure.repeat = rounds;
    all.race.emplace();
    return all;
}

/// Another factor for every measurement, by its number: slow drift, a neighbour that comes and goes, and 2 %.
std::function<double(const MeasureRequest&)> noisyPlace(std::uint64_t seed) {
    return [seed, count = 0](const MeasureRequest&) mutable {
        SplitMix random(SplitMix(seed).later(std::uint64_t(++count)));
        const double neighbour = (count / 37) % 3 == 0 ? 1.6 : 1.0;
        return (1 + 0.0001 * count) * neighbour * (1 + 0.02 * random.symmetric());
    };
}

std::vector<std::string> statusesOf(const std::vector<PointRow>& rows) {
    std::vector<std::string> all;
    for (const PointRow& row : rows)
        all.push_back(statusName(row.status));
    return all;
}

const char* const workgroups = "workgroup=8x8,16x16,32x8,64x4,128x2";
} // namespace

class RaceRunnerTest : public QObject {
    Q_OBJECT
private slots:
    void equalPointsTie() {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            FakeEngine engine;
            engine.noise = noisyPlace(seed);
            const std::vector<PointRow> rows =
                measureAll(sweep("gaussian variant=two-pass", {workgroups}).points, engine, raceSettings(200));
            QCOMPARE(statusesOf(rows), (std::vector<std::string>{"winner", "tie", "tie", "tie", "tie"}));
        }
    }

    /// At its first measurement the winner was 30 times as fast as in the race: who was sent away by that is not
    /// "slower" with a time below the winner's.
    void firstMeasurementsAreOfAnotherPace() {
        FakeEngine engine;
        engine.medians = {{"strips", 10}, {"two-pass", 11}, {"two-pass-local", 100}};
        engine.noise = [](const MeasureRequest& request) { return request.options.again ? 30 : 1; };
        const std::vector<PointRow> rows =
            measureAll(sweep("gaussian", {"variant=strips,two-pass,two-pass-local"}).points, engine, raceSettings(30));
        QCOMPARE(statusesOf(rows), (std::vector<std::string>{"winner", "slower", "slower"}));
        QVERIFY(rows[2].timings.isEmpty());
        QVERIFY(std::abs(rows[2].ratio - 10) < 1e-9);
        QVERIFY(std::abs(rows[2].spanUs.median / rows[0].spanUs.median - 10) < 1e-9);
    }

    /// First measurements of a few ticks of the clock send nobody away.
    void measurementsOfFewTicksSayNothing() {
        FakeEngine engine(1000);
        engine.medians = {{"strips", 1}, {"two-pass", 12}};
        const std::vector<PointRow> rows =
            measureAll(sweep("gaussian", {"variant=strips,two-pass"}).points, engine, raceSettings(30));
        QCOMPARE(statusesOf(rows), (std::vector<std::string>{"winner", "slower"}));
        QVERIFY(!rows[1].timings.isEmpty());
    }

    void fastestWins() {
        FakeEngine engine;
        engine.medians = {{"strips", 10}, {"two-pass", 20}, {"fused", 20.1}, {"plain", 30}, {"two-pass-local", 400}};
        engine.wrong = "strips";
        engine.fails = "cpu";
        engine.noise = noisyPlace(3);
        const Sweep points =
            sweep("gaussian", {"variant=strips,two-pass,fused,plain,cpu,two-pass-local", "size=32,64"});
        const std::vector<PointRow> rows = measureAll(points.points, engine, raceSettings(300));
        const std::vector<PointGroup> groups = pointGroups(points.points);
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].name, std::string("gaussian, random 32x32 u8"));
        for (const PointGroup& group : groups) {
            QCOMPARE(membersWith(group, PointStatus::Winner, rows).size() +
                         membersWith(group, PointStatus::Tie, rows).size(),
                     std::size_t(2));
            QCOMPARE(rows[membersWith(group, PointStatus::Slower, rows).at(0)].variant, std::string("plain"));
            QCOMPARE(rows[membersWith(group, PointStatus::WrongResult, rows).at(0)].variant, std::string("strips"));
            const PointRow& failed = rows[membersWith(group, PointStatus::NotRun, rows).at(0)];
            QVERIFY(failed.reason == "it took its process down" && !failed.hasTime());
        }
        for (const MeasureRequest& request : engine.asked) // 20 times as long at first
            QVERIFY(!request.options.again || request.stack[0].variant != "two-pass-local");
        const PointRow& pruned = rows[membersWith(groups[0], PointStatus::Slower, rows)[1]];
        QVERIFY(pruned.variant == "two-pass-local" && pruned.ratio > 10 && pruned.isFinal());
        const PointRow& slower = rows[membersWith(groups[0], PointStatus::Slower, rows)[0]];
        QVERIFY2(slower.ratioLower > 1.4 && slower.ratioUpper < 1.6, qPrintable(QString::number(slower.ratio)));
    }

    /// A variant that does not exist for a point is neither measured nor failed, in races and by itself; journals take
    /// it.
    void variantsThatDoNotApplyAreListed() {
        const std::string why =
            "does not apply: it takes squares only, because it finds extremes along rows and columns one after the "
            "other";
        const Sweep points = sweep("dilate shape=cross", {"variant=shared-extremes,segments,cpu"});
        for (const ExperimentSettings& how : {raceSettings(), settings()}) {
            FakeEngine engine;
            engine.medians = {{"segments", 10}, {"cpu", 90}};
            const std::vector<PointRow> rows = measureAll(points.points, engine, how);
            QCOMPARE(statusName(rows[0].status), std::string("does not apply"));
            QVERIFY(rows[0].reason == why && !rows[0].hasTime());
            QVERIFY(rows[1].hasTime() && rows[2].hasTime());
            for (const MeasureRequest& request : engine.asked)
                QVERIFY(request.stack[0].variant != "shared-extremes");
            const std::vector<PointRow> read = rowsOfFile(parseCsv(rowsCsv(rows)));
            QVERIFY(read[0].status == PointStatus::DoesNotApply && read[0].reason == why);
            if (!how.race) continue;
            QCOMPARE(statusName(rows[1].status), std::string("winner"));
            const std::string text = rankingText(points.points, rows);
            QVERIFY2(text.find("  variant=shared-extremes " + why + "\n") != std::string::npos, text.c_str());
            QVERIFY(text.find("without a time") == std::string::npos);
        }
    }

    /// One configuration under two names is measured once, and both have its row.
    void autoAndWhatItTakesAreOne() {
        FakeEngine engine;
        Sweep points = sweep("invert", {"workgroup=8,16"});
        ExperimentPoint automatic = points.points[0];
        automatic.stack[0].workgroup.reset();
        automatic.axes = "workgroup=auto";
        const Workgroup taken =
            resolveStage(automatic.stack[0], {{64, 48}, {SampleType::U8, 1}}, engine.devices().devices[0]).workgroup;
        ExperimentPoint same = automatic;
        same.stack[0].workgroup = taken;
        same.axes = "workgroup=" + workgroupText(taken);
        points.points.insert(points.points.end(), {same, automatic});
        engine.noise = noisyPlace(1);
        const std::vector<PointRow> rows = measureAll(points.points, engine, raceSettings());
        QCOMPARE(statusName(rows[2].status), std::string("winner"));
        QVERIFY(rows[2].status == rows[3].status && rows[2].timings == rows[3].timings && !rows[2].timings.isEmpty());
        QVERIFY(rows[3].axes == "workgroup=auto" && rows[2].axes == same.axes);
        for (const MeasureRequest& request : engine.asked)
            QVERIFY(request.stack[0].workgroup); // the first of the two was measured for both
    }

    /// Two variants with equal plans run the same, whatever they are called: neither races against the other.
    void equalPlansAreOne() {
        const FilterCatalog filters = withDefinitions(
            builtInFilters(),
            {{"mine", "//@ variant: one; passes mine\n//@ variant: two; passes mine\n"
                      "kernel void mine(global const uchar* src, global uchar* dst, int width, int height) {}"}});
        FakeEngine engine;
        const ExperimentPoint base{parseStack("mine", filters), 0, {64, 48}, {SampleType::U8, 1}, filters};
        const auto axis = [&](const char* text) {
            return parseAxis(text, base.stack, filters, engine.devices().devices);
        };
        const Sweep points = sweepOf(base, {axis("variant=one,two"), axis("workgroup=8x8,16x16")});
        const std::vector<PointRow> rows = measureAll(points.points, engine, raceSettings());
        for (const MeasureRequest& request : engine.asked)
            QCOMPARE(request.stack[0].variant, std::string("one"));
        QVERIFY(rows[0].timings == rows[2].timings && rows[1].timings == rows[3].timings);
        QVERIFY(rows[2].axes == "variant=two workgroup=8x8" && rows[2].status == rows[0].status);
    }

    /// Points that are entered twice on purpose are measured apart, and tie.
    void copiesTie() {
        FakeEngine engine;
        engine.noise = noisyPlace(7);
        const std::vector<PointRow> rows = measureAll(
            sweep("gaussian variant=two-pass", {"workgroup=8x8,16x16", "copy=all"}).points, engine, raceSettings(200));
        QCOMPARE(statusesOf(rows), (std::vector<std::string>{"winner", "tie", "tie", "tie"}));
        QVERIFY(rows[0].axes == "workgroup=8x8 copy=1" && rows[1].axes == "workgroup=8x8 copy=2");
        QVERIFY(rows[0].timings != rows[1].timings && rows[0].stack == rows[1].stack);
    }

    /// The driver's own workgroups, where they are in the race, else what `auto` takes.
    void ratiosToTheBaseline() {
        FakeEngine engine;
        engine.noise = [](const MeasureRequest& request) {
            const std::optional<Workgroup> workgroup = request.stack[0].workgroup;
            return !workgroup ? 2.0 : *workgroup == driverChosenWorkgroup ? 4.0 : 1.0;
        };
        const auto ratiosOf = [&](const std::string& axis) {
            std::vector<double> ratios;
            for (const PointRow& row : measureAll(sweep("invert", {axis}).points, engine, raceSettings()))
                ratios.push_back(std::round(row.baselineRatio * 100) / 100);
            return ratios;
        };
        QCOMPARE(ratiosOf("workgroup=8,driver,auto"), (std::vector<double>{0.25, 1, 0.5}));
        QCOMPARE(ratiosOf("workgroup=8,auto"), (std::vector<double>{0.5, 1}));
        QCOMPARE(ratiosOf("workgroup=8,16"), (std::vector<double>{0, 0}));
    }

    /// A point that was not looked at yet is no row to write down.
    void nothingKnownIsNoChange() {
        FakeEngine engine;
        const std::string path = folder_.filePath("first.csv").toStdString();
        Journal journal(path);
        Experiment experiment(sweep("invert", {"workgroup=8,16"}).points, raceSettings(), engine, journal);
        experiment.writeRows();
        QVERIFY(readJournal(path).empty());
        experiment.step();
        for (int i = 0; i < 2; ++i) {
            experiment.writeRows();
            const std::vector<PointRow> rows = readJournal(path);
            QVERIFY(rows.size() == 1 && rows.front().axes == "workgroup=8");
        }
    }

    void everybodyIsMeasuredAlike() {
        FakeEngine engine(1000); // a clock of 1 us, and 10 us a run
        measureAll(sweep("gaussian variant=two-pass", {workgroups}).points, engine, raceSettings(20));
        int timings = 0;
        for (const MeasureRequest& request : engine.asked) {
            if (!request.options.again) continue;
            ++timings;
            QCOMPARE(request.options.buffers, 0); // each candidate has as many as it needs
            QVERIFY(!request.options.check && request.options.repeat == 1);
            QVERIFY(request.options.runsPerRepeat == (timings <= 10 ? 1 : engine.asked.back().options.runsPerRepeat));
        }
        QVERIFY(engine.asked.back().options.runsPerRepeat >= 10);
    }

    /// A kernel that crashes in the middle of a race costs its own cell.
    void failureInARaceIsItsOwn() {
        FakeEngine engine;
        engine.failsLater = "fused";
        const std::vector<PointRow> rows =
            measureAll(sweep("gaussian", {"variant=two-pass,fused,plain"}).points, engine, raceSettings());
        QCOMPARE(statusesOf(rows), (std::vector<std::string>{"winner", "not run", "tie"}));
        QCOMPARE(rows[1].reason, std::string("it took its process down"));
    }

    void timeEndsIt() {
        FakeEngine engine;
        engine.noise = [random = SplitMix(1)](const MeasureRequest& request) mutable {
            if (request.options.again) QTest::qSleep(1);
            return 1 + 0.1 * random.symmetric();
        };
        ExperimentSettings given = raceSettings(10000);
        given.measure.capMs = 20;
        given.race->precision = 1e-6;
        given.race->margin = 1e-6;
        const std::vector<PointRow> rows = measureAll(sweep("invert", {"workgroup=8,16"}).points, engine, given);
        QCOMPARE(rows[0].ended, std::string("time was up"));
        QVERIFY(rows[0].isFinal() && rows[1].isFinal());
    }

    /// Not as fast: not known.
    void tooFewRoundsSayNothing() {
        FakeEngine engine;
        engine.medians = {{"two-pass", 20}, {"plain", 30}};
        const Sweep points = sweep("gaussian", {"variant=two-pass,plain"});
        const std::vector<PointRow> rows = measureAll(points.points, engine, raceSettings(3));
        QCOMPARE(statusText(rows[0]), std::string("winner"));
        QVERIFY(isUndecided(rows[1]) && statusText(rows[1]) == "too few rounds to tell");
        const std::string text = rankingText(points.points, rows);
        QVERIFY(text.find("too few rounds to tell: variant=plain") != std::string::npos);
        QVERIFY(text.find("as fast") == std::string::npos);
    }

    /// Stopped anywhere, and gone on with by a new program: the same table.
    void stoppedRaceGoesOn() {
        const std::vector<ExperimentPoint> points = sweep("gaussian variant=two-pass", {workgroups}).points;
        const auto byPoint = [](const MeasureRequest& request) { // no matter when it is asked
            return 1 + 0.01 * double(request.stack[0].workgroup->y % 3);
        };
        FakeEngine whole;
        whole.noise = byPoint;
        const std::vector<PointRow> wanted = measureAll(points, whole, raceSettings(30));
        for (const int stopAfter : {3, 8, 23, 60, 150}) {
            FakeEngine engine;
            engine.noise = byPoint;
            Journal journal(folder_.filePath(QString("stopped %1.csv").arg(stopAfter)).toStdString());
            Experiment first(points, raceSettings(30), engine, journal);
            for (int i = 0; i < stopAfter && !first.isDone(); ++i)
                first.step();
            first.writeRows();
            const std::size_t before = engine.asked.size();
            const std::vector<PointRow> rows = measureAll(points, engine, journal, raceSettings(30));
            QVERIFY2(engine.asked.size() - before < whole.asked.size(), "it began anew");
            for (std::size_t i = 0; i < rows.size(); ++i) {
                QVERIFY(rows[i].timings == wanted[i].timings);
                QVERIFY(rows[i].status == wanted[i].status && rows[i].ended == wanted[i].ended);
                QVERIFY(rows[i].spanUs.median == wanted[i].spanUs.median && rows[i].ratio == wanted[i].ratio);
            }
            const std::size_t after = engine.asked.size();
            const std::vector<PointRow> again = measureAll(points, engine, journal, raceSettings(30));
            QCOMPARE(engine.asked.size(), after);
            QVERIFY(again[0].fromJournal && statusesOf(again) == statusesOf(wanted));
        }
    }

    /// Timings of a race with others in it say nothing of this one.
    void anotherFieldRacesAnew() {
        FakeEngine engine;
        Journal journal(folder_.filePath("field.csv").toStdString());
        measureAll(sweep("invert", {"workgroup=8,16"}).points, engine, journal, raceSettings());
        const std::vector<ExperimentPoint> more = sweep("invert", {"workgroup=8,16,32"}).points;
        QCOMPARE(Experiment(more, raceSettings(), engine, journal).otherRowsText(),
                 std::string("2 rows of these points were measured differently (race)"));
        QVERIFY(!measureAll(more, engine, journal, raceSettings())[0].fromJournal);
    }

    /// By the ratios to the point where all is auto, whatever the session did to all of them.
    void changesSinceBefore() {
        const std::vector<ExperimentPoint> points = sweep("gaussian", {"variant=auto,two-pass,plain"}).points;
        const auto raced = [&](double session, double naive, bool withAuto = true) {
            FakeEngine engine;
            engine.medians = {{"auto", 10 * session}, {"two-pass", 20 * session}, {"plain", naive * session}};
            engine.noise = noisyPlace(std::uint64_t(100 * session + naive));
            return measureAll(withAuto ? points : std::vector(points.begin() + 1, points.end()), engine,
                              raceSettings(200));
        };
        const std::vector<PointRow> then = raced(1, 30), now = raced(1.5, 36);
        const ComparisonSettings settings;
        std::vector<RowChange> changes = changesSince(then, now, settings);
        QVERIFY(changes[1].change.paired && changes[1].change.kind == PointChange::Same);
        QVERIFY(changes[2].change.paired && changes[2].change.kind == PointChange::Slower && hasRegression(changes));
        QVERIFY(std::abs(changes[2].change.change.ratio - 1.2) < 0.02);
        QVERIFY(changesText(changes, now, settings).find("slower: variant=plain ") != std::string::npos);
        QCOMPARE(changesSince(now, then, settings)[2].change.kind, PointChange::Faster);
        // Without it only the times are left, and those tell of the session, too.
        const std::vector<PointRow> alone = raced(1.5, 30, false);
        changes = changesSince(then, alone, settings);
        QVERIFY(!changes[0].change.paired && changes[0].change.kind == PointChange::Slower);
        QCOMPARE(changes[0].change.margin, settings.sessionMargin);
        // Another image is another thing, and a point that was not measured then is not compared.
        std::vector<PointRow> others = then;
        for (PointRow& row : others)
            row.provenance.imageHash = "another";
        for (const RowChange& one : changesSince(others, now, settings))
            QVERIFY(one.change.kind == PointChange::Unknown && one.differences.front() == "image");
        QCOMPARE(changesSince({}, now, settings)[0].change.kind, PointChange::Unknown);
    }

    void timingsAsText() {
        const Timings timings{{1.5, 2}, {0.1, 1e-9, 3}, {}};
        QCOMPARE(timingsText(timings), std::string("1.5 2; 0.1 1e-09 3; "));
        QVERIFY(parseTimings(timingsText(timings)) == timings && parseTimings("") == Timings());
        for (const char* text : {"1;2;3;4", "1 x", "1,5"})
            QVERIFY_THROWS_EXCEPTION(Error, parseTimings(text));
    }

private:
    QTemporaryDir folder_;
};

LIGHTBENCH_TEST(RaceRunnerTest, NoApplication)
#include "race_runner.moc"
