// The tuning database: its classes, which races it takes, its file, and when `auto` uses it.
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "core/base/damaged_file.h"
#include "core/run/resolve.h"
#include "core/sample_images/bench_image.h"
#include "core/tuning/tuning_file.h"
#include "core/tuning/tuning_results.h"
#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
constexpr ImageShape shape{{64, 48}, {SampleType::U8, 1}};

DeviceInfo device() { return FakeEngine().devices().devices[0]; }

ExperimentSettings quickRace() {
    ExperimentSettings all = settings();
    all.race.emplace();
    all.measure.repeat = 60;
    return all;
}

/// A race of all variants of transpose on the made-up device, where `local-padded` is the fastest by far.
std::vector<PointRow> racedRows() {
    FakeEngine engine;
    engine.medians = {{"local-padded", 5}};
    engine.resolves = true;
    return measureAll(sweep("transpose", {"variant=all"}).points, engine, quickRace());
}

Stage automaticTranspose() { return makeStage("transpose"); }

/// A choice that holds for transpose on the made-up device.
TuningResult choiceFor(const std::string& variant, const std::string& workgroup) {
    Stage stage = automaticTranspose();
    stage.variant = variant;
    stage.workgroup = parseWorkgroup(workgroup);
    const ResolvedStage resolved = resolveStage(stage, shape, device());
    TuningResult choice;
    choice.device = device().name;
    choice.computeUnits = device().computeUnits;
    choice.driver = device().driver;
    choice.filter = "transpose";
    choice.format = "u8";
    choice.sizeClass = sizeClassOf(shape.size);
    choice.settings = settingsClassOf(stage.parameters);
    choice.variant = variant;
    choice.workgroup = workgroup;
    choice.kernels = kernelsHash(programNames(resolved.plan), KernelLibrary());
    choice.time = "2026-01-31T12:00:00Z";
    choice.us = 5;
    choice.gain = 1.5;
    return choice;
}

Tuning tuningOf(const TuningResult& choice, const KernelLibrary& kernels = {}) {
    return {std::make_shared<const TuningDatabase>(TuningDatabase{{choice}}),
            std::make_shared<const KernelLibrary>(kernels)};
}

ResolvedStage resolved(const Tuning& tuning, const Stage& stage = automaticTranspose(), const DeviceInfo& on = device(),
                       const ImageShape& input = shape) {
    return resolveStage(stage, input, on, builtInFilters(), tuning);
}

Stage stageOf(const std::string& text) { return parseStack(text).front(); }
} // namespace

class TuningMemoryTest : public QObject {
    Q_OBJECT
private slots:
    void usualSizesLieInTheMiddleOfTheirClasses() {
        for (const char* size : {"1080p", "4k", "8k"}) {
            const Size whole = parseSize(size);
            for (const double factor : {0.72, 1.38}) // of a side
                QCOMPARE(sizeClassOf({int(whole.width * factor), int(whole.height * factor)}), sizeClassOf(whole));
        }
        QCOMPARE(sizeClassOf(parseSize("4k")), std::string("4.19 to 16.8 MP"));
        QVERIFY(sizeClassOf(parseSize("1080p")) != sizeClassOf(parseSize("4k")));
        QCOMPARE(sizeClassOf({1, 1}), std::string("1.00 to 4.00 P"));
    }

    void parametersThatCountAsAlike() {
        const auto settings = [](const char* stack) { return settingsClassOf(stageOf(stack).parameters); };
        QCOMPARE(settings("gaussian sigma=2"), settings("gaussian sigma=3.9"));
        QVERIFY(settings("gaussian sigma=2") != settings("gaussian sigma=4"));
        QVERIFY(settings("gaussian sigma=2") != settings("gaussian sigma=2 border=wrap"));
        QVERIFY(settings("median k=5") != settings("median k=7"));
        QCOMPARE(settings("box k=33"), settings("box k=63"));
        QVERIFY(settings("box k=31") != settings("box k=33"));
        QCOMPARE(settings("convolution matrix=\"1,2,1;2,4,2;1,2,1\""),
                 settings("convolution matrix=\"0,1,0;1,1,1;0,1,0\""));
    }

    void theWinnerOfARaceIsStored() {
        const std::vector<TunedRace> races = tunedRaces(racedRows(), builtInFilters(), {device()});
        QCOMPARE(races.size(), 1u);
        QCOMPARE(races[0].refusal, std::string());
        const TuningResult& won = races[0].winner;
        QCOMPARE(won.variant, std::string("local-padded"));
        QVERIFY(won.filter == "transpose" && won.format == "u8" && won.driver == "1.0" && won.stack == "transpose");
        QVERIFY(won.us > 0 && won.gain > 0 && !won.kernels.empty() && !won.time.empty());
        TuningDatabase database;
        QVERIFY(addResult(database, races[0]));
        QCOMPARE(database.results.size(), 1u);
        const Tuning tuning{std::make_shared<const TuningDatabase>(database), std::make_shared<const KernelLibrary>()};
        const ResolvedStage found = resolved(tuning);
        QCOMPARE(found.variant->id, std::string("local-padded"));
        QCOMPARE(workgroupText(found.workgroup), won.workgroup);
        QCOMPARE(found.tunedOn, won.date());
    }

    void racesThatAreNotStored() {
        const auto refusal = [](const std::vector<PointRow>& rows, const std::vector<DeviceInfo>& devices) {
            const std::vector<TunedRace> races = tunedRaces(rows, builtInFilters(), devices);
            return races.empty() ? "no race" : races[0].refusal;
        };
        QCOMPARE(refusal(racedRows(), {}), std::string("the built-in choice of auto was not in the race"));
        std::vector<PointRow> rows = racedRows();
        for (PointRow& row : rows)
            row.ended.clear();
        QCOMPARE(refusal(rows, {device()}), std::string("the race has not ended"));
        rows = racedRows();
        rows.back().status = PointStatus::Tie; // `cpu`, without an interval
        rows.back().ratioLower = 0;
        QCOMPARE(refusal(rows, {device()}), std::string("there were too few rounds to decide on all candidates"));
        rows = racedRows();
        for (PointRow& row : rows)
            row.stack = "transpose | " + row.stack;
        QVERIFY(refusal(rows, {device()}).starts_with("the stack has several stages"));
        rows = racedRows();
        for (PointRow& row : rows)
            if (row.status == PointStatus::Winner) row.variant = "cpu";
        QCOMPARE(refusal(rows, {device()}), std::string("the host was faster than the device"));
        rows = racedRows();
        for (PointRow& row : rows)
            if (row.status == PointStatus::Winner) row.variant = "plain";
        QCOMPARE(refusal(rows, {device()}), std::string("auto never chooses the variant plain"));
        rows = racedRows();
        for (PointRow& row : rows)
            row.stack.replace(0, row.stack.find(' '), "elsewhere"); // a filter of a file that is not given
        QVERIFY(refusal(rows, {device()}).starts_with("there is no filter called"));
        QCOMPARE(tunedRaces(rows, builtInFilters(), {device()}).size(), 1u);
    }

    /// Another of the last few was faster when they were measured again.
    void aWinnerThatFreshSamplesDoNotConfirm() {
        std::vector<PointRow> rows = racedRows();
        for (PointRow& row : rows)
            row.timings = {{1}, {1}, std::vector<double>(20, row.status == PointStatus::Winner ? 20 : 10)};
        QCOMPARE(tunedRaces(rows, builtInFilters(), {device()}).at(0).refusal,
                 std::string("the confirmation run did not confirm the winner"));
    }

    /// What did not take part and gained more stays; what took part, or is of other kernels, goes.
    void laterRaces() {
        const TunedRace race = tunedRaces(racedRows(), builtInFilters(), {device()}).at(0);
        TuningResult before = race.winner;
        before.workgroup = "999";
        before.gain = race.winner.gain * 2;
        TuningDatabase database{{before}};
        QVERIFY(!addResult(database, race));
        QCOMPARE(database.results.at(0).workgroup, std::string("999"));
        database.results[0].gain = race.winner.gain / 2;
        QVERIFY(addResult(database, race));
        database = {{before}};
        database.results[0].kernels = "others";
        QVERIFY(addResult(database, race));
        database = {{before}};
        database.results[0].variant = race.raced.back().first;
        database.results[0].workgroup = race.raced.back().second;
        QVERIFY(addResult(database, race));
        database.results[0].time = "9999-01-01T00:00:00Z"; // an old journal says nothing new
        QVERIFY(!addResult(database, race));
        database.results[0].kernels = "others";
        QVERIFY(addResult(database, race));
        database.results[0].driver = "another";
        QVERIFY(addResult(database, race));
        QCOMPARE(database.results.size(), 2u);
    }

    void autoGoesByIt() {
        const Tuning tuning = tuningOf(choiceFor("local-padded", "4x4"));
        QCOMPARE(workgroupText(resolved(tuning).workgroup), std::string("4x4"));
        QCOMPARE(resolved(tuning).tunedOn, std::string("2026-01-31"));
        QCOMPARE(resolved(tuning, stageOf("transpose variant=local-padded")).tunedOn, std::string("2026-01-31"));
    }

    /// What is given, other devices, drivers, formats and sizes, and none at all: as it is without.
    void autoGoesByTheBuiltInChoicesElsewhere() {
        const Tuning tuning = tuningOf(choiceFor("local-padded", "4x4"));
        const auto isBuiltIn = [](const ResolvedStage& stage) { return stage.tunedOn.empty(); };
        QVERIFY(isBuiltIn(resolved({})));
        QVERIFY(isBuiltIn(resolved(tuning, stageOf("transpose workgroup=8x8"))));
        QCOMPARE(workgroupText(resolved(tuning, stageOf("transpose workgroup=8x8")).workgroup), std::string("8x8"));
        DeviceInfo other = device();
        other.driver = "1.1";
        QVERIFY(isBuiltIn(resolved(tuning, automaticTranspose(), other)));
        other = device();
        other.computeUnits = 64;
        QVERIFY(isBuiltIn(resolved(tuning, automaticTranspose(), other)));
        QVERIFY(isBuiltIn(resolved(tuning, automaticTranspose(), device(), {{64, 48}, {SampleType::U16, 1}})));
        QVERIFY(isBuiltIn(resolved(tuning, automaticTranspose(), device(), {{640, 480}, {SampleType::U8, 1}})));
        QVERIFY(isBuiltIn(resolved(tuning, stageOf("grayscale"))));
    }

    void otherKernelsAreNotGoneBy() {
        const KernelLibrary edited = KernelLibrary().with(
            "transpose/local_padded.cl", KernelLibrary().source("transpose/local_padded").text + "\n// edited\n");
        QVERIFY(resolved(tuningOf(choiceFor("local-padded", "4x4"), edited)).tunedOn.empty());
    }

    /// A device that allows less, a variant that is gone: never what cannot run.
    void whatCannotRunIsNotTaken() {
        DeviceInfo small = device();
        small.maxWorkgroup = 8;
        const ResolvedStage found = resolved(tuningOf(choiceFor("local-padded", "4x4")), automaticTranspose(), small);
        QVERIFY(found.tunedOn.empty() && found.workgroup.items() <= 8);
        TuningResult gone = choiceFor("local-padded", "4x4");
        gone.variant = "of another version";
        QVERIFY(resolved(tuningOf(gone)).tunedOn.empty());
        gone.variant = "cpu";
        QVERIFY(resolved(tuningOf(gone)).tunedOn.empty());
    }

    void theFileComesBack() {
        const TuningFile file(path("folder/that/is/not/there/tuning.csv"));
        QVERIFY(file.read()->results.empty());
        TuningResult choice = choiceFor("local-padded", "4x4");
        choice.stack = "convolution matrix=\"a, b\"";
        file.change([&](TuningDatabase& database) { database.results.push_back(choice); });
        QCOMPARE(file.read()->results.size(), 1u);
        QCOMPARE(file.read()->results[0].stack, choice.stack);
        QCOMPARE(file.read()->results[0].gain, 1.5);
        QVERIFY(!TuningFile({}).read());
        QVERIFY(!TuningFile({}).change([](TuningDatabase& database) { database.results.clear(); }));
    }

    /// As a spreadsheet saves it.
    void spreadsheetsFilesAreRead() {
        const std::string name = path("sheet.csv");
        put(name, "\xef\xbb\xbf" + QByteArray(good()).replace("\n", "\r\n") + "\r\n,,\r\n");
        QCOMPARE(TuningFile(name).read()->results.size(), 1u);
        put(name, "\xff\xfe" + QByteArray("d\0e\0", 4));
        try {
            TuningFile(name).read();
            QFAIL("UTF-16 was read");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("UTF-16"), error.what());
        }
    }

    /// It says which file and what to do, and the file stays as it is. A change keeps it under another name.
    void aFileThatHoldsSomethingElse() {
        for (const QByteArray& content :
             {QByteArray("hello"), QByteArray("a,b\n1,2\n"), QByteArray("\0\1\2\n", 4), QByteArray(good() + "x,y\n"),
              good().replace(",4x4,", ",4 by 4,"), good().replace(",1.5,", ",fast,")}) {
            const std::string name = path("tuning.csv");
            put(name, content);
            const TuningFile file(name);
            try {
                file.read();
                QFAIL(content.constData());
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Input);
                QVERIFY2(QString(error.what()).contains("tuning.csv") && QString(error.what()).contains("--tuning off"),
                         error.what());
            }
            QCOMPARE(textOf(name), content);
            const std::string kept = damagedName(name);
            QVERIFY(file.change([](TuningDatabase& database) { database.results.clear(); })->results.empty());
            QCOMPARE(textOf(kept), content);
        }
    }

    /// An editor may leave the last line without an end.
    void aLastLineWithoutAnEnd() {
        const std::string name = path("edited.csv");
        put(name, good().chopped(1));
        QCOMPARE(TuningFile(name).read()->results.size(), 1u);
    }

    /// Several processes, each of which adds a choice of its own again and again.
    void writersAtOnceLoseNothing() {
        constexpr int processes = 4, choices = 10;
        const TuningFile file(path("shared/tuning.csv"));
        std::vector<pid_t> children;
        for (int process = 0; process < processes; ++process) {
            const pid_t child = fork();
            QVERIFY(child >= 0);
            if (child > 0) {
                children.push_back(child);
                continue;
            }
            for (int i = 0; i < choices; ++i)
                file.change([&](TuningDatabase& database) {
                    TuningResult& choice = database.results.emplace_back();
                    choice.filter = std::to_string(process) + " " + std::to_string(i);
                    choice.workgroup = "1";
                    choice.us = 5;
                });
            _exit(0);
        }
        for (const pid_t child : children) {
            int status = 0;
            QCOMPARE(waitpid(child, &status, 0), child);
            QCOMPARE(status, 0);
        }
        QCOMPARE(file.read()->results.size(), std::size_t(processes * choices));
    }

    /// From a driver without event times, by an older program: `auto` ignores it, and the next change removes it.
    void resultsWithoutATimeAreIgnored() {
        const std::string name = path("without.csv");
        for (const char* us : {"0", "5e-07", "inf", "nan"}) {
            put(name, QByteArray(good()).replace(",5,1.5,", QByteArray(",") + us + ",1.5,"));
            const TuningFile file(name);
            const Tuning tuning{file.read(), std::make_shared<const KernelLibrary>()};
            QCOMPARE(tuning.database->results.size(), std::size_t(1));
            QVERIFY2(!tunedStage(automaticTranspose(), shape, device(), builtInFilters(), tuning), us);
            QCOMPARE(file.change([](TuningDatabase&) {})->results.size(), std::size_t(0));
        }
        std::vector<PointRow> rows = racedRows();
        for (PointRow& row : rows)
            row.spanUs = {5e-7, 5e-7, 5e-7, 5e-7};
        const TunedRace race = tunedRaces(rows, builtInFilters(), {device()}).at(0);
        QCOMPARE(race.refusal, std::string("the driver reported no usable event times"));
    }

private:
    std::string path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)).toStdString(); }
    static void put(const std::string& name, const QByteArray& content) {
        QFile file(QString::fromStdString(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    static QByteArray textOf(const std::string& name) {
        QFile file(QString::fromStdString(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QByteArray good() const {
        const std::string name = path("good.csv");
        TuningFile(name).change(
            [](TuningDatabase& database) { database.results = {choiceFor("local-padded", "4x4")}; });
        return textOf(name);
    }
    QTemporaryDir folder_;
};

LIGHTBENCH_TEST(TuningMemoryTest, QCoreApplication)
#include "tuning_database.moc"
