// `check-memory`: what Oclgrind finds in a wrong kernel, at its lines. It is skipped where Oclgrind is not installed.
#include <QStandardPaths>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliCheckMemory : public QObject {
    Q_OBJECT

    Folder folder_;

private slots:
    void initTestCase() {
        folder_.put("wrong.cl",
                    "kernel void wrong(global const uchar* src, global uchar* dst, int width, int height) {\n"
                    "    const int x = get_global_id(0), y = get_global_id(1);\n"
                    "    local int tile[16];\n"
                    "    if (x >= width || y >= height) return;\n"
                    "    dst[y * width + x] = src[y * width + x + 4090];\n"
                    "    dst[0] = x;\n"
                    "    if (x < 2) barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "}\n");
        folder_.put("right.cl",
                    "kernel void right(global const uchar* src, global uchar* dst, int width, int height) {\n"
                    "    const int x = get_global_id(0), y = get_global_id(1);\n"
                    "    if (x < width && y < height) dst[y * width + x] = src[y * width + x];\n"
                    "}\n");
    }

    /// What to install on this system, or where the source is. A made-up apt-cache stands for systems with and without
    /// the package, and one without any lists of packages.
    void withoutOclgrind_data() {
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QString>("advice");
        const QByteArray lists = "Package files:\n 500 http://deb.debian.org/debian trixie/main amd64 Packages\n";
        QTest::newRow("a package") << "oclgrind:\n  Installed: (none)\n  Candidate: 21.10-3\n" + lists
                                   << "; install it by `sudo apt install oclgrind`\n";
        QTest::newRow("no package") << lists << " has no package of it, so build it from https://github.com/jrprice/";
        QTest::newRow("only remains") << "oclgrind:\n  Installed: (none)\n  Candidate: (none)\n" + lists
                                      << " has no package of it, so build it from https://github.com/jrprice/";
        QTest::newRow("no lists") << QByteArray("Package files:\n 100 /var/lib/dpkg/status\n")
                                  << "; install the package oclgrind if ";
        QTest::newRow("no apt") << QByteArray() << "; install the package oclgrind if ";
    }
    void withoutOclgrind() {
        QFETCH(QByteArray, policy);
        QFETCH(QString, advice);
        const QString place = folder_.path("programs");
        QVERIFY(QDir().mkpath(place));
        QFile::remove(place + "/apt-cache");
        if (!policy.isEmpty()) {
            // Only the shell's own commands, because nothing else is in this PATH.
            folder_.put("programs/apt-cache", "#!/bin/sh\nprintf '%s' '" + policy + "'\n");
            QVERIFY(
                QFile::setPermissions(place + "/apt-cache", QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner));
        }
        const ProgramOutcome outcome = folder_.run({"check-memory", "invert"}, {{"PATH", place}});
        QVERIFY2(outcome.code == 3 && outcome.errors.count('\n') == 1 && outcome.errors.contains(advice),
                 qPrintable(outcome.text()));
    }

    void findingsHaveLines() {
        if (QStandardPaths::findExecutable("oclgrind").isEmpty()) QSKIP("needs Oclgrind");
        const ProgramOutcome wrong =
            folder_.run({"check-memory", "wrong workgroup=8x8", "--kernels", "wrong.cl", "--format", "gray8"});
        QVERIFY2(wrong.code == 0, qPrintable(wrong.text()));
        for (const char* line : {"wrong.cl:5: kernel wrong: Invalid read of size 1 at global memory",
                                 "wrong.cl:6: kernel wrong: Write-write data race",
                                 "wrong.cl:7: kernel wrong: Work-group"
                                 " divergence detected (barrier)"})
            QVERIFY2(wrong.output.contains(line), qPrintable(wrong.text()));
        const ProgramOutcome right =
            folder_.run({"check-memory", "right", "--kernels", "right.cl", "--format", "gray8"});
        QVERIFY2(right.code == 0 && right.output == "Oclgrind found nothing.\n", qPrintable(right.text()));
    }

    /// What a fill wrote has a value.
    void filledBuffers() {
        if (QStandardPaths::findExecutable("oclgrind").isEmpty()) QSKIP("needs Oclgrind");
        folder_.put("filled.cl",
                    "//@ scratch: zeros = 16; fill 0\n"
                    "kernel void filled(global const uchar* src, global uchar* dst, int width, int height,\n"
                    "                   global uint* zeros) {\n"
                    "    const int x = get_global_id(0), y = get_global_id(1);\n"
                    "    if (x < width && y < height) dst[y * width + x] = src[y * width + x] + zeros[5];\n"
                    "}\n");
        const ProgramOutcome outcome =
            folder_.run({"check-memory", "filled", "--kernels", "filled.cl", "--format", "gray8"});
        QVERIFY2(outcome.code == 0 && outcome.output == "Oclgrind found nothing.\n", qPrintable(outcome.text()));
    }

    /// A check without a reference says so itself. No filling of memory shows it: the result is the same with all.
    void buffersReadBeforeTheyAreWritten() {
        if (QStandardPaths::findExecutable("oclgrind").isEmpty()) QSKIP("needs Oclgrind");
        const auto checked = [&](const char* word) {
            folder_.put(
                "early.cl",
                QByteArray("//@ scratch: words = 16\n"
                           "kernel void early(global const uchar* src, global uchar* dst, int width, int height,\n"
                           "                  global uint* words) {\n"
                           "    const int x = get_global_id(0), y = get_global_id(1);\n"
                           "    if (x >= width || y >= height) return;\n"
                           "    dst[y * width + x] = src[y * width + x];\n"
                           "    if (WORD == 12345678) dst[y * width + x] = 0;\n"
                           "}\n")
                    .replace("WORD", word));
            const ProgramOutcome outcome = folder_.run(
                {"run", "in.pgm", "-o", "out.pgm", "--kernels", "early.cl", "--stack", "early", "--verify"});
            return outcome.code == 0 ? outcome.output : outcome.text().toUtf8();
        };
        folder_.put("in.pgm", "P5 61 47 255\n" + QByteArray(61 * 47, 'x'));
        const QByteArray early = checked("words[5]").toUtf8(), fine = checked("x").toUtf8();
        QVERIFY2(early.contains("no reference: kernel early uses values that nobody wrote"), early);
        QVERIFY2(fine.contains("; nothing read before it is written"), fine);
    }

    /// Oclgrind takes what a kernel writes to an image object for values that nobody wrote.
    void imageObjectsHideValues() {
        if (QStandardPaths::findExecutable("oclgrind").isEmpty()) QSKIP("needs Oclgrind");
        folder_.put("object.cl", "kernel void object(read_only image2d_t src, write_only image2d_t dst) {\n"
                                 "    const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
                                 "    write_imagef(dst, at, read_imagef(src, at));\n"
                                 "}\n");
        const ProgramOutcome outcome = folder_.run(
            {"check-memory", "object | right", "--kernels", "object.cl", "--kernels", "right.cl", "--format", "gray8"});
        QVERIFY2(outcome.code == 0 && outcome.output.startsWith("Oclgrind found nothing.\nValues that nobody wrote"),
                 qPrintable(outcome.text()));
    }
};

LIGHTBENCH_TEST(CliCheckMemory, QCoreApplication)
#include "cli_check_memory.moc"
