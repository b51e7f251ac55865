// The references of the user's kernels as the command line shows them: another kernel, a Python function, an image, and
// what is checked without any.
#include <QJsonArray>
#include <QTest>

#include "tests/cli/pocl_devices.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
QByteArray kernelOf(const QByteArray& name, const QByteArray& body, const QByteArray& arguments = {}) {
    return "kernel void " + name + "(global const uchar* src, global uchar* dst, int width, int height" + arguments +
           ") {\n    const int x = get_global_id(0), y = get_global_id(1);\n"
           "    if (x >= width || y >= height) return;\n    " +
           body + "\n}\n";
}
const QByteArray brighter = kernelOf("mine", "dst[y * width + x] = min(255, src[y * width + x] + by);", ", int by");
const QByteArray plainly = "int s = src[y * width + x] + by; dst[y * width + x] = s > LIMIT ? 255 : s;";

QString pythonWithNumpy() {
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        QProcess process;
        process.start(python, {"-c", "import numpy"});
        if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
            return python;
    }
    return {};
}
} // namespace

class CliReferences : public QObject {
    Q_OBJECT

    Folder folder_;
    QString python_ = pythonWithNumpy();

    ProgramOutcome check(const QByteArray& kernel, const QStringList& more = {}, const QString& words = {}) {
        folder_.put("mine.cl", kernel);
        return folder_.run(QStringList{"run", "in.pgm", "-o", "out.pgm", "--kernels", "mine.cl", "--stack",
                                       "mine " + words, "--verify", "--report", "report.json"} +
                               more,
                           {{"LIGHTBENCH_PYTHON", python_}, {"LIGHTBENCH_ALLOWED_PYTHON", folder_.path("allowed")}});
    }
    QJsonObject stage() { return folder_.json("report.json")["stages"][0].toObject(); }
    QString verdict() { return stage()["difference"].toObject()["verdict"].toString(); }

private slots:
    void initTestCase() { folder_.putGrayImage("in.pgm"); }
    void init() { QFile::remove(folder_.path("mine.py")); }

    /// The other kernel is no pass of the filter.
    void anotherKernel() {
        const QByteArray line = "//@ reference: kernel plain\n";
        const QByteArray plain = kernelOf("plain", plainly, ", int by");
        const ProgramOutcome right = check(line + brighter + QByteArray(plain).replace("LIMIT", "255"), {}, "by=9");
        QVERIFY2(right.code == 0 && right.output.contains("compared with kernel plain on "), qPrintable(right.text()));
        QCOMPARE(stage()["kernels"].toArray().size(), 1);
        QVERIFY(stage()["compared_with"].toString().startsWith("kernel plain on "));
        QCOMPARE(verdict(), QString("match"));
        QCOMPARE(folder_.json("report.json")["end_to_end"].toObject()["verdict"].toString(), QString("match"));
        const ProgramOutcome wrong = check(line + brighter + QByteArray(plain).replace("LIMIT", "99"), {}, "by=9");
        QVERIFY2(wrong.code == 1 && wrong.errors.contains("differs from its reference"), qPrintable(wrong.text()));
        // A reference of two passes has memory of its own.
        const ProgramOutcome passes = check(
            "//@ reference: kernel first, second\n" + brighter +
                kernelOf("first", "sums[y * width + x] = src[y * width + x] + by;", ", int by, global int* sums")
                    .replace("global uchar* dst, ", "") +
                kernelOf("second", "dst[y * width + x] = min(255, sums[y * width + x]);", ", global const int* sums")
                    .replace("global const uchar* src, ", ""),
            {}, "by=9");
        QVERIFY2(passes.code == 0 && passes.output.contains("kernel first, second on "), qPrintable(passes.text()));
    }

    /// The width and height of this image are whole workgroups, so that nothing is written outside there.
    void withoutALookAtTheEnd() {
        const QByteArray kernel = QByteArray(kernelOf("mine", "dst[y * width + x] = src[y * width + x];"))
                                      .replace("if (x >= width || y >= height) return;", "");
        folder_.put("whole.pgm", "P5 64 64 255\n" + QByteArray(64 * 64, 'a'));
        folder_.put("mine.cl", kernel);
        for (const QByteArray& reference : {QByteArray(), QByteArray("//@ reference: invert | invert\n")}) {
            folder_.put("mine.cl", reference + kernel);
            const ProgramOutcome outcome = folder_.run({"run", "whole.pgm", "-o", "out.pgm", "--kernels", "mine.cl",
                                                        "--stack", "mine workgroup=16x16", "--verify"});
            QVERIFY2(outcome.code == 1 && outcome.errors.contains("does it look where the image ends?") &&
                         outcome.errors.contains("no reference, but") == reference.isEmpty(),
                     qPrintable(outcome.text()));
        }
    }

    void pythonWithoutAReference() {
        folder_.put("mine.py", "def refrence(image, by):\n    return image\n");
        const ProgramOutcome outcome = check(brighter);
        QVERIFY2(outcome.code == 0 && outcome.errors.contains("mine.py defines no function reference"),
                 qPrintable(outcome.text()));
        QVERIFY(QFile::remove(folder_.path("mine.py")));
    }

    void pythonAsksFirst() {
        if (python_.isEmpty()) QSKIP("needs python3 with NumPy");
        const QByteArray text = "import numpy as np\n\ndef reference(image, by):\n"
                                "    return np.minimum(255, image.astype(int) + by).astype(image.dtype)\n";
        folder_.put("mine.py", text);
        const ProgramOutcome asked = check(brighter);
        QVERIFY2(asked.code == 2 && asked.errors.count('\n') == 1 &&
                     asked.errors.contains("mine.py has not been allowed to run") &&
                     asked.errors.contains("--allow-python"),
                 qPrintable(asked.text()));
        QVERIFY(QFile::exists(folder_.path("out.pgm"))); // what could not be checked is still made
        const QString waits = "not checked: the reference waits for permission";
        QVERIFY2(asked.output.contains(waits), qPrintable(asked.text()));
        QCOMPARE(verdict(), waits);
        QVERIFY2(check(brighter, {"--allow-python"}, "by=9").code == 0, "allowed");
        QCOMPARE(stage()["compared_with"].toString(), QString("mine.py"));
        QCOMPARE(check(brighter, {}, "by=3").code, 0); // the answer is stored
        folder_.put("mine.py", QByteArray(text).replace("255", "200"));
        QCOMPARE(check(brighter).code, 2); // and is of this text alone
        const ProgramOutcome wrong = check(brighter, {"--allow-python"});
        QVERIFY2(wrong.code == 1 && wrong.errors.contains("differs from its reference"), qPrintable(wrong.text()));
        folder_.put("mine.py", "def reference(image):\n    while True: pass\n");
        const ProgramOutcome slow =
            check("//@ reference: python mine.py; seconds 1\n" + kernelOf("mine", "dst[y * width + x] = 0;"),
                  {"--allow-python"});
        QVERIFY2(slow.code == 2 && slow.errors.contains("mine.py took longer than 1 s"), qPrintable(slow.text()));
        QCOMPARE(verdict(), QString("not checked: the reference failed"));
    }

    void anImage() {
        const QByteArray line = "//@ reference: image expected.pgm\n",
                         copy = "dst[y * width + x] = src[y * width + x];";
        folder_.put("expected.pgm", folder_.read("in.pgm"));
        const ProgramOutcome right = check(line + kernelOf("mine", copy));
        QVERIFY2(right.code == 0 && right.output.contains("compared with expected.pgm"), qPrintable(right.text()));
        QCOMPARE(check(line + kernelOf("mine", "dst[y * width + x] = 7;")).code, 1);
        folder_.put("expected.pgm", "P5 3 2 255\n123456");
        const ProgramOutcome other = check(line + kernelOf("mine", copy));
        QVERIFY2(other.code == 2 && other.errors.contains("expected.pgm is 3 x 2, gray 8-bit, and the result is 61 x "
                                                          "47, gray 8-bit"),
                 qPrintable(other.text()));
        QFile::remove(folder_.path("expected.pgm"));
        const ProgramOutcome missing = check(line + kernelOf("mine", copy));
        QVERIFY2(missing.code == 2 && missing.errors.contains("mine.cl:1: there is no file"),
                 qPrintable(missing.text()));
    }

    void withoutAReference() {
        const ProgramOutcome outcome = check(brighter);
        QVERIFY2(outcome.code == 0 && outcome.output.contains("no reference: the same with 4 workgroup sizes"),
                 qPrintable(outcome.text()));
        QVERIFY(stage()["finding"].toString().contains("; nothing written outside"));
    }

    void severalDevices() {
        folder_.put("mine.cl", brighter);
        if (poclDeviceNames(folder_).size() < 2) QSKIP("needs two devices");
        const ProgramOutcome outcome = folder_.run(
            {"run", "in.pgm", "-o", "out.pgm", "--kernels", "mine.cl", "--stack", "mine", "--verify"}, twoPoclDevices);
        QVERIFY2(outcome.code == 0 && outcome.output.contains("; the same on 2 devices"), qPrintable(outcome.text()));
    }

    void findings_data() {
        QTest::addColumn<QByteArray>("kernel");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& kernel, const char* said) {
            QTest::newRow(name) << kernel << QString(said);
        };
        row("place in the group", kernelOf("mine", "dst[y * width + x] = src[y * width + x] + get_local_id(0);"),
            "differs between workgroups");
        row("race between groups",
            "//@ scratch: counter = 1; fill 0\n" +
                kernelOf("mine", "dst[y * width + x] = atomic_inc(counter);", ", volatile global uint* counter"),
            "differs between");
        row("leaves samples out", kernelOf("mine", "if (x % 7) dst[y * width + x] = 1;"),
            "depends on what the output or a scratch buffer held before at");
        row("reads what was never written",
            "//@ scratch: sums = width * height\n" +
                kernelOf("mine", "dst[y * width + x] = sums[y * width + x];", ", global uint* sums"),
            "depends on what the output or a scratch buffer held before at");
        // Not in the first run, whose buffers have no guards: that would be a crash on some drivers.
        const QByteArray outside = "dst[y * width + x] = 1; if (get_local_size(0) != 64) ";
        row("writes beyond", kernelOf("mine", outside + "dst[width * height + x] = 1;"), "beyond its output");
        row("writes before", kernelOf("mine", outside + "dst[(y - 1) * width + x] = 1;"),
            "a kernel writes up to 64 bytes before its output");
        row("two variants",
            "//@ variant: mine\n//@ variant: other\n" + kernelOf("mine", "dst[y * width + x] = 1;") +
                kernelOf("other", "dst[y * width + x] = 2;"),
            "differs between the variants mine and other at 2\u202f867 samples: which one is right?");
    }
    void findings() {
        QFETCH(QByteArray, kernel);
        QFETCH(QString, said);
        const ProgramOutcome outcome = check(kernel, {}, "workgroup=64");
        QVERIFY2(outcome.code == 1 && outcome.errors.contains("no reference, but ") && outcome.errors.contains(said) &&
                     outcome.errors.count('\n') == 1,
                 qPrintable(outcome.text()));
    }
};

LIGHTBENCH_TEST(CliReferences, QCoreApplication)
#include "cli_references.moc"
