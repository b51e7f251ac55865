// What a kernel's text shows beyond its arguments: workgroups that it requires, and buffers that it only adds to.
#include <QTest>

#include "core/definition/defined_filters.h"
#include "core/definition/fixed_workgroup.h"
#include "core/definition/kernel_file.h"
#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
const std::string plainKernel = "void mine(global const uchar* src, global uchar* dst, int width, int height) {}\n";

DeviceInfo deviceFor256() {
    DeviceInfo device;
    device.maxWorkgroup = 256;
    device.maxWorkItems = {256, 256, 256};
    device.maxAllocation = 1u << 30;
    device.localMemory = 48 << 10;
    return device;
}

FilterCatalog catalogWithMine(const std::string& text) { return withDefinitions(builtInFilters(), {{"mine", text}}); }

/// The workgroup of a stack on a small gray image, and that of each of its kernels.
QString resolvedSizes(const std::string& text, const std::string& stack) {
    const FilterCatalog filters = catalogWithMine(text);
    const ResolvedStage resolved =
        resolveStage(parseStack(stack, filters).front(), {{61, 47}, {SampleType::U8, 1}}, deviceFor256(), filters);
    QString all = QString::fromStdString(workgroupText(resolved.workgroup)) + ':';
    for (const Pass& pass : resolved.plan.passes)
        all += ' ' + QString::fromStdString(workgroupText(std::get<KernelPass>(pass).local));
    return all;
}

QString offeredSizes(const std::string& text) {
    QStringList sizes;
    const FilterCatalog filters = catalogWithMine(text);
    for (const Workgroup size : filters.byId("mine").variants.front().workgroups.offered)
        sizes += QString::fromStdString(workgroupText(size));
    return sizes.join(' ');
}

const std::string rowsKernel =
    "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void rows(global const uchar* src, "
    "global uchar* mid, int width, int height) { mid[0] = src[0]; }\n";
const std::string countingText =
    "kernel void count(global const uchar* src, global uint* bins, int width, int height) {\n"
    "    BODY\n}\n"
    "kernel void paint(global const uchar* src, global uchar* dst, global const uint* bins,\n"
    "                  int width, int height) { dst[0] = bins[src[0]]; }\n";
} // namespace

class KernelText : public QObject {
    Q_OBJECT
private slots:
    void requiredSizes_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QString::fromStdString(text);
        };
        row("before the kernel", "__attribute__((reqd_work_group_size(8, 4, 1)))\nkernel " + plainKernel);
        row("behind kernel", "kernel __attribute__((reqd_work_group_size(8,4,1))) " + plainKernel);
        row("with underscores", "__kernel __attribute__((__reqd_work_group_size__(8, 4, 1))) " + plainKernel);
        row("among others", "kernel __attribute__((vec_type_hint(int), reqd_work_group_size(8, 4, 1))) " + plainKernel);
        row("behind void", "kernel void __attribute__((reqd_work_group_size(8, 4, 1)))" + plainKernel.substr(4));
        row("macros", "#define COLUMNS 8\n#define ROWS 4\n"
                      "kernel __attribute__((reqd_work_group_size(COLUMNS, ROWS, 1))) " +
                          plainKernel);
        row("arithmetic", "#define SIDE 4\n#define COLUMNS (2 * SIDE) // twice\n"
                          "kernel __attribute__((reqd_work_group_size(COLUMNS, SIDE * SIDE / (2 + 2), 1))) " +
                              plainKernel);
        row("a line", "//@ define: SIDE = 4\n#ifndef SIDE\n#define SIDE 16\n#endif\n"
                      "kernel __attribute__((reqd_work_group_size(2 * SIDE, SIDE, 1))) " +
                          plainKernel);
        row("a line //@ pass", "//@ pass: mine; workgroup 8x4\nkernel " + plainKernel);
    }
    /// That one size is offered and taken, and all others are refused by the kernel's name.
    void requiredSizes() {
        QFETCH(QString, text);
        const std::string kernel = text.toStdString();
        QCOMPARE(offeredSizes(kernel), QString("8x4"));
        QCOMPARE(resolvedSizes(kernel, "mine"), QString("8x4: 8x4"));
        QCOMPARE(resolvedSizes(kernel, "mine workgroup=8x4"), QString("8x4: 8x4"));
        for (const char* other : {"16x16", "32", "driver"}) {
            const QString said = messageOf([&] { resolvedSizes(kernel, std::string("mine workgroup=") + other); });
            QVERIFY2(said.contains(other[0] == 'd' ? "depend on the size of their workgroups"
                                                   : "kernel mine takes workgroups of 8x4 alone, as the file says"),
                     qPrintable(said));
        }
    }

    /// A size that only a compiler can tell, such as that of another macro in each branch.
    void sizesThatTheTextDoesNotTell() {
        const std::string text = "#ifdef WIDE\n#define SIDE 16\n#else\n#define SIDE 8\n#endif\n"
                                 "kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) " +
                                 plainKernel;
        QVERIFY(offeredSizes(text).contains("16x16") && offeredSizes(text).contains("8x8"));
    }

    void severalPasses() {
        const std::string free =
            "kernel void columns(global const uchar* mid, global uchar* dst, int width, int height) "
            "{ dst[0] = mid[0]; }\n";
        QCOMPARE(resolvedSizes(rowsKernel + free, "mine workgroup=16x16"), QString("16x16: 8x4 16x16"));
        const std::string same = "__attribute__((reqd_work_group_size(8, 4, 1))) " + free;
        QCOMPARE(offeredSizes(rowsKernel + same), QString("8x4"));
        QVERIFY(messageOf([&] {
                    resolvedSizes(rowsKernel + same, "mine workgroup=64");
                }).contains("the kernels rows and columns take workgroups of 8x4 alone"));
        const std::string other = "__attribute__((reqd_work_group_size(64, 1, 1))) " + free;
        QCOMPARE(resolvedSizes(rowsKernel + other, "mine"), QString("8x4: 8x4 64"));
        QVERIFY(messageOf([&] {
                    resolvedSizes(rowsKernel + other, "mine workgroup=64");
                }).contains("its kernels have workgroups of their own: 8x4 (rows) and 64 (columns)"));
    }

    /// Expressions about the workgroup mean the size that the kernel has.
    void expressionsOfPasses() {
        const std::string text =
            "//@ local: tile = workgroup_x * workgroup_y\n"
            "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void rows(global const uchar* src, "
            "global uchar* mid, local uchar* tile, int width, int height) { mid[0] = src[0]; }\n"
            "kernel void columns(global const uchar* mid, global uchar* dst, int width, int height) "
            "{ dst[0] = mid[0]; }\n";
        const FilterCatalog filters = catalogWithMine(text);
        const ResolvedStage resolved = resolveStage(parseStack("mine workgroup=16x16", filters).front(),
                                                    {{61, 47}, {SampleType::U8, 1}}, deviceFor256(), filters);
        QCOMPARE(localBytes(std::get<KernelPass>(resolved.plan.passes.at(0))), std::uint64_t(32));
    }

    void contradictions() {
        const std::string fixed = "kernel __attribute__((reqd_work_group_size(8, 4, 1))) " + plainKernel;
        const auto said = [](const std::string& text) { return QString(messageOf([&] { catalogWithMine(text); })); };
        QVERIFY(
            said("//@ workgroups: 16x16, 8x4\n" + fixed).contains("mine.cl:1: these kernels take workgroups of 8x4"));
        QVERIFY(
            said("//@ pass: mine; workgroup 16x16\n" + fixed).contains("mine.cl:1: kernel mine takes workgroups of"));
        QVERIFY(said("kernel __attribute__((reqd_work_group_size(8, 4, 2))) " + plainKernel)
                    .contains("mine.cl:1: kernel mine takes workgroups of 8x4x2 alone"));
        QCOMPARE(offeredSizes("//@ workgroups: 8x4\n" + fixed), QString("8x4"));
    }

    void deviceThatIsTooSmall() {
        const std::string text = "kernel __attribute__((reqd_work_group_size(32, 32, 1))) " + plainKernel;
        const QString said = messageOf([&] { resolvedSizes(text, "mine"); });
        QVERIFY2(said.contains("takes workgroups of 32x32 alone, and the device's limit is 256"), qPrintable(said));
    }

    void buffersThatAreAddedTo_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<bool>("isZeroed");
        const auto row = [](const char* body, bool isZeroed) { QTest::newRow(body) << QString(body) << isZeroed; };
        row("atomic_inc(&bins[src[0]]);", true);
        row("if (src[0]) atomic_add(bins + src[0], 1u);", true);
        row("atom_inc(&bins[0]); // stores nothing: bins[0] = 0;", true);
        row("atomic_fetch_add_explicit((volatile global atomic_uint*)&bins[src[0]], 1u, memory_order_relaxed);", true);
        row("uint place = atomic_inc(bins); if (bins[1] == 3 || bins[2] <= 4) place = bins[3];", true);
        row("atomicAddFloat(&bins[0], 2.0f);", true);
        row("bins[src[0]] += 2;", true);
        row("bins[src[0]]++;", true);
        row("++bins[src[0]];", true);
        row("atomic_max(&bins[0], (uint)src[0]);", true);
        row("bins[0] = 0; atomic_inc(&bins[0]);", false);
        row("atomic_xchg(&bins[0], 0u); atomic_inc(&bins[0]);", false);
        row("global uint* one = &bins[1]; one[0] = 0; atomic_inc(&bins[1]);", false);
        row("clear(bins); atomic_inc(bins);", false);
        row("atomic_min(&bins[0], (uint)src[0]);", false);
        row("vstore4((uint4)0, 0, bins); atomic_inc(&bins[0]);", false);
        row("*bins = 0; atomic_inc(&bins[0]);", false);
        row("uint value = bins[0];", false);
        row("atomic_add(&other[bins[0]], bins[1]);", false);
        row("other.bins = 3; atomic_inc(&xbins[0]);", false);
    }
    void buffersThatAreAddedTo() {
        QFETCH(QString, body);
        QFETCH(bool, isZeroed);
        std::string text = countingText;
        text.replace(text.find("BODY"), 4, body.toStdString());
        for (const std::string line : {"//@ scratch: bins = 256\n", ""}) { // and a guess
            const KernelFile file = kernelFileOf({"mine", line + text});
            QCOMPARE(file.scratch.at(0).fill == 0u, isZeroed);
            const auto guess = std::ranges::find_if(file.guesses, [](const KernelGuess& one) {
                return one.text.find("zeros, because kernel count only adds to it") != std::string::npos;
            });
            QCOMPARE(guess != file.guesses.end(), isZeroed);
            if (isZeroed && line.empty())
                QCOMPARE(guess->line, std::string("//@ scratch: bins = width * height * channels; fill 0"));
            if (isZeroed && !line.empty())
                QVERIFY(guess->line.empty() && guess->text.find("; fill 0 behind line 1") != std::string::npos);
        }
    }

    /// What a line says counts, and what an earlier kernel stored is kept.
    void buffersThatAreNot() {
        std::string text = countingText;
        text.replace(text.find("BODY"), 4, "atomic_inc(&bins[src[0]]);");
        QCOMPARE(kernelFileOf({"mine", "//@ scratch: bins = 256; fill 7\n" + text}).scratch.at(0).fill, 7u);
        const std::string first =
            "kernel void clear(global const uchar* src, global uint* bins, int width, int height) "
            "{ bins[get_global_id(0)] = 0; }\n";
        const KernelFile file = kernelFileOf({"mine", "//@ scratch: bins = 256\n" + first + text});
        QVERIFY(!file.scratch.at(0).fill);
        for (const KernelGuess& guess : file.guesses) // such as the range of kernel clear
            QVERIFY(guess.text.find("zeros") == std::string::npos);
    }
};

LIGHTBENCH_TEST(KernelText, NoApplication)
#include "kernel_text.moc"
