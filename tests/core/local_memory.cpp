// How much local memory a kernel's text declares.
#include <QTest>

#include "core/base/error.h"
#include "core/run/resolve.h"
#include "core/source/local_memory.h"
#include "tests/built_in_stacks.h"
#include "tests/filters/made_up_gpu.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
std::uint64_t bytesIn(const std::string& program, const char* kernel = "k") {
    Preprocessor preprocessor({}, {});
    return declaredLocalBytes(preprocessor.run(program), kernel);
}
} // namespace

class LocalMemoryTest : public QObject {
    Q_OBJECT
private slots:
    void declarations_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<quint64>("bytes");
        const auto row = [](const char* body, quint64 bytes) { QTest::newRow(body) << QString(body) << bytes; };
        row("int a[4];", 0);
        row("local int a;", 4);
        row("__local float a[16];", 64);
        row("local volatile uchar a[3][5], b, c[2];", 18);
        row("volatile local unsigned int a[2];", 8);
        row("const local uint4 *a, b[2];", 32);
        row("local float3 a[2];", 32);
        row("local size_t a[2];", 16);
        row("local uint tile[4194304]; tile[0] = 1;", 16777216);
        row("local int a[(1 << 4) * 2 + 1u];", 132);
        row("local int a[sizeof(float4) / 2];", 32);
        row("local int a[N * 2];", 24);
        row("local int a[COUNT + 1];", 40);
        row("local half_pixel a[10];", 80);
        row("local struct Pair a[2];", 32);
        row("local Mixed a[3];", 3 * (4 + 16 + 2));
        row("local __attribute__((aligned(128))) int a[2];", 8);
        row("local int a[2] __attribute__((aligned(128)));", 8);
        row("local unknown_t a[7];", 7);
        row("local int a[UNKNOWN];", 4);
        row("int x = 1; for (int i = 0; i < 4; ++i) { x += i; } local int a[2]; if (x) return; local int b[2];", 16);
        row("local float* p = (local float*)q; p[0] = 1;", 0);
    }
    void declarations() {
        QFETCH(QString, body);
        QFETCH(quint64, bytes);
        const std::string program = "#define N 3\n"
                                    "typedef half4 half_pixel;\n"
                                    "struct Pair { float2 a; int b, c; };\n"
                                    "typedef struct { int a; uchar b[4][4]; short c; } Mixed;\n"
                                    "enum { FIRST = 4, SECOND = FIRST * 2, COUNT };\n"
                                    "void helper(local int* a) { a[0] = 1; }\n"
                                    "kernel void other(global int* a) { local int b[1000]; }\n"
                                    "kernel __attribute__((reqd_work_group_size(8, 1, 1)))\n"
                                    "void k(global int* a, local float* q) {" +
                                    body.toStdString() + "}\n";
        QCOMPARE(quint64(bytesIn(program)), bytes);
    }

    void otherKernels() {
        const std::string program = "kernel void k(global int* a);\nkernel void k(global int* a) { local int b[5]; }\n"
                                    "kernel void l(global int* a) { k(a); }\n";
        QCOMPARE(bytesIn(program), std::uint64_t(20));
        QCOMPARE(bytesIn(program, "l"), std::uint64_t(0));
        QCOMPARE(bytesIn(program, "none"), std::uint64_t(0));
    }

    /// Texts that no compiler takes are no crash.
    void brokenTexts() {
        for (const char* text : {"", "kernel", "kernel void k(", "kernel void k() {", "kernel void k() { local",
                                 "kernel void k() { local int a[", "kernel void k() { local int a[]; }",
                                 "kernel void k() { local int a[-5]; local int; local ; }", "enum", "typedef;",
                                 "typedef struct {", "enum { A", "enum { , }; kernel void k() { local int a[1 / 0]; }"})
            QVERIFY2(bytesIn(text) <= 100, text);
    }

    /// What the plans of built-in kernels say that these declare is what is read in their texts.
    void builtInKernels() {
        int declared = 0;
        for (const Filter& filter : allFilters())
            for (const Variant& variant : filter.variants) {
                if (!variant.plan) continue;
                Stage stage = makeStage(filter.id);
                stage.variant = variant.id;
                ResolvedStage resolved;
                try {
                    resolved =
                        lightbench::resolveStage(stage, {{640, 480}, {filter.accepts.front(), 1}}, tests::madeUpGpu());
                } catch (const Error&) { // not for gray images, or not on this device
                    continue;
                }
                for (const Pass& pass : resolved.plan.passes) {
                    const auto* kernel = std::get_if<KernelPass>(&pass);
                    if (!kernel || kernel->localBytes == 0) continue;
                    Preprocessor preprocessor({{"__OPENCL_C_VERSION__", "120"}}, {});
                    for (const auto& [name, value] : kernel->defines)
                        preprocessor.define(name, value);
                    const std::string text = KernelLibrary().source(kernel->program).text;
                    const std::uint64_t bytes = declaredLocalBytes(preprocessor.run(text), kernel->kernel);
                    QVERIFY2(mayDeclareLocalMemory(text), kernel->kernel.c_str());
                    ++declared;
                    // transpose declares a word that it does not use there.
                    const std::uint64_t unused = kernel->kernel == "transpose_local_blocks" ? 4 : 0;
                    QCOMPARE(QString("%1 %2").arg(kernel->kernel.c_str()).arg(bytes),
                             QString("%1 %2").arg(kernel->kernel.c_str()).arg(kernel->localBytes + unused));
                }
            }
        QVERIFY(declared > 10);
    }
};

LIGHTBENCH_TEST(LocalMemoryTest, QCoreApplication)
#include "local_memory.moc"
