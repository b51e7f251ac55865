// Calls of lb_probe found in programs, and programs in which they report.
#include <QTest>

#include "core/framework/kernel_library.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/probe_calls.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
const std::string program = "#line 1 \"user/mine/mine.cl\"\n"
                            "// lb_probe(0)\n"
                            "int twice(int a) { return 2 * a; }\n"
                            "kernel void other(global int* to) { to[0] = 1; }\n"
                            "kernel void mine(global const int* from /* the image */,\n"
                            "                 global int* to) {\n"
                            "    lb_probe(twice(from[0]));\n"
                            "    lb_probe_at(3, (int)get_global_id(1),\n"
                            "                (int2)(1, 2));\n"
                            "}\n"
                            "#line 7 \"user/mine/tools.h\"\n"
                            "void no(void) { lb_probe(1); }\n";
} // namespace

class ProbeCalls : public QObject {
    Q_OBJECT

private slots:
    void callsAreFound() {
        const std::vector<ProbeCall> calls = probeCalls(program);
        QCOMPARE(calls.size(), std::size_t(3));
        QVERIFY(calls[0].kernel == "mine" && calls[0].line == 6 && calls[0].file == "mine.cl" && !calls[0].isPlaced);
        QCOMPARE(calls[0].value, std::string("twice(from[0])"));
        QVERIFY(calls[1].line == 7 && calls[1].isPlaced && calls[1].value == "(int2)(1, 2)");
        QVERIFY(calls[2].kernel.empty() && calls[2].file == "tools.h" && calls[2].line == 7);
    }

    /// Lines stay where they are, and only the kernel that calls has more parameters.
    void programsReport() {
        const std::string made = withReportingProbes(program);
        QCOMPARE(kernelParameters(made, "mine")->size(), std::size_t(7));
        QCOMPARE(kernelParameters(made, "mine")->front().name, std::string("lb_probes"));
        QCOMPARE(kernelParameters(made, "other")->size(), std::size_t(1));
        const std::string own = made.substr(made.find("#line 1"));
        QCOMPARE(std::ranges::count(own, '\n'), std::ranges::count(program, '\n'));
        QVERIFY(own.find("lb_probe(") == own.npos && own.find("lb_report_probe(lb_probes, 0u, ") != own.npos);
    }

    void wrongCallsNameTheirLine() {
        const char* const text = "#line 5 \"user/mine/mine.cl\"\nkernel void a(int b) { lb_probe(1, 2); }";
        QCOMPARE(QString(messageOf([&] { probeCalls(text); })), QString("mine.cl:5: write lb_probe(value)"));
        QVERIFY(!mayHaveProbes("kernel void a(int b) {}"));
        QVERIFY(probeCalls("kernel void a(int b) { lb_probe; lb_probe(").size() <= 1);
    }

    /// Without a pixel the word is there, and does nothing.
    void usualProgramsHaveEmptyOnes() {
        const KernelLibrary kernels =
            KernelLibrary().with("user/mine/mine.cl", "kernel void mine(global int* to) { lb_probe(to[0]); }\n");
        QVERIFY(kernels.source("user/mine/mine.cl").text.starts_with("#define lb_probe(value) ((void)(value))\n"));
        QVERIFY(KernelLibrary().source("posterize").text.find("lb_probe") == std::string::npos);
    }
};

LIGHTBENCH_TEST(ProbeCalls, QCoreApplication)
#include "probe_calls.moc"
