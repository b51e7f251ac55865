// `source` as a process: the kernels of a stage, as they are written and as they are built.
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliSourceTest : public QObject {
    Q_OBJECT

    Folder folder_;

    QString shown(const QStringList& arguments, const Environment& environment = {}) {
        const ProgramOutcome outcome = folder_.run(QStringList{"source"} + arguments, environment);
        if (outcome.code != 0 || !outcome.errors.isEmpty()) qFatal("%s", qPrintable(outcome.text()));
        return outcome.output;
    }

private slots:
    void asWritten() {
        const QString text = shown({"invert"});
        QVERIFY2(text.startsWith("// invert variant="), qPrintable(text));
        QVERIFY2(text.contains("for 1920x1080 pixels of rgba8") && text.contains("// Constants:"), qPrintable(text));
        QVERIFY2(text.contains("kernel") && text.contains("#include") && text.contains("invert/segments.cl\n"),
                 qPrintable(text));
        QVERIFY2(shown({"invert", "--includes"}).contains("\n// ---- kernels/"), "the included files follow");
    }

    void asBuilt() {
        const QString text = shown({"invert", "--as-built", "--size", "64x32", "--format", "gray16"});
        QVERIFY2(text.contains("64x32 pixels of u16") && text.contains("ushort"), qPrintable(text));
        QVERIFY2(!text.contains("\n#if") && !text.contains("#include"), qPrintable(text));
    }

    void allStagesOfAStack() {
        const QString text = shown({"grayscale | !median | invert"});
        QVERIFY2(text.contains("// grayscale variant=") && text.contains("\n// invert variant="), qPrintable(text));
        QVERIFY2(!text.contains("median"), "a stage that is switched off is not shown");
    }

    void editedKernels() {
        folder_.copyKernels("mine");
        folder_.put("mine/point/invert/segments.cl", "// mine\n" + folder_.read("mine/point/invert/segments.cl"));
        QVERIFY(shown({"invert"}, {{"LIGHTBENCH_KERNELS", folder_.path("mine")}}).contains("\n// mine\n"));
    }

    void figuresOfTheCompiler() {
        const QString text = shown({"invert variant=plain", "--figures", "--size", "64x32"});
        QVERIFY2(text.startsWith("invert variant=plain on ") && text.contains("\n  Registers  "), qPrintable(text));
        QVERIFY2(!text.contains("Code of"), qPrintable(text));
        const QString code = shown({"invert variant=plain", "--code", "--build-log", "--size", "64x32"});
        QVERIFY2(code.contains("\nCode of ") && code.contains("\nCompiler's log of "), qPrintable(code));
        const auto json = QJsonDocument::fromJson(shown({"grayscale | invert", "--json", "--size", "64x32"}).toUtf8());
        const QJsonArray stages = json["stages"].toArray();
        QCOMPARE(stages.size(), 2);
        QCOMPARE(stages[1]["filter"].toString(), QString("invert"));
        const QJsonValue kernel = stages[1]["programs"][0]["kernels"][0];
        QVERIFY(kernel["largest_workgroup"].toInt() > 0 && kernel["kernel"].toString().startsWith("invert"));
        const QString here = shown({"invert variant=plain", "--figures", "--size", "64x32", "--in-process"});
        QCOMPARE(here, text);
    }

    void refusals() {
        folder_.refused({"source"}, "source");
        folder_.refused({"source", "!invert"}, "name a filter");
        folder_.refused({"source", "invert variant=cpu"}, "has no kernels");
        folder_.refused({"source", "invert variant=cpu", "--figures"}, "has no kernels");
        folder_.refused({"source", "nothing"}, "nothing");
        folder_.refused({"source", "invert", "--size", "big"}, "big");
    }
};

LIGHTBENCH_TEST(CliSourceTest, QCoreApplication)
#include "cli_source.moc"
