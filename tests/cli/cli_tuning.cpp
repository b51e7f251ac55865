// The memory of what is fastest on the command line: experiments fill it, `run` goes by it and says so.
#include <QtTest>

#include <QJsonArray>

#include "tests/cli/cli_support.h"

using namespace lightbench;

class CliTuning : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        folder_.succeeds({"samples", "scene", "-o", "scene.png"});
        const Outcome outcome =
            folder_.run({"experiment", "scene.png", "--stack", "gaussian", "--axis", "variant=auto,naive-2d", "--repeat",
                         "60", "--no-ceilings", "--tuning", "memory.csv"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        QVERIFY2(outcome.output.contains("remembered for auto: gaussian, "), qPrintable(outcome.text()));
        memory_ = folder_.read("memory.csv");
        QCOMPARE(memory_.count('\n'), 2);
    }

    void runGoesByIt() {
        const QJsonObject stage = stageOf({"--tuning", "memory.csv"});
        QVERIFY(stage["chosen_by"].toString().startsWith("tuned on 20"));
        QCOMPARE(stageOf({})["chosen_by"].toString(), QString("built-in")); // tests have none of their own
        QCOMPARE(stageOf({}, "gaussian variant=naive-2d workgroup=8x8")["chosen_by"].toString(), QString());
    }

    /// What the file says, in the worker's process as in this one, and what people read.
    void whatItSaysIsTaken() {
        const QJsonObject before = stageOf({"--tuning", "memory.csv"});
        const QByteArray won = before["variant"].toString().toUtf8() + "," + workgroupOf(before).toUtf8() + ",";
        QVERIFY2(memory_.count(won) == 1, memory_.constData());
        folder_.put("edited.csv", QByteArray(memory_).replace(won, "two-pass,8x4,"));
        for (const char* process : {"--isolated", "--in-process"}) {
            const QJsonObject stage = stageOf({"--tuning", "edited.csv", process});
            QCOMPARE(stage["variant"].toString(), QString("two-pass"));
            QCOMPARE(workgroupOf(stage), QString("8x4"));
        }
        const Outcome outcome =
            folder_.run({"run", "scene.png", "-o", "out.png", "--stack", "gaussian", "--tuning", "edited.csv"});
        QVERIFY2(outcome.output.contains("two-pass (auto, tuned on 20"), qPrintable(outcome.text()));
        QCOMPARE(stageOf({"--tuning", "off"})["chosen_by"].toString(), QString("built-in"));
    }

    /// By the environment, and in the user's folder of data where nothing is said.
    void wherever() {
        const QStringList words{"run", "scene.png", "-o", "out.png", "--stack", "gaussian", "--report", "report.json"};
        folder_.succeeds(words, 0, {{"LIGHTBENCH_TUNING", folder_.path("memory.csv")}});
        QVERIFY(firstStage()["chosen_by"].toString().startsWith("tuned"));
        QDir(folder_.path(".")).mkpath("data/lightbench");
        folder_.put("data/lightbench/tuning.csv", memory_);
        folder_.succeeds(words, 0, {{"LIGHTBENCH_TUNING", ""}, {"XDG_DATA_HOME", folder_.path("data")}});
        QVERIFY(firstStage()["chosen_by"].toString().startsWith("tuned"));
    }

    void aFileThatHoldsSomethingElse() {
        folder_.put("broken.csv", QByteArray(memory_).replace("gaussian", "gaussian,1"));
        folder_.refused({"run", "scene.png", "-o", "out2.png", "--stack", "gaussian", "--tuning", "broken.csv"},
                        "broken.csv");
        folder_.refused(
            {"experiment", "scene.png", "--stack", "gaussian", "--axis", "variant=all", "--tuning", "broken.csv"},
            "--tuning off");
    }

private:
    QJsonObject firstStage() const { return folder_.json("report.json")["stages"].toArray()[0].toObject(); }
    QJsonObject stageOf(const QStringList& options, const QString& stack = "gaussian") const {
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
    QByteArray memory_;
};

QTEST_GUILESS_MAIN(CliTuning)
#include "cli_tuning.moc"
