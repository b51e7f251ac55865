// The source of a stage: programs, constants, launches, and the text as it is built.
#include <QTest>

#include "core/run/stack_text.h"
#include "core/source/constant_branches.h"
#include "core/source/stage_source.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/filters/made_up_gpu.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
/// The text of a program made of one file.
std::string built(const std::string& text, BuildInput input = {}) {
    return builtText({"kernels/a.cl", "#line 1 \"kernels/a.cl\"\n" + text}, input).text;
}

/// What follows the line with the file's path.
QString body(const std::string& text, const BuildInput& input = {}) {
    const QString all = QString::fromStdString(built(text, input)), mark = "// ---- kernels/a.cl\n\n";
    return all.mid(all.indexOf(mark) + mark.size());
}

StageSource sourceOf(const char* stack, const ImageShape& shape = {{640, 480}, {SampleType::U8, 4}},
                     const DeviceInfo& device = madeUpGpu()) {
    return stageSource(resolveStage(parseStack(stack).front(), shape, device), {}, device);
}
} // namespace

class CoreSource : public QObject {
    Q_OBJECT
private slots:
    void deadBranchesGo() {
        BuildInput input{{{"CHANNELS", "4"}, {"SAMPLE", "uchar"}}, {}, {}};
        QCOMPARE(
            body("int a;\n#if CHANNELS == 4\n// Colours.\ntypedef SAMPLE pixel_t; // SAMPLE\n#else\n// Gray.\nint "
                 "gone;\n"
                 "#endif\nkernel void a(int b) {\n    if (CHANNELS == 1) return;\n    b = CHANNELS;\n}\n",
                 input),
            QString("int a;\n// Colours.\ntypedef uchar pixel_t; // SAMPLE\nkernel void a(int b) {\n    b = 4;\n}\n"));
    }

    void definitionsStayWhileTheyAreUsed() {
        QCOMPARE(body("// Unused.\n#define UNUSED 7\n\n// Twice.\n#define TWICE(x) ((x) + (x) * ONE)\n#define ONE 1\n\n"
                      "int a = TWICE(b);\nint c = (ONE + 1);\n"),
                 QString("// Twice.\n#define TWICE(x) ((x) + (x) * 1)\n\nint a = TWICE(b);\nint c = (1 + 1);\n"));
    }

    void pastedNamesBecomeWords() {
        BuildInput input{{{"SAMPLE", "ushort"}}, {}, {}};
        QCOMPARE(body("#define PASTE_(a, b) a##b\n#define PASTE(a, b) PASTE_(a, b)\n"
                      "#define IS_FLOAT (SAMPLE_ID == 3)\n#define SAMPLE_ID 1\n"
                      "PASTE(SAMPLE, 4) all;\nbool is = IS_FLOAT;\n",
                      input),
                 QString("ushort4 all;\nbool is = 0;\n"));
    }

    void theHeadComesFirst() {
        const KernelSource source{"kernels/a.cl", "#line 1 \"kernels/prelude.clh\"\n// Prelude.\nint p;\n"
                                                  "#line 1 \"kernels/a.cl\"\n// Head.\n\nint a;\n"};
        QCOMPARE(QString::fromStdString(builtText(source, {}).text),
                 QString("// Head.\n\n// ---- kernels/prelude.clh\n\n// Prelude.\nint p;\n\n// ---- kernels/a.cl\n\n"
                         "int a;\n"));
    }

    void onlyWhatTheKernelsCallStays() {
        const std::string text =
            "// Head.\n\n// Used.\nint used(int a) {\n    return a;\n}\n\n// Unused.\nint unused(int a) {\n"
            "    return a;\n}\n\nkernel void one(int a) { used(a); }\nkernel void two(int a) {}\n";
        QCOMPARE(body(text, {{}, {}, {"one"}}),
                 QString("// Used.\nint used(int a) {\n    return a;\n}\n\nkernel void one(int a) { used(a); }\n"));
    }

    void constantBranches_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* name, const char* text, const char* expected) {
            QTest::addRow("%s", name) << text << expected;
        };
        add("true", "a();\nif (1) b();\nc();\n", "a();\nb();\nc();\n");
        add("false", "a();\nif (0 == 1) b();\nc();\n", "a();\nc();\n");
        add("else", "if (0) {\n a();\n} else {\n b();\n}\n", "{\n b();\n}\n");
        add("no else", "if (1) {\n a();\n} else {\n b();\n}\nc();\n", "{\n a();\n}\nc();\n");
        add("chain", "if (a) b();\nelse if (0) c();\nelse d();\n", "if (a) b();\nelse d();\n");
        add("end of a chain", "if (a) b();\nelse if (0) c();\nd();\n", "if (a) b();\nd();\n");
        add("inside", "if (1) {\n if (0) a();\n}\n", "{\n}\n");
        add("loop", "if (0)\n for (;;) {\n  a();\n }\nb();\n", "b();\n");
        add("needed", "for (;;) if (0) a();\n", "for (;;) if (0) a();\n");
        add("of names", "if (a == 0) b();\n", "if (a == 0) b();\n");
        add("macro", "if (0) M(a)\nb();\n", "if (0) M(a)\nb();\n");
        add("comment", "if (0) a(); // why\nb();\n", "b();\n");
    }

    void constantBranches() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        text = "{\n" + text + "}\n", expected = "{\n" + expected + "}\n";
        QCOMPARE(QString::fromStdString(withoutConstantBranches(text.toStdString(), {"M"})), expected);
    }

    /// Each `else if` stands in the one before it, and the stack is not as deep as a text can be long.
    void aChainOfManyBranches() {
        const std::string chain = QString("if (a) b();\nelse ").repeated(100'000).toStdString() + "d();\n";
        QCOMPARE(withoutConstantBranches("{\nif (0) c();\nelse " + chain + "}\n", {}), "{\n" + chain + "}\n");
    }

    void ofAStage() {
        const StageSource source = sourceOf("invert");
        QCOMPARE(source.filter, std::string("invert"));
        QCOMPARE(source.programs.size(), std::size_t(1));
        const ProgramSource& program = source.programs[0];
        QVERIFY(QString::fromStdString(program.path).endsWith("/invert/segments.cl"));
        QCOMPARE(program.launches.size(), std::size_t(1));
        QVERIFY(std::ranges::any_of(program.constants, [](const NamedValue& one) { return one.second == "uchar"; }));
        QVERIFY(!program.launches[0].arguments.empty());
        const std::vector<SourceFile> files = program.files({});
        QCOMPARE(files.front().path, program.path);
        QVERIFY(files.back().path.ends_with("/prelude.clh") || files.size() > 1);
        const QString text = QString::fromStdString(program.built().text);
        QVERIFY2(text.startsWith("// ") && text.contains(QString::fromStdString(program.launches[0].kernel)),
                 qPrintable(text));
        QVERIFY2(!text.contains("\n#if") && !text.contains("SRC_SAMPLE ") && !text.contains("\n\n\n"),
                 qPrintable(text));
    }

    void theHostHasNone() { QVERIFY(sourceOf("invert variant=cpu").programs.empty()); }

    /// Every filter, every variant: the listing has the kernels that the plan launches, and no conditions.
    void everyVariantCanBeBuilt() {
        for (const Filter& filter : allFilters())
            for (const Variant& variant : filter.variants) {
                const std::string stack = filter.id + " variant=" + variant.id;
                const ImageShape shape{{640, 480}, {filter.accepts.front(), 1}};
                StageSource source;
                try {
                    source = sourceOf(stack.c_str(), shape);
                } catch (const Error&) {
                    continue; // a variant of other devices, or a filter that needs a second image
                }
                for (const ProgramSource& program : source.programs) {
                    const SourceFile own = program.files({}).front();
                    QCOMPARE(own.path, program.path); // not that of another filter with a variant of this name
                    QVERIFY2(own.text.size() > 100 &&
                                 program.whole.text.find(own.text.substr(0, 100)) != std::string::npos,
                             stack.c_str());
                    const QString text = QString::fromStdString(program.built().text);
                    for (const KernelLaunch& launch : program.launches)
                        QVERIFY2(text.contains(QString::fromStdString(launch.kernel)), stack.c_str());
                    QVERIFY2(!text.contains("\n#if") && !text.contains("\n#endif"), stack.c_str());
                }
            }
    }
};

LIGHTBENCH_TEST(CoreSource, QCoreApplication)
#include "core_source.moc"
