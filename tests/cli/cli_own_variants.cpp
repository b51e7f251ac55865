// The user's variants of built-in filters on the command line: a copy gives the same pixels, stands beside the built-in
// variants, and changes none of them.
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliOwnVariants : public QObject {
    Q_OBJECT

    Folder folder_;

    void runs(const QString& stack, const QString& out, const QStringList& more = {}) {
        folder_.succeeds(QStringList{"run", "in.pgm", "-o", out, "--stack", stack, "--verify"} + more);
    }

private slots:
    void initTestCase() {
        folder_.putGrayImage("in.pgm");
        folder_.succeeds({"source", "gaussian variant=two-pass", "--copy", "two-pass-2.cl"});
        runs("gaussian variant=two-pass sigma=3 workgroup=16x4", "built-in.pgm");
    }

    void copyMakesTheSamePixels() {
        QVERIFY(folder_.read("two-pass-2.cl").startsWith("//@ variant of: gaussian two-pass\n"));
        const QStringList kernels{"--kernels", "two-pass-2.cl"};
        runs("gaussian variant=mine:two-pass-2 sigma=3 workgroup=16x4", "mine.pgm", kernels);
        QCOMPARE(folder_.read("mine.pgm"), folder_.read("built-in.pgm"));
        const ProgramOutcome listed = folder_.run({"filters", "gaussian", "--kernels", "two-pass-2.cl"});
        QVERIFY2(listed.output.contains("mine:two-pass-2 ("), qPrintable(listed.text()));
        const ProgramOutcome source =
            folder_.run({"source", "gaussian variant=mine:two-pass-2", "--kernels", "two-pass-2.cl"});
        QVERIFY2(source.code == 0 && source.output.contains("// A copy of kernels/windows/gaussian/two_pass.cl"),
                 qPrintable(source.text()));
        const ProgramOutcome understood = folder_.run({"kernels", "two-pass-2.cl"});
        QVERIFY2(understood.output.startsWith("gaussian variant=mine:two-pass-2\n"), qPrintable(understood.text()));
    }

    /// The kernels of this variant stand in two headers, which the copy holds. It is built for a radius and tuned.
    void copyHoldsTheKernels() {
        folder_.succeeds({"source", "gaussian variant=fused", "--copy", "fused-2.cl"});
        const QByteArray copy = folder_.read("fused-2.cl");
        QCOMPARE(copy.count("gaussian_fused("), 2);
        QVERIFY(copy.contains("#include \"windows/gaussian/fused_lines.clh\""));
        runs("gaussian variant=fused sigma=3", "built-in-fused.pgm");
        runs("gaussian variant=mine:fused-2 sigma=3", "mine.pgm", {"--kernels", "fused-2.cl"});
        QCOMPARE(folder_.read("mine.pgm"), folder_.read("built-in-fused.pgm"));
        const ProgramOutcome again = folder_.run({"source", "gaussian", "--copy", "fused-2.cl"});
        QVERIFY2(again.code != 0 && again.errors.contains("is there already"), qPrintable(again.text()));
        QDir(folder_.path(".")).mkdir("it's mine");
        const ProgramOutcome spaced =
            folder_.run({"source", "gaussian variant=fused", "--copy", "it's mine/fused-3.cl"});
        QVERIFY2(spaced.output.contains("\n  --kernels 'it'\\''s mine/fused-3.cl' --stack \""),
                 qPrintable(spaced.text()));
    }

    void missingHeadersAreSuggested() {
        for (const auto& [header, suggestion] :
             {std::pair{"prelude/segment.clh", "to include; did you mean prelude/segments.clh?"},
              std::pair{"detection/trees.clh", "to include; did you mean detection/patch_detector/trees.clh?"},
              std::pair{"nothing/like_this_one.clh", "nothing/like_this_one.clh to include\n"}}) {
            folder_.put("headers.cl", QByteArray("//@ variant of: harris strips\n#include \"") + header + "\"\n");
            const ProgramOutcome outcome = folder_.run({"kernels", "headers.cl"});
            QVERIFY2(outcome.errors.contains("headers.cl:2: ") && outcome.errors.contains(suggestion),
                     qPrintable(outcome.text()));
        }
    }

    void standsBesideTheOthers() {
        folder_.succeeds({"experiment", "in.pgm", "--kernels", "two-pass-2.cl", "--stack", "gaussian", "--axis",
                          "variant=two-pass,mine:two-pass-2", "--axis", "workgroup=16x4,32x2", "--journal",
                          "rows.csv"});
        QCOMPARE(folder_.read("rows.csv").count("variant=mine:two-pass-2"),
                 folder_.read("rows.csv").count("variant=two-pass"));
        QVERIFY(folder_.read("rows.csv").contains("mine:two-pass-2"));
    }

    /// A wrong variant is seen, and auto does not take it, nor its headers.
    void builtInVariantsStay() {
        QDir(folder_.path("")).mkpath("own/prelude");
        QByteArray wrong = folder_.read("two-pass-2.cl");
        folder_.put("own/two-pass.cl", wrong.replace("sum.x", "0.0f").replace("planes[i] = sum;", "planes[i] = 0.0f;"));
        folder_.put("own/prelude/segments.clh", "#error a header by the user\n");
        const Environment own{{"LIGHTBENCH_MY_KERNELS", folder_.path("own")}};
        const ProgramOutcome broken = folder_.run(
            {"run", "in.pgm", "-o", "no.pgm", "--stack", "gaussian variant=mine:two-pass", "--verify"}, own);
        QVERIFY2(broken.code == 3 && broken.errors.contains("segments.clh:1"), qPrintable(broken.text()));
        for (const char* stack : {"gaussian sigma=3", "gaussian variant=two-pass sigma=3 workgroup=16x4"})
            folder_.succeeds({"run", "in.pgm", "-o", "theirs.pgm", "--stack", stack, "--verify"}, 0, own);
        QCOMPARE(folder_.read("theirs.pgm"), folder_.read("built-in.pgm"));
        QFile::remove(folder_.path("own/prelude/segments.clh"));
        const ProgramOutcome seen = folder_.run(
            {"run", "in.pgm", "-o", "no.pgm", "--stack", "gaussian variant=mine:two-pass", "--verify"}, own);
        QVERIFY2(seen.code == 1, qPrintable(seen.text())); // it differs from the reference
    }

    void wrongFiles_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        const QByteArray kernel = "kernel void gaussian_rows(global const uchar* src) {}\n";
        const auto row = [](const char* name, const QByteArray& text, const char* said) {
            QTest::newRow(name) << text << QString(said);
        };
        row("no variant", "//@ variant of: gaussian\n" + kernel, "mine.cl:1: write //@ variant of: FILTER VARIANT");
        row("unknown filter", "//@ variant of: gausian fused\n" + kernel, "there is no filter called \"gausian\"");
        row("unknown variant", "//@ variant of: gaussian fuse\n" + kernel,
            "mine.cl:1: gaussian has no variant called fuse");
        row("another line", "//@ variant of: gaussian fused\n//@ label: A\n" + kernel,
            "mine.cl:2: //@ label does not fit");
        row("no kernel", "//@ variant of: gaussian fused\nint a;\n", "mine.cl: it has no kernel");
        row("another kernel", "//@ variant of: gaussian fused\n" + kernel,
            "mine.cl has none of the kernels that gaussian variant=fused runs here: gaussian_fused");
        row("half of a program", "//@ variant of: gaussian two-pass\n" + kernel,
            "mine.cl lacks the kernel gaussian_columns; gaussian variant=two-pass runs it from the same program as "
            "gaussian_rows");
    }
    void wrongFiles() {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        folder_.put("mine.cl", text);
        const ProgramOutcome outcome = folder_.run(
            {"run", "in.pgm", "-o", "no.pgm", "--kernels", "mine.cl", "--stack", "gaussian variant=mine:mine", "-q"});
        QVERIFY2(outcome.code == 2 && outcome.errors.count('\n') == 1 && outcome.errors.contains(said),
                 qPrintable(outcome.text()));
    }

    void fileIsNotLoaded() {
        folder_.refused({"run", "in.pgm", "-o", "no.pgm", "--stack", "gaussian variant=mine:two-pass-2"},
                        "gaussian has no variant called \"mine:two-pass-2\"; load its file with --kernels FILE");
    }
};

LIGHTBENCH_TEST(CliOwnVariants, QCoreApplication)
#include "cli_own_variants.moc"
