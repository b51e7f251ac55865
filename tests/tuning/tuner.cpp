// Tuning a device: what is measured, in what time, and how it goes on.
#include <QTest>

#include "core/tuning/tuner.h"
#include "core/tuning/tuning_results.h"
#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
constexpr Format gray{SampleType::U8, 1}, colour{SampleType::U8, 4};

ExperimentSettings raceSettings() {
    ExperimentSettings all = settings();
    all.peakRates = false;
    all.race.emplace();
    all.measure.repeat = 60;
    return all;
}

std::vector<std::string> namesOf(const std::vector<TuneTask>& tasks) {
    std::vector<std::string> names;
    for (const TuneTask& task : tasks)
        names.push_back(task.name());
    return names;
}

std::vector<TuneTask> tasksOf(const std::vector<std::string>& filters) {
    std::vector<const Filter*> those;
    for (const std::string& id : filters)
        those.push_back(&filterById(id));
    return filterTasks(those, builtInFilters(), {{64, 48}}, {gray});
}

/// All results, with what changed in the journal.
std::vector<TunedTask> tuned(const std::vector<TuneTask>& tasks, FakeEngine& engine, Journal& journal,
                             double seconds = 100, const ExperimentSettings& settings = raceSettings()) {
    Tuner tuner(tasks, engine.devices().devices[0], settings, engine, journal, seconds);
    std::vector<TunedTask> all;
    while (!tuner.isDone()) {
        tuner.step();
        std::ranges::move(tuner.newlyFinished(), std::back_inserter(all));
    }
    return all;
}

std::vector<TunedTask> tuned(const std::vector<TuneTask>& tasks, FakeEngine& engine, double seconds = 100,
                             const ExperimentSettings& settings = raceSettings()) {
    Journal none{std::string()};
    return tuned(tasks, engine, none, seconds, settings);
}

/// Races by a clock that only measuring moves.
ExperimentSettings timedBy(const double& now) {
    ExperimentSettings all = raceSettings();
    all.seconds = [&now] { return now; };
    return all;
}
} // namespace

class TunerTest : public QObject {
    Q_OBJECT
private slots:
    void tasksOfFilters() {
        QCOMPARE(namesOf(filterTasks({&filterById("grayscale"), &filterById("invert")}, builtInFilters(),
                                     {{64, 48}, {8, 6}}, {gray, colour})),
                 (std::vector<std::string>{"grayscale, 64x48 u8", "grayscale, 64x48 rgba8", "grayscale, 8x6 u8",
                                           "grayscale, 8x6 rgba8", "invert, 64x48 u8", "invert, 64x48 rgba8",
                                           "invert, 8x6 u8", "invert, 8x6 rgba8"}));
        QVERIFY(filterTasks({&filterById("median")}, builtInFilters(), {{64, 48}}, {{SampleType::U32, 1}})
                    .empty()); // takes none
    }

    /// Each stage on what comes to it, as the user set it, and nothing twice.
    void tasksOfAStack() {
        const Stack stack = parseStack("grayscale variant=plain | !invert | gaussian sigma=8 | gaussian sigma=8");
        QCOMPARE(namesOf(stackTasks(stack, builtInFilters(), {{64, 48}}, {colour})),
                 (std::vector<std::string>{"grayscale, 64x48 rgba8", "gaussian sigma=8, 64x48 u8"}));
    }

    void variantsFirstThenTheirWorkgroups() {
        FakeEngine engine;
        engine.resolves = true;
        engine.medians = {{"selection-network", 2}};
        const std::vector<TunedTask> results = tuned(tasksOf({"median"}), engine);
        QCOMPARE(results.size(), 1u);
        QVERIFY(results[0].variants.size() > 2);
        QCOMPARE(results[0].variants[0].axes, std::string("variant=auto workgroup=auto"));
        QVERIFY(results[0].workgroups.size() > 3);
        for (const PointRow& row : results[0].workgroups)
            QVERIFY2(row.axes.starts_with("variant=auto ") || row.variant == "selection-network",
                     (row.stack + row.axes).c_str());
        for (const MeasureRequest& request : engine.asked)
            QVERIFY(request.stack[0].variant != "cpu" && !needsProgress(request.stack));
    }

    void whatTheJournalHasIsNotMeasuredAgain() {
        const std::string path = folder_.filePath("tune.csv").toStdString();
        FakeEngine first, second;
        first.resolves = true;
        {
            Journal journal(path);
            tuned(tasksOf({"invert", "grayscale"}), first, journal);
            QVERIFY(!first.asked.empty());
        }
        Journal journal(path);
        const std::vector<TunedTask> results = tuned(tasksOf({"invert", "grayscale"}), second, journal);
        QVERIFY(second.asked.empty());
        QCOMPARE(results.size(), 2u);
        QVERIFY(results[1].workgroups.size() > 2);
    }

    /// Of three filters that would each take much longer.
    void theTimeIsShared() {
        FakeEngine engine;
        std::map<std::string, int> runs;
        double now = 7;
        engine.noise = [&](const MeasureRequest& request) {
            now += 0.005;
            ++runs[request.stack[0].filter];
            return 1 + 0.3 * double(runs[request.stack[0].filter] % 7); // never precise
        };
        const std::vector<TunedTask> results =
            tuned(tasksOf({"median", "box", "convolution"}), engine, 1.8, timedBy(now));
        QVERIFY2(now - 7 > 1.5 && now - 7 < 2, qPrintable(QString::number(now - 7)));
        QCOMPARE(results.size(), 3u);
        const int all = runs["median"] + runs["box"] + runs["convolution"];
        for (const char* filter : {"median", "box", "convolution"})
            QVERIFY2(runs[filter] * 6 > all && runs[filter] * 5 < 1500, qPrintable(QString::number(runs[filter])));
    }

    /// What there was no time for says so, and is no candidate.
    void withoutTimeNothingIsSaid() {
        FakeEngine engine;
        double now = 7;
        engine.noise = [&now](const MeasureRequest&) {
            now += 0.02;
            return 1.0;
        };
        const std::vector<TunedTask> results = tuned(tasksOf({"median", "box"}), engine, 0.05, timedBy(now));
        QCOMPARE(results.size(), 2u);
        const auto late = [](const PointRow& row) { return row.reason.starts_with("the time was up"); };
        QVERIFY(std::ranges::any_of(results[0].variants, late));
        QVERIFY(results[1].variants.empty());
        for (const TunedRace& race : tunedRaces(results[0].variants, builtInFilters(), {}))
            QVERIFY2(!race.refusal.empty(), race.winner.variant.c_str());
    }

private:
    QTemporaryDir folder_;
};

LIGHTBENCH_TEST(TunerTest, QCoreApplication)
#include "tuner.moc"
