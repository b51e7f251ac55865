// --kernels and `kernels` as processes: files that run, and the worst ones. Each wrong file is one line that names it,
// and the program lives.
#include <QTest>

#include "core/definition/corrections.h"
#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
const QByteArray copying = "kernel void mine(global const uchar* src, global uchar* dst, int width, int height) {\n"
                           "    const int x = get_global_id(0), y = get_global_id(1);\n"
                           "    if (x >= width || y >= height) return;\n"
                           "    BODY\n"
                           "}\n";

QByteArray withBody(const char* body) { return QByteArray(copying).replace("BODY", body); }
} // namespace

class CliKernels : public QObject {
    Q_OBJECT

    Folder folder_;

    ProgramOutcome run(const QStringList& more, const Environment& environment = {}) {
        return folder_.run(QStringList{"run", "in.pgm", "-o", "out.pgm"} + more, environment);
    }

private slots:
    void initTestCase() {
        folder_.putGrayImage("in.pgm");
        QDir(folder_.path("")).mkdir("my kernels");
        folder_.put("my kernels/twice as bright.cl",
                    "#include \"half.h\"\n" + withBody("dst[y * width + x] = min(255, src[y * width + x] * 2 * ONE);"));
        folder_.put("my kernels/half.h", "#define ONE 1\n");
    }

    /// The folder's name has a space, and so has the file's.
    void fileBecomesAFilter() {
        folder_.succeeds(
            {"run", "in.pgm", "-o", "out.pgm", "--kernels", "my kernels", "--stack", "twice-as-bright", "--verify"});
        const QByteArray in = folder_.read("in.pgm"), out = folder_.read("out.pgm");
        QCOMPARE(out.size(), in.size());
        for (int i = 1; i <= 61 * 47; ++i) {
            const int before = uchar(in[in.size() - i]), after = uchar(out[out.size() - i]);
            QCOMPARE(after, std::min(255, 2 * before));
        }
        folder_.succeeds({"source", "twice-as-bright", "--kernels", "my kernels/twice as bright.cl"});
        folder_.succeeds({"experiment", "in.pgm", "--kernels", "my kernels", "--stack", "twice-as-bright", "--axis",
                          "workgroup=8x8,16x4", "--journal", "rows.csv"});
        QVERIFY(folder_.read("rows.csv").contains("twice-as-bright"));
    }

    /// Without a reference, too: 61 x 47 pixels are no whole workgroups, and this kernel does not look where they end.
    void writingOutsideNeverWins() {
        folder_.put("outside.cl", withBody("dst[y * width + x] = 1;").replace("||", "&&"));
        const ProgramOutcome outcome = folder_.run({"experiment", "in.pgm", "--kernels", "outside.cl", "--stack",
                                                    "outside", "--axis", "workgroup=8x8,16x4", "--no-peak-rates"});
        QVERIFY2(outcome.code == 1 && outcome.errors.contains("2 of 2 results are wrong") &&
                     !outcome.output.contains("winner"),
                 qPrintable(outcome.text()));
    }

    /// The reason why the only size that the file allows cannot be taken.
    void allowedSizeThatDoesNotFit() {
        folder_.put("exact.cl", "//@ workgroups: 16x16\n//@ range: width, height; rounding none\n" + withBody(";"));
        folder_.refused({"run", "in.pgm", "-o", "no.pgm", "--kernels", "exact.cl", "--stack", "exact"},
                        "16x16 does not divide 61 x 47 work-items");
    }

    /// A number is never cut to what its type holds.
    void numbersThatDoNotFit() {
        for (const auto& [type, number] : {std::pair{"uchar", "300"}, {"uint", "-1"}, {"short", "40000"}}) {
            folder_.put("mine.cl",
                        QByteArray(withBody(";")).replace("int height", QByteArray("int height, ") + type + " by"));
            folder_.refused({"run", "in.pgm", "-o", "no.pgm", "--kernels", "mine.cl", "--stack",
                             QStringLiteral("mine by=%1").arg(number)},
                            QStringLiteral("by is %1 here, but %2 holds").arg(number, type));
        }
    }

    void kernelsOfSeveralFiles() {
        folder_.put("one.cl", withBody("dst[y * width + x] = src[y * width + x] / 2;"));
        folder_.put("two.cl", withBody("dst[y * width + x] = src[y * width + x] + 1;"));
        QCOMPARE(run({"--kernels", "one.cl", "--kernels", "two.cl", "--stack", "one | two"}).code, 0);
        const ProgramOutcome twice = run({"--kernels", "one.cl", "--stack", "one", "--stack", "one"});
        QVERIFY2(twice.code == 2 && twice.errors.contains("--stack is given twice"), qPrintable(twice.text()));
    }

    void differenceWithoutReferenceIsNotCalledEqual() {
        const ProgramOutcome outcome =
            run({"--kernels", "my kernels", "--stack", "twice-as-bright", "--difference", "difference.png"});
        QVERIFY2(outcome.code == 0 && outcome.output.contains("black, there is no reference to compare with"),
                 qPrintable(outcome.text()));
    }

    void folderOfTheUser() {
        const Environment own{{"LIGHTBENCH_MY_KERNELS", folder_.path("my kernels")}};
        QCOMPARE(run({"--stack", "twice-as-bright"}, own).code, 0);
        folder_.put("my kernels/broken.cl", "int a;");
        const ProgramOutcome outcome = run({"--stack", "invert"}, own);
        QVERIFY2(outcome.code == 0 && outcome.errors.contains("broken.cl: it has no kernel"),
                 qPrintable(outcome.text()));
        QFile::remove(folder_.path("my kernels/broken.cl"));
    }

    /// They are a warning, and the kernel file runs as it is.
    void correctionsThatCannotBeRead() {
        folder_.put("mine.cl", withBody("dst[y * width + x] = 7;"));
        qputenv("LIGHTBENCH_CORRECTIONS", QFile::encodeName(folder_.path("kept")));
        keepCorrections(folder_.path("mine.cl").toStdString(), "//@ label: Seven\n");
        qputenv("LIGHTBENCH_CORRECTIONS", "off");
        const QStringList kept = QDir(folder_.path("kept")).entryList(QDir::Files);
        QCOMPARE(kept.size(), 1);
        folder_.put("kept/" + kept.first(), "no corrections");
        const ProgramOutcome outcome =
            run({"--kernels", "mine.cl", "--stack", "mine"}, {{"LIGHTBENCH_CORRECTIONS", folder_.path("kept")}});
        QVERIFY2(outcome.code == 0 && outcome.errors.count('\n') == 1 &&
                     outcome.errors.contains("mine.cl is used without your corrections"),
                 qPrintable(outcome.text()));
    }

    /// A file that is called like a built-in filter makes one of another name, and changes no built-in one.
    void builtInFiltersStay() {
        folder_.put("invert.cl", withBody("dst[y * width + x] = 7;"));
        folder_.put("sorting.clh", "this is no OpenCL");
        folder_.succeeds({"run", "in.pgm", "-o", "mine.pgm", "--kernels", "invert.cl", "--stack", "my-invert"});
        QVERIFY(folder_.read("mine.pgm").endsWith(QByteArray(61, 7)));
        folder_.succeeds(
            {"run", "in.pgm", "-o", "theirs.pgm", "--kernels", "invert.cl", "--stack", "invert | median", "--verify"});
    }

    void wrongFiles_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& text, int code, const char* said) {
            QTest::newRow(name) << text << code << QString(said);
        };
        row("does not build", withBody("dst[y * width + x] = nothing;"), 3, "mine.cl:4");
        row("no kernel", "int a;", 2, "mine.cl: it has no kernel");
        row("order is not clear", withBody(";") + QByteArray(withBody(";")).replace("void mine", "void other"), 2,
            "the kernels mine and other both write the result");
        row("too much local memory",
            withBody("local uint tile[4194304]; const int i = get_local_id(0) * 65536; tile[i] = src[x];\n"
                     "barrier(CLK_LOCAL_MEM_FENCE); dst[y * width + x] = tile[65536 - i];"),
            2, "local memory");
        row("declares too much local memory",
            QByteArray("//@ local: tile = 1e9\n") +
                QByteArray(withBody("dst[0] = tile[0];")).replace("int width", "local uint* tile, int width"),
            2, "local memory");
        row("writes far outside", withBody("dst[(size_t)1 << 42] = 1;"), 3, "mine");
        row("divides by zero", withBody("volatile int zero = src[0] & 0; dst[y * width + x] = src[0] / zero;"), -1,
            "mine");
        row("binary", QByteArray("\0\1\2\377kernel", 10), 2, "mine.cl is not a text");
        row("too large", QByteArray(10 << 20, ' '), 2, "mine.cl");
        row("wrong line", "//@ parameter: a 0..x = 1\n" + withBody(";"), 2, "mine.cl:1: \"x\" is not a number");
        row("wrong expression", "//@ define: A = 2 *\n" + withBody(";"), 2, "mine.cl:1: \"2 *\"");
        row("include that is missing", "\n#include \"nowhere.h\"\n" + withBody(";"), 2, "mine.cl:2: there is no file");
        row("includes itself", "#include \"mine.cl\"\n" + withBody(";"), 2, "mine.cl includes itself");
        row("expression without a value",
            "//@ scratch: t = 1 / 0\n" + QByteArray(withBody(";")).replace("int width", "global uint* t, int width"), 2,
            "mine.cl:1: t: \"1 / 0\" is inf here");
        row("name of no filter", "//@ id: my kernel\n" + withBody(";"), 2, "mine.cl: \"my kernel\" cannot be the name");
        row("table that adds up to 0",
            "//@ table: w = 1, -1; sum 1\n" +
                QByteArray(withBody(";")).replace("int width", "constant float* w, int width"),
            2, "mine.cl:1: the values of w add up to 0");
        row("does not build, and hides its types",
            "typedef uchar sample;\n" +
                QByteArray(withBody(";")).replace("uchar*", "sample*").replace("int w", "size_t w"),
            2, "the compiler says: mine.cl:2:");
        row("taken name", "//@ id: gaussian\n" + withBody(";"), 2, "there is a filter called gaussian already");
        row("wrong reference", "//@ reference: gausian\n" + withBody(";"), 2, "mine.cl:1: the reference");
    }
    void wrongFiles() {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        QFETCH(QString, said);
        folder_.put("mine.cl", text);
        QFile::remove(folder_.path("out.pgm"));
        const ProgramOutcome outcome =
            run({"--kernels", "mine.cl", "--stack", text.contains("gaussian already") ? "invert" : "mine", "-q"});
        QVERIFY2(code < 0 ? outcome.code >= 0 : outcome.code == code, qPrintable(outcome.text()));
        if (outcome.code != 0) {
            QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains(said), qPrintable(outcome.text()));
            QVERIFY(!QFile::exists(folder_.path("out.pgm")));
        }
        folder_.succeeds(
            {"run", "in.pgm", "-o", "after.pgm", "--stack", "invert", "--verify"}); // the next run is right
    }

    /// Files that a compiler takes, and that a reader of lines could take for wrong.
    void rightFiles_data() {
        QTest::addColumn<QByteArray>("text");
        const QByteArray body = withBody("dst[y * width + x] = src[y * width + x];");
        QTest::newRow("include in a comment") << "/*\n#include \"nowhere.h\"\n*/\n// #include \"nowhere.h\"\n" + body;
        QTest::newRow("include for the host alone")
            << "#ifndef __OPENCL_VERSION__\n#include \"nowhere.h\"\n#endif\n" + body;
        QTest::newRow("headers that include each other") << "#include \"first.h\"\n" + body;
        for (const char* name : {"step", "min", "length", "clamp"})
            QTest::newRow(name) << QByteArray(body).replace("int height", QByteArray("int height, float ") + name);
        QTest::newRow("variant with a dot") << "//@ variant: v2.1; passes mine\n" + body;
        QTest::newRow("argument with the prefix of PoCL")
            << QByteArray(body).replace("int height", "int height, float _cl_step");
        const QByteArray barrier = QByteArray(body).replace("    if", "    barrier(CLK_LOCAL_MEM_FENCE);\n    if");
        QTest::newRow("required workgroup before the kernel")
            << "#define SIDE 8\n__attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n" + barrier;
        QTest::newRow("required workgroup behind the word kernel")
            << QByteArray(barrier).replace("kernel void", "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void");
    }
    void rightFiles() {
        QFETCH(QByteArray, text);
        folder_.put("first.h", "#ifndef FIRST\n#define FIRST\n#include \"second.h\"\n#endif\n");
        folder_.put("second.h", "#pragma once\n#include \"first.h\"\n");
        folder_.put("mine.cl", text);
        folder_.succeeds({"run", "in.pgm", "-o", "same.pgm", "--kernels", "mine.cl", "--stack", "mine"});
        folder_.succeeds({"source", "mine", "--kernels", "mine.cl", "--includes"}); // the Source tab reads it, too
        if (!text.startsWith("/*")) // as built, lines are read one by one
            folder_.succeeds({"source", "mine", "--kernels", "mine.cl", "--as-built"});
        QCOMPARE(folder_.read("same.pgm").right(61 * 47), folder_.read("in.pgm").right(61 * 47));
    }

    void kernelThatNeverEnds() {
        folder_.put("mine.cl", withBody("volatile global uchar* at = dst; at[0] = 1; while (at[0] != 2) ;"));
        const ProgramOutcome outcome = run({"--kernels", "mine.cl", "--stack", "mine", "--timeout", "2"});
        QVERIFY2(outcome.code == 3 && outcome.errors.contains("mine"), qPrintable(outcome.text()));
    }

    void missingFiles() {
        folder_.refused({"run", "in.pgm", "-o", "no.pgm", "--kernels", "nowhere.cl", "--stack", "invert"},
                        "nowhere.cl");
        QDir(folder_.path("")).mkdir("empty");
        folder_.refused({"run", "in.pgm", "-o", "no.pgm", "--kernels", "empty", "--stack", "invert"},
                        "there is no .cl file in empty");
        folder_.put("mine.cl", withBody(";"));
        folder_.refused({"run", "in.pgm", "-o", "no.pgm", "--kernels", "mine.cl"}, "give --stack with the filters");
    }

    /// `--write` puts guesses into the file, which then says everything itself.
    void guessesAreWritten() {
        const QByteArray text = QByteArray(withBody(";")).replace("int height", "int height, float sigma");
        folder_.put("mine.cl", text);
        const ProgramOutcome outcome = folder_.run({"kernels", "mine.cl", "--write"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        const QByteArray line = "//@ parameter: sigma 0.1..20 = 2; limits soft\n";
        QVERIFY2(outcome.output.contains("Wrote into mine.cl:\n" + line), qPrintable(outcome.output));
        QCOMPARE(folder_.read("mine.cl"), line + text);
        const ProgramOutcome again = folder_.run({"kernels", "mine.cl", "--write"});
        QVERIFY(!again.output.contains("Guessed") && again.output.contains("already says all of this"));
        QCOMPARE(folder_.read("mine.cl"), line + text);
    }

    /// The text alone does not tell what such a kernel takes; the driver does.
    void hiddenTypes() {
        folder_.put("mine.cl", "#define IN global const\n#define IMAGES IN sample* src, global sample* dst\n"
                               "typedef unsigned char sample;\ntypedef float real;\ntypedef int extent;\n"
                               "kernel void mine(IMAGES, extent width, extent height, real strength) {\n"
                               "    int x = get_global_id(0), y = get_global_id(1);\n"
                               "    if (x >= width || y >= height) return;\n"
                               "    dst[y * width + x] = convert_uchar_sat(strength * src[y * width + x]);\n}\n");
        const ProgramOutcome outcome = folder_.run({"kernels", "mine.cl"});
        for (const char* text : {"takes gray images", "8-bit", "src: the image", "dst: the result", "width: of the",
                                 "parameter strength: 0..4"})
            QVERIFY2(outcome.output.contains(text), qPrintable(outcome.text()));
        QCOMPARE(run({"--kernels", "mine.cl", "--stack", "mine strength=0"}).code, 0);
        QVERIFY(folder_.read("out.pgm").endsWith(QByteArray(61, '\0')));
    }

    /// Lightbench tests on the device what a file declares of its reads.
    void declaredReads_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("said");
        QTest::newRow("window") << QByteArray("window 3, 0; border clamp; position does not matter") << "";
        QTest::newRow("parameter") << QByteArray("window r, 0") << "";
        QTest::newRow("too narrow") << QByteArray("window 2, 2") << "a sample 3 pixels to the left changed the result";
        QTest::newRow("point") << QByteArray("point") << "point says that only the same pixel does";
        QTest::newRow("border") << QByteArray("window 3, 0; border zero; position does not matter")
                                << "with that border";
    }
    void declaredReads() {
        QFETCH(QByteArray, line);
        QFETCH(QString, said);
        folder_.put("mine.cl", "//@ parameter: r 0..9 = 3\n//@ reads: " + line + "\n" +
                                   withBody("dst[y * width + x] = src[y * width + max(x - r, 0)];")
                                       .replace("int height", "int height, int r"));
        const ProgramOutcome outcome = run({"--kernels", "mine.cl", "--stack", "mine"});
        QCOMPARE(outcome.code, said.isEmpty() ? 0 : 2);
        QVERIFY2(said.isEmpty() || (outcome.errors.contains("mine.cl:2: ") && outcome.errors.contains(said)),
                 qPrintable(outcome.text()));
    }

    void parametersOfAFileAreNotThoseOfTheBuiltInFilter() {
        folder_.put("invert.cl",
                    withBody("dst[y * width + x] = 1;").replace("int height", "int height, float strength"));
        const ProgramOutcome outcome = run({"--kernels", "invert.cl", "--stack", "invert strength=2"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.errors.contains("; my-invert has it"), qPrintable(outcome.text()));
    }

    void noFilesYet() {
        const ProgramOutcome outcome = folder_.run({"kernels"}, {{"LIGHTBENCH_MY_KERNELS", "nowhere"}});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.errors.contains("you have no kernel files yet; give one"), qPrintable(outcome.text()));
    }

    void whatWasUnderstood() {
        folder_.put("mine.cl", "//@ reference: invert\n" +
                                   QByteArray(withBody(";")).replace("int height", "int height, float sigma"));
        const ProgramOutcome outcome = folder_.run({"kernels", "mine.cl", "my kernels"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        for (const char* text : {"mine  (mine)\n", "parameter sigma: 0.1..20 by the slider", "reference: invert",
                                 "Argument sigma is a parameter", "twice-as-bright  (twice-as-bright)"})
            QVERIFY2(outcome.output.contains(text), qPrintable(outcome.output));
    }
};

LIGHTBENCH_TEST(CliKernels, QCoreApplication)
#include "cli_kernels.moc"
