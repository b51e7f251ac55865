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

    void withoutOclgrind() {
        const ProgramOutcome outcome = folder_.run({"check-memory", "invert"}, {{"PATH", "/nowhere"}});
        QVERIFY2(outcome.code == 3 && outcome.errors.contains("install the package oclgrind"),
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
        if (QStandardPaths::findExecutable("oclgrind").isEmpty()) QSKIP("Oclgrind is not installed");
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
