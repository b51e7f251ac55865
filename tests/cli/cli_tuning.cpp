// The tuning database on the command line: experiments fill it, `run` uses it and says so.
#include <QTest>

#include <QJsonArray>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliTuning : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        folder_.succeeds({"samples", "scene", "-o", "scene.png"});
        const ProgramOutcome outcome =
            folder_.run({"experiment", "scene.png", "--stack", "invert", "--axis", "variant=auto,plain", "--repeat",
                         "60", "--no-peak-rates", "--tuning", "database.csv"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        QVERIFY2(outcome.output.contains("stored for auto: invert, "), qPrintable(outcome.text()));
        database_ = folder_.read("database.csv");
        QCOMPARE(database_.count('\n'), 2);
    }

    void runGoesByIt() {
        const QJsonObject stage = stageOf({"--tuning", "database.csv"});
        QVERIFY(stage["chosen_by"].toString().startsWith("tuned on 20"));
        QCOMPARE(stageOf({})["chosen_by"].toString(), QString("built-in")); // tests have none of their own
        QCOMPARE(stageOf({}, "invert variant=plain workgroup=8x8")["chosen_by"].toString(), QString());
    }

    /// What the file says, in the worker's process as in this one, and what people read.
    void whatItSaysIsTaken() {
        const QJsonObject before = stageOf({"--tuning", "database.csv"});
        const QString variant = before["variant"].toString();
        const QByteArray won = (variant + "," + workgroupOf(before) + ",").toUtf8();
        QVERIFY2(database_.count(won) == 1 && !won.contains(",8x4,"), database_.constData());
        folder_.put("edited.csv", QByteArray(database_).replace(won, (variant + ",8x4,").toUtf8()));
        for (const char* process : {"--isolated", "--in-process"}) {
            const QJsonObject stage = stageOf({"--tuning", "edited.csv", process});
            QCOMPARE(stage["variant"].toString(), variant);
            QCOMPARE(workgroupOf(stage), QString("8x4"));
        }
        const ProgramOutcome outcome =
            folder_.run({"run", "scene.png", "-o", "out.png", "--stack", "invert", "--tuning", "edited.csv"});
        QVERIFY2(outcome.output.contains(variant + " (auto, tuned on 20"), qPrintable(outcome.text()));
        QCOMPARE(stageOf({"--tuning", "off"})["chosen_by"].toString(), QString("built-in"));
    }

    /// By the environment, and in the user's folder of data where nothing is said.
    void wherever() {
        const QStringList words{"run", "scene.png", "-o", "out.png", "--stack", "invert", "--report", "report.json"};
        folder_.succeeds(words, 0, {{"LIGHTBENCH_TUNING", folder_.path("database.csv")}});
        QVERIFY(firstStage()["chosen_by"].toString().startsWith("tuned"));
        QDir(folder_.path(".")).mkpath("data/lightbench");
        folder_.put("data/lightbench/tuning.csv", database_);
        folder_.succeeds(words, 0, {{"LIGHTBENCH_TUNING", ""}, {"XDG_DATA_HOME", folder_.path("data")}});
        QVERIFY(firstStage()["chosen_by"].toString().startsWith("tuned"));
    }

    void aFileThatHoldsSomethingElse() {
        const QByteArray broken = QByteArray(database_).replace("invert", "invert,1");
        folder_.put("broken.csv", broken);
        QDir(folder_.path(".")).mkdir("folder.csv");
        const QStringList words{"run", "scene.png", "-o", "out2.png", "--stack", "invert", "--report", "report.json"};
        for (const char* name : {"broken.csv", "folder.csv"}) {
            const ProgramOutcome outcome = folder_.run(words, {{"LIGHTBENCH_TUNING", folder_.path(name)}});
            QVERIFY2(outcome.code == 0 && outcome.errors.count('\n') == 1 && outcome.errors.contains(name) &&
                         outcome.errors.contains("auto uses its built-in choices"),
                     qPrintable(outcome.text()));
            QCOMPARE(firstStage()["chosen_by"].toString(), QString("built-in"));
        }
        for (const char* action : {"--show", "--clear"})
            folder_.refused({"tune", action, "--tuning", "broken.csv"}, "broken.csv");
        QCOMPARE(folder_.read("broken.csv"), broken);
        const ProgramOutcome stored = folder_.run({"tune", "--filter", "invert", "--sizes", "320x240", "--formats",
                                                   "u8", "--time", "30s", "--tuning", "broken.csv"});
        QVERIFY2(stored.code == 0 && stored.errors.contains("broken.csv.damaged"), qPrintable(stored.text()));
        QCOMPARE(folder_.read("broken.csv.damaged"), broken);
        QVERIFY(folder_.read("broken.csv") != broken);
    }

    /// Measured, shown, gone by, not measured again, and cleared.
    void tune() {
        const QStringList words{"tune", "--filter", "invert", "--sizes",  "320x240",  "--formats",
                                "u8",   "--time",   "30s",    "--tuning", "tuned.csv"};
        const ProgramOutcome first = folder_.run(words), second = folder_.run(words);
        QVERIFY2(first.code == 0 && first.output.contains("invert, 320x240 u8: variant=") &&
                     first.output.contains(" workgroup="),
                 qPrintable(first.text()));
        QVERIFY2(second.code == 0 && second.output.contains("tuned on 20"), qPrintable(second.text()));
        const ProgramOutcome shown = folder_.run({"tune", "--show", "--tuning", "tuned.csv"});
        QVERIFY2(shown.code == 0 && shown.output.contains("compute unit") && shown.output.contains("yes"),
                 qPrintable(shown.text()));
        folder_.succeeds({"tune", "--clear", "--filter", "median", "--tuning", "tuned.csv"});
        QCOMPARE(folder_.read("tuned.csv").count('\n'), 2);
        folder_.succeeds({"tune", "--clear", "--tuning", "tuned.csv"});
        QCOMPARE(folder_.read("tuned.csv").count('\n'), 1);
    }

    /// Results of another driver, and of kernels that were edited since, are shown as what they are.
    void whatIsNotUsedSaysWhy() {
        const QByteArray line = database_.split('\n').at(1);
        const QByteArray driver = line.split(',').at(2);
        folder_.put("older.csv", QByteArray(database_).replace("," + driver + ",", ",0.1,"));
        QVERIFY(folder_.run({"tune", "--show", "--tuning", "older.csv"})
                    .output.contains("no: measured with another driver; it is "));
        folder_.copyKernels("edited");
        for (const char* file : {"edited/point/invert/plain.cl", "edited/point/invert/segments.cl"})
            folder_.put(file, folder_.read(file) + "\n// edited\n");
        const Environment edited{{"LIGHTBENCH_KERNELS", folder_.path("edited")}};
        QVERIFY(folder_.run({"tune", "--show", "--tuning", "database.csv"}, edited)
                    .output.contains("no: the kernels have changed"));
        folder_.succeeds({"run", "scene.png", "-o", "out.png", "--stack", "invert", "--report", "report.json",
                          "--tuning", "database.csv"},
                         0, edited);
        QCOMPARE(firstStage()["chosen_by"].toString(), QString("built-in"));
    }

    void wrongWords() {
        folder_.refused({"tune", "--all", "--filter", "invert", "--tuning", "x.csv"}, "--all or --filter");
        folder_.refused({"tune", "--time", "10", "--tuning", "x.csv"}, "10m");
        folder_.refused({"tune", "--filter", "inverted", "--tuning", "x.csv"}, "invert");
        folder_.refused({"tune", "--filter", "random-trees", "--formats", "f32", "--tuning", "x.csv"}, "formats");
        folder_.refused({"tune"}, "--journal"); // there is no database here
    }

private:
    QJsonObject firstStage() const { return folder_.json("report.json")["stages"].toArray()[0].toObject(); }
    QJsonObject stageOf(const QStringList& options, const QString& stack = "invert") const {
        folder_.succeeds(QStringList{"run", "scene.png", "-o", "out.png", "--stack", stack, "--report", "report.json"} +
                         options);
        return firstStage();
    }
    static QString workgroupOf(const QJsonObject& stage) {
        const QJsonArray sides = stage["workgroup"].toArray();
        const int x = sides[0].toInt(), y = sides[1].toInt();
        return y == 1 ? QString::number(x) : QString("%1x%2").arg(x).arg(y);
    }

    Folder folder_;
    QByteArray database_;
};

LIGHTBENCH_TEST(CliTuning, QCoreApplication)
#include "cli_tuning.moc"
