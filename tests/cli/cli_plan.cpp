// `run --plan` as a process: plans as text and as JSON, for several inputs, and without any run.
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliPlanTest : public QObject {
    Q_OBJECT

    Folder folder_;

    QString shown(const QStringList& arguments) {
        const ProgramOutcome outcome = folder_.run(QStringList{"run"} + arguments);
        if (outcome.code != 0 || !outcome.errors.isEmpty()) qFatal("%s", qPrintable(outcome.text()));
        return outcome.output;
    }
    QJsonArray plans(const QStringList& arguments) {
        return QJsonDocument::fromJson(shown(arguments).toUtf8()).object()["plans"].toArray();
    }

private slots:
    void initTestCase() {
        folder_.put("a.pgm", "P5 64 48 255\n" + QByteArray(64 * 48, 'a'));
        folder_.put("b.ppm", "P6 20 10 255\n" + QByteArray(3 * 20 * 10, 'b'));
    }

    void kernels() {
        const QString text =
            shown({"a.pgm", "--stack", "!median | gaussian variant=two-pass workgroup=16x4", "--plan"});
        QVERIFY2(text.startsWith("a.pgm on "), qPrintable(text));
        QVERIFY2(text.contains("\n2 gaussian variant=two-pass workgroup=16x4\n"), qPrintable(text));
        QVERIFY2(!text.contains("median"), "a stage that is switched off is not shown");
        for (const char* words :
             {"output: 64 x 48, gray 8-bit", "scratch 1: weights, ",
              "pass 1: kernel gaussian_rows of kernels/windows/gaussian/two_pass.cl", " x 48, local size: 16x4",
              "defines: SRC_SAMPLE=uchar", "src=input", "dst=output", "=scratch 1 (", "pass 2: "})
            QVERIFY2(text.contains(words), qPrintable(words + (": " + text)));
    }

    void fillsAndHostSteps() {
        const QString histogram = shown({"a.pgm", "--stack", "histogram variant=plain", "--plan"});
        QVERIFY2(histogram.contains("pass 1: fill scratch 1 (histogram) with 0x00000000"), qPrintable(histogram));
        QVERIFY2(histogram.contains("output: the input, unchanged"), qPrintable(histogram));
        QVERIFY2(histogram.contains("analysis: scratch 1 (histogram)"), qPrintable(histogram));
        const QString reference = shown({"b.ppm", "--stack", "gaussian sigma=3 variant=cpu", "--plan"});
        QVERIFY2(reference.contains("pass 1: host step \"cpu reference\""), qPrintable(reference));
        QVERIFY2(reference.contains("filter=gaussian") && reference.contains("sigma=3"), qPrintable(reference));
    }

    void nothingRuns() {
        const QStringList before = folder_.everything();
        shown({"a.pgm", "-o", "out.png", "--stack", "invert", "--report", "report.json", "--verify", "--plan"});
        QCOMPARE(folder_.everything(), before);
    }

    void asJson() {
        const QJsonArray all =
            plans({"a.pgm", "b.ppm", "--stack",
                   "resize width=32 height=24 | histogram variant=private-host-merge workgroup=8", "--plan", "--json"});
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[1].toObject()["input"].toObject()["path"].toString(), QString("b.ppm"));
        const QJsonArray stages = all[0].toObject()["stages"].toArray();
        QCOMPARE(stages.size(), 2);
        QCOMPARE(stages[0].toObject()["output"].toObject()["width"].toInt(), 32);
        const QJsonObject histogram = stages[1].toObject();
        QCOMPARE(histogram["stage"].toInt(), 2);
        QCOMPARE(histogram["variant"].toString(), QString("private-host-merge"));
        QCOMPARE(histogram["input"].toObject()["width"].toInt(), 32);
        QCOMPARE(histogram["scratch"].toArray()[0].toObject()["bytes"].toInt(), 1024);
        const QJsonArray passes = histogram["passes"].toArray();
        const QJsonObject kernel = passes[0].toObject(), merge = passes[1].toObject();
        QCOMPARE(kernel["kernel"].toString(), QString("histogram_private"));
        QCOMPARE(kernel["local"].toArray(), (QJsonArray{8, 1}));
        QCOMPARE(kernel["arguments"].toObject()["pixels"].toObject()["value"].toInt(), 32 * 24);
        QCOMPARE(kernel["arguments"].toObject()["src"].toObject()["kind"].toString(), QString("input"));
        QCOMPARE(merge["operation"].toString(), QString("merge on the host"));
        QCOMPARE(merge["arguments"].toObject()["counters"].toInt(), 256);
        QCOMPARE(merge["writes"].toArray()[0].toObject()["number"].toInt(), 1);
    }

    void theEmptyStack() { QVERIFY(shown({"a.pgm", "--plan"}).contains("no stage is switched on")); }

    void refusals() {
        folder_.refused({"run", "a.pgm", "--stack", "invert", "-o", "out.png", "--json"}, "--json belongs to --plan");
        folder_.refused({"run", "missing.png", "--plan"}, "missing.png");
        folder_.refused({"run", "a.pgm", "--stack", "invert workgroup=7777", "--plan"}, "7777");
    }
};

LIGHTBENCH_TEST(CliPlanTest, QCoreApplication)
#include "cli_plan.moc"
