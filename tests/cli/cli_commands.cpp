// What a user of the command line may do to each command without being punished for it: odd spellings of options,
// options that mean nothing where they are, outputs that are inputs.
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliCommandsTest : public QObject {
    Q_OBJECT

    Folder folder_;

private slots:
    /// Below the message stands the expression, with a ^ under each character that is wrong.
    void errorsOfFormulasAreMarked() {
        const ProgramOutcome outcome =
            folder_.run({"run", "photo.png", "-o", "f.png", "--stack", "invert | formula expression=\"1 - sqr(v)\""});
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.errors.trimmed().split('\n'),
                 QStringList({"lightbench-cli: stage 2 (formula): expression, column 5: nothing is called \"sqr\"; did "
                              "you mean sqrt?",
                              "1 - sqr(v)", "    ^^^"}));
    }
    void initTestCase() { saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png")); }

    void shortOptionsMayHoldTheirValue() {
        for (const char* output : {"-oa.png", "-o=b.png"})
            folder_.succeeds({"run", "photo.png", output, "-sinvert", "-d0", "-q"});
        folder_.succeeds({"compare", "a.png", "b.png"});
        folder_.refused({"run", "photo.png", "-oa.png", "-qx"}, "no option -x");
        folder_.refused({"run", "photo.png", "-oa.png", "-obc.png"}, "--output is given twice");
        folder_.refused({"run", "photo.png", "-oa.png", "-q=yes"}, "a switch takes no value; leave =yes out");
        folder_.refused({"run", "photo.png", "-oa.png", "--quiet=yes"}, "--quiet takes no value");
        folder_.refused({"run", "photo.png", "-o", "--stack", "invert"}, "--output needs a value");
        folder_.refused({"run", "photo.png", "-oa.png", "--report=", "b.json"}, "--report needs a value");
    }

    void emptyStackPassesTheImageThrough() {
        folder_.succeeds({"run", "photo.png", "--stack=", "-o", "same.png", "-q"});
        folder_.succeeds({"compare", "photo.png", "same.png"});
    }

    /// Words without a `=` behind the values of an axis are positionals.
    void axesMayStandBeforeTheImage() {
        const QStringList axes{"--axis", "variant=plain", "workgroup=8,64"};
        folder_.succeeds(QStringList{"experiment"} + axes +
                         QStringList{"photo.png", "--stack", "invert", "--repeat", "1", "--no-peak-rates", "--report",
                                     "axes.json", "-q"});
        QCOMPARE(folder_.json("axes.json")["points"].toArray().size(), 2);
    }

    void whatIsReadIsNotOverwritten() {
        saveImage(patterned({{9, 7}, {SampleType::U8, 1}}), folder_.path("other.png"));
        folder_.put("my.stack", "invert\n");
        for (const char* input : {"photo.png", "other.png"})
            folder_.refused({"compare", "photo.png", "other.png", "--report", input}, "would overwrite");
        for (const char* option : {"--report", "--histogram"})
            folder_.refused({"run", "photo.png", "-o", "c.png", "--stack", "my.stack", option, "my.stack"},
                            "would overwrite");
        folder_.refused({"experiment", "photo.png", "--stack", "my.stack", "--no-peak-rates", "--report", "./my.stack"},
                        "would overwrite");
        QCOMPARE(folder_.read("my.stack"), QByteArray("invert\n"));
        folder_.refused({"samples", "--size", "5x5"}, "say which image");
    }

    void listings() {
        const ProgramOutcome filters = folder_.run({"filters"});
        QVERIFY2(filters.output.simplified().contains("random-trees (Detection) Finds a small object"),
                 qPrintable(filters.output));
        const ProgramOutcome trees = folder_.run({"filters", "random-trees"});
        QVERIFY2(trees.output.simplified().contains("ferns of Ozuysal et al. 2010)"), qPrintable(trees.output));
        folder_.refused({"filters", "--device", "99"}, "no device");
        const ProgramOutcome one = folder_.run({"filters", "convolution"});
        QVERIFY(one.output.contains(
            "\n  k 1, 3, 5 and so on up to 31 px; default 3\n      Side of the neighbourhood; odd.\n"));
        for (const QString& line : one.output.section("Variants", 0, 0).split('\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }
};

LIGHTBENCH_TEST(CliCommandsTest, QCoreApplication)
#include "cli_commands.moc"
