// What a compiler made of kernels: NVIDIA's log as recorded, the words for figures, advice, and code that is text.
#include "core/run/kernel_resources.h"

#include <QTest>

#include "core/base/json.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// An H200 with driver 580.159.04, of gaussian variant=two-pass built with -cl-nv-verbose -cl-nv-maxrregcount=32.
constexpr const char* recordedLog =
    "(): Warning: Function gaussian_rows is a kernel, so overriding noinline attribute. The function may be inlined "
    "when called.\n"
    "\n"
    "ptxas info    : Overriding maximum register limit 256 for 'gaussian_columns' with  32 of maxrregcount option\n"
    "ptxas info    : Overriding maximum register limit 256 for 'gaussian_rows' with  32 of maxrregcount option\n"
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'gaussian_columns' for 'sm_90a'\n"
    "ptxas info    : Function properties for gaussian_columns\n"
    "ptxas         .     56 bytes stack frame, 132 bytes spill stores, 124 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 0 barriers\n"
    "ptxas info    : Compile time = 35.210 ms\n"
    "ptxas info    : Compiling entry function 'gaussian_rows' for 'sm_90a'\n"
    "ptxas info    : Function properties for gaussian_rows\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 0 barriers\n"
    "ptxas info    : Compile time = 18.682 ms\n";

std::string valueOf(const KernelResources& figures, std::string_view name) {
    for (const FigureRow& row : figureRows(figures))
        if (row.name == name) return row.value;
    return "no such row";
}
} // namespace

class KernelResourcesTest : public QObject {
    Q_OBJECT
private slots:
    void recordedLogIsRead() {
        std::vector<KernelResources> kernels{{"gaussian_rows"}, {"gaussian_columns"}, {"another"}};
        addFiguresOfLog(kernels, recordedLog);
        QCOMPARE(kernels[0].registers, std::optional<std::uint64_t>(32));
        QCOMPARE(kernels[0].spillStores, std::optional<std::uint64_t>(0));
        QCOMPARE(kernels[1].spillStores, std::optional<std::uint64_t>(132));
        QCOMPARE(kernels[1].spillLoads, std::optional<std::uint64_t>(124));
        QCOMPARE(kernels[1].stackBytes, std::optional<std::uint64_t>(56));
        QVERIFY(kernels[2] == KernelResources{"another"});
    }

    /// A function that was not inlined has properties of its own, and its line breaks may be those of Windows.
    void functionsAreNoKernels() {
        std::vector<KernelResources> kernels{{"k"}};
        addFiguresOfLog(kernels, "ptxas info    : Compiling entry function 'k' for 'sm_70'\r\n"
                                 "ptxas info    : Function properties for helper\r\n"
                                 "    8 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\r\n"
                                 "ptxas info    : Function properties for k\r\n"
                                 "    0 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads\r\n"
                                 "ptxas info    : Used 18 registers, 360 bytes cmem[0]\r\n");
        QCOMPARE(valueOf(kernels[0], "Registers"), std::string("18 registers"));
        QCOMPARE(valueOf(kernels[0], "Spilled registers"), std::string("4 bytes stored, 12 bytes loaded"));
        QCOMPARE(valueOf(kernels[0], "Stack frame"), std::string("0 bytes"));
    }

    void otherLogsAddNothing() {
        std::vector<KernelResources> kernels{{"k"}};
        for (const char* log : {"", "warning: k has registers", "Used many registers\nUsed 3 registers\n",
                                " bytes spill stores", "Compiling entry function '", "Function properties for \n"}) {
            addFiguresOfLog(kernels, log);
            QVERIFY2(kernels[0] == KernelResources{"k"}, log);
        }
    }

    void missingFiguresAreSaid() {
        for (const FigureRow& row : figureRows({"k"}))
            QCOMPARE(row.value, std::string("not reported by the driver"));
        QVERIFY(figureAdvice({"k", 48}).empty());
        KernelResources known{"k", 1};
        known.spillStores = known.spillLoads = 0;
        known.privateBytes = 0;
        known.largestWorkgroup = 1;
        QCOMPARE(valueOf(known, "Spilled registers"), std::string("none"));
        QCOMPARE(valueOf(known, "Private memory"), std::string("0 bytes"));
        QCOMPARE(valueOf(known, "Largest workgroup"), std::string("1 work-item"));
        const std::string json = jsonOf(known).text();
        QVERIFY2(json.find("\"registers\": null") != json.npos && json.find("\"private_bytes\": 0") != json.npos,
                 json.c_str());
    }

    void adviceNeedsAFigure() {
        std::vector<KernelResources> kernels{{"gaussian_rows", 256}, {"gaussian_columns", 48}};
        addFiguresOfLog(kernels, recordedLog);
        for (KernelResources& one : kernels)
            one.preferredMultiple = 32;
        QVERIFY(figureAdvice(kernels[0]).empty());
        const std::vector<std::string> advice = figureAdvice(kernels[1]);
        QCOMPARE(advice.size(), 2u);
        QVERIFY(advice[0].starts_with("Registers spill to memory."));
        QCOMPARE(advice[1], std::string("The workgroup has 48 work-items, which is no multiple of 32."));
        const std::vector<CompiledProgram> programs{{"gaussian/two_pass", "", kernels, "", ""}};
        const std::string text = figuresText(programs);
        QVERIFY2(text.find("gaussian_columns\n  Registers           32 registers\n") != text.npos, text.c_str());
        QVERIFY2(text.find("  Registers spill to memory.") != text.npos, text.c_str());
        QVERIFY(figuresOf(programs, "gaussian_rows")->workItems == 256 && !figuresOf(programs, "none"));
    }

    void codeIsText() {
        using namespace std::string_view_literals;
        QCOMPARE(codeText("//\n.version 8.8\n.target sm_90a\n\0\0"sv),
                 std::string("//\n.version 8.8\n.target sm_90a\n"));
        QCOMPARE(codeText("\x7f"
                          "ELF\2\1\1"sv),
                 std::string());
        QCOMPARE(codeText("text\0more"sv), std::string());
        QCOMPARE(codeText("\xff\xfe"sv), std::string());
        QCOMPARE(codeText(""sv), std::string());
    }
};

LIGHTBENCH_TEST(KernelResourcesTest, NoApplication)
#include "kernel_resources.moc"
