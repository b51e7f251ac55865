// Parts of a work: which are whose, and how their journals are put together.
#include <QTest>

#include <map>

#include "core/base/text.h"
#include "core/shards/merged.h"
#include "core/shards/run_journal.h"
#include "core/shards/shard.h"
#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
using Variables = std::map<std::string, std::string>;

Shard parsed(const std::string& text, const Variables& variables = {}) {
    return parseShard(text, [&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    });
}

/// A task of an array MIN..MAX.
Variables task(int id, int min, int max, int count) {
    return {{"SLURM_ARRAY_TASK_ID", std::to_string(id)},
            {"SLURM_ARRAY_TASK_MIN", std::to_string(min)},
            {"SLURM_ARRAY_TASK_MAX", std::to_string(max)},
            {"SLURM_ARRAY_TASK_COUNT", std::to_string(count)}};
}

PointRow row(const std::string& stack, const std::string& race, const std::string& timings, const std::string& ended,
             const std::string& time = "2026-01-01T00:00:00Z") {
    PointRow one;
    one.device = "device";
    one.stack = stack;
    one.size = "64x48";
    one.provenance.program = "program";
    one.provenance.race = race;
    one.provenance.time = time;
    one.provenance.kernels = stack; // variants may be of different programs
    one.repeats = timings.empty() ? 0 : 1;
    one.timings = parseTimings(timings);
    one.ended = ended;
    one.status = timings.empty() ? PointStatus::NotRun : PointStatus::Tie;
    return one;
}

std::vector<std::string> cellsIn(const std::vector<PointRow>& rows) {
    std::vector<std::string> cells;
    for (const PointRow& one : rows)
        cells.push_back(one.stack + " " + timingsText(one.timings));
    return cells;
}

RunRow runRow(const std::string& input, const std::string& error = {}, const std::string& time = "1") {
    RunRow one;
    one.input = input;
    one.stack = "invert";
    one.output = "out/" + input;
    one.error = error;
    one.time = time;
    return one;
}
} // namespace

class ShardsTest : public QObject {
    Q_OBJECT
private slots:
    void numbers() {
        QCOMPARE(parsed("3/8"), (Shard{3, 8}));
        QCOMPARE(parsed("1/1"), Shard());
        for (const char* text : {"", "3", "0/8", "9/8", "3/0", "-1/8", "3/8/1", "3 / 8", "a/b", "slurms/8"})
            QVERIFY_THROWS_EXCEPTION(Error, parsed(text));
    }

    void everyUnitIsOneShards() {
        for (std::size_t unit = 0; unit < 20; ++unit) {
            int owners = 0;
            for (int index = 1; index <= 7; ++index)
                owners += Shard{index, 7}.has(unit);
            QCOMPARE(owners, 1);
        }
    }

    void tasksOfSlurm() {
        QCOMPARE(parsed("slurm", task(3, 1, 8, 8)), (Shard{3, 8}));
        QCOMPARE(parsed("slurm", task(0, 0, 7, 8)), (Shard{1, 8}));
        QCOMPARE(parsed("slurm/8", task(3, 1, 8, 8)), (Shard{3, 8}));
        // A part of it that is submitted again runs what it ran before, or nothing.
        QCOMPARE(parsed("slurm/8", task(3, 3, 3, 1)), (Shard{3, 8}));
        QVERIFY_THROWS_EXCEPTION(Error, parsed("slurm", task(3, 3, 3, 1)));
        QVERIFY_THROWS_EXCEPTION(Error, parsed("slurm", task(5, 2, 5, 2)));
        QVERIFY_THROWS_EXCEPTION(Error, parsed("slurm/8", task(9, 1, 9, 9)));
        QVERIFY_THROWS_EXCEPTION(Error, parsed("slurm/8", task(0, 0, 7, 8)));
        QVERIFY_THROWS_EXCEPTION(Error, parsed("slurm"));
        QVERIFY_THROWS_EXCEPTION(Error, parsed("slurm/8"));
        // What Slurm says counts only where it was asked.
        QCOMPARE(parsed("1/2", task(3, 1, 8, 8)), (Shard{1, 2}));
    }

    void racesStayTogether() {
        const Sweep whole = sweep("gaussian", {"gaussian.sigma=1,2,3,4,5", "gaussian.variant=two-pass,fused"});
        std::vector<std::string> found;
        for (int index = 1; index <= 3; ++index) {
            const Sweep part = sharded(whole, {index, 3});
            for (std::size_t i = 0; i < part.points.size(); i += 2)
                QCOMPARE(part.points[i].values[0], part.points[i + 1].values[0]);
            for (const ExperimentPoint& point : part.points)
                found.push_back(point.axes);
        }
        QCOMPARE(found.size(), whole.points.size());
        std::ranges::sort(found);
        QVERIFY(std::ranges::adjacent_find(found) == found.end());
        QVERIFY(sharded(whole, {7, 7}).points.empty());
    }

    void shardsMakeTheWhole() {
        const std::vector<PointRow> a{row("invert", "", "; 1;", "")}, b{row("grayscale", "", "; 2;", "")};
        QCOMPARE(cellsIn(mergedRows({a, b}, builtInFilters())),
                 (std::vector<std::string>{"invert ; 1; ", "grayscale ; 2; "}));
        QCOMPARE(mergedRows({a, b, a, b}, builtInFilters()).size(), 2u);
    }

    /// A task that was killed, and its successor.
    void aRaceThatIsOverCounts() {
        const std::vector<PointRow> killed{row("gaussian variant=fused", "r", "; 1 2 3 4;", ""),
                                           row("gaussian variant=two-pass", "r", "; 5 6 7 8;", "")};
        const std::vector<PointRow> whole{row("gaussian variant=fused", "r", "; 9;", "time was up"),
                                          row("gaussian variant=two-pass", "r", "; 9;", "time was up")};
        for (const auto& files : {std::vector{killed, whole}, std::vector{whole, killed}})
            QCOMPARE(cellsIn(mergedRows(files, builtInFilters())), cellsIn(whole));
    }

    /// Never rows of both: that would be two winners.
    void racesAreTakenWhole() {
        const std::vector<PointRow> longer{row("gaussian variant=fused", "r", "; 1 1;", ""),
                                           row("gaussian variant=two-pass", "r", "; 1;", "")};
        const std::vector<PointRow> shorter{row("gaussian variant=fused", "r", "; 2;", ""),
                                            row("gaussian variant=two-pass", "r", "; 2;", "")};
        QCOMPARE(cellsIn(mergedRows({shorter, longer}, builtInFilters())), cellsIn(longer));
        std::vector<PointRow> later = shorter;
        later.front().provenance.time = "2026-02-01T00:00:00Z";
        QCOMPARE(cellsIn(mergedRows({shorter, later}, builtInFilters())), cellsIn(later));
    }

    void otherMachinesStandBeside() {
        std::vector<PointRow> here{row("invert", "", "; 1;", "")}, there = here;
        there[0].provenance.host = "another";
        QCOMPARE(mergedRows({here, there}, builtInFilters()).size(), 2u);
        there = here;
        there[0].provenance.driver = "2.0";
        QCOMPARE(mergedRows({here, there}, builtInFilters()).size(), 2u);
    }

    void journalsAreMerged() {
        const std::string a = path("a.csv"), b = path("b.csv"), all = path("all.csv");
        Journal{a}.add(row("invert", "", "; 1;", ""));
        Journal{b}.add(row("grayscale", "", "; 2;", ""));
        QCOMPARE(mergeJournals({a, b}, all, builtInFilters()).size(), 2u);
        QCOMPARE(mergeJournals({a, b}, all, builtInFilters()).size(), 2u);
        QCOMPARE(readJournal(all).size(), 2u);
        Journal{all}.add(row("median", "", "; 3;", "")); // what is there stays
        QCOMPARE(mergeJournals({a}, all, builtInFilters()).size(), 3u);
        QVERIFY_THROWS_EXCEPTION(Error, mergeJournals({a, path("none.csv")}, all, builtInFilters()));
        QCOMPARE(readJournal(all).size(), 3u);
    }

    void runsGoOn() {
        const std::string name = path("runs.csv"), image = path("image.png"), output = path("out.png");
        put(image, "an image");
        put(output, "a result");
        RunRow done = runRow(image);
        done.output = output;
        done.inputHash = fileHash(image);
        done.outputHash = fileHash(output);
        RunJournal{name}.add(done);
        RunRow wanted = done;
        QVERIFY(RunJournal{name}.known(wanted));
        wanted.stack = "grayscale";
        QVERIFY(!RunJournal{name}.known(wanted));
        wanted = done;
        wanted.repeats = 7;
        QVERIFY(!RunJournal{name}.known(wanted));
        put(output, "something else");
        QVERIFY(!RunJournal{name}.known(done));
        put(output, "a result");
        put(image, "another image");
        wanted = done;
        wanted.inputHash = fileHash(image);
        QVERIFY(!RunJournal{name}.known(wanted));
        RunJournal{name}.add(runRow(image, "it failed"));
        QVERIFY(!RunJournal{path("empty.csv")}.known(done));
    }

    void runsAreMerged() {
        const std::string a = path("run-a.csv"), b = path("run-b.csv"), all = path("run-all.csv");
        {
            RunJournal first(a), second(b);
            first.add(runRow("1.png"));
            first.add(runRow("2.png", "the worker died", "2"));
            second.add(runRow("2.png"));
            second.add(runRow("3.png", "unreadable"));
        }
        const std::vector<RunRow> rows = mergeRunJournals({a, b}, all);
        QCOMPARE(rows.size(), 3u);
        QVERIFY(rows[1].input == "2.png" && rows[1].error.empty());
        QCOMPARE(mergeRunJournals({b, a, all}, all).size(), 3u);
    }

private:
    std::string path(const char* name) const { return folder_.filePath(QLatin1String(name)).toStdString(); }
    static void put(const std::string& name, const QByteArray& content) {
        QFile file(QString::fromStdString(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    QTemporaryDir folder_;
};

LIGHTBENCH_TEST(ShardsTest, QCoreApplication)
#include "shards.moc"
