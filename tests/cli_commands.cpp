// What a user of the command line may do to each command without being punished for it: odd spellings of options,
// options that mean nothing where they are, outputs that are inputs.
#include <QJsonArray>
#include <QTest>

#include "tests/cli_support.h"

using namespace lightbench;

class CliCommandsTest : public QObject {
    Q_OBJECT

    Folder folder_;

    void succeeds(const QStringList& arguments, int code = 0, const Environment& environment = {}) {
        const Outcome outcome = folder_.run(arguments, environment);
        QVERIFY2(outcome.code == code, qPrintable(outcome.text()));
    }
    /// Refused with one line that says `word`; nothing is written.
    void refused(const QStringList& arguments, const QString& word) {
        const QStringList before = folder_.everything();
        const Outcome outcome = folder_.run(arguments);
        QVERIFY2(outcome.code == 2 && outcome.output.isEmpty(), qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains(word), qPrintable(outcome.text()));
        QCOMPARE(folder_.everything(), before);
    }

private slots:
    void initTestCase() { saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png")); }

    void shortOptionsMayHoldTheirValue() {
        for (const char* output : {"-oa.png", "-o=b.png"})
            succeeds({"run", "photo.png", output, "-sinvert", "-d0", "-q"});
        succeeds({"compare", "a.png", "b.png"});
        refused({"run", "photo.png", "-oa.png", "-qx"}, "no option -qx");
        refused({"run", "photo.png", "-oa.png", "-obc.png"}, "--output is given twice");
    }

    void whatIsReadIsNotOverwritten() {
        saveImage(patterned({{9, 7}, {SampleType::U8, 1}}), folder_.path("other.png"));
        folder_.put("my.stack", "invert\n");
        for (const char* input : {"photo.png", "other.png"})
            refused({"compare", "photo.png", "other.png", "--report", input}, "overwritten");
        for (const char* option : {"--report", "--histogram"})
            refused({"run", "photo.png", "-o", "c.png", "--stack", "my.stack", option, "my.stack"}, "overwritten");
        refused({"experiment", "photo.png", "--stack", "my.stack", "--no-ceilings", "--report", "./my.stack"},
                "overwritten");
        QCOMPARE(folder_.read("my.stack"), QByteArray("invert\n"));
        refused({"samples", "--size", "5x5"}, "say which image");
    }

    void listings() {
        const Outcome filters = folder_.run({"filters"});
        QVERIFY2(filters.output.simplified().contains("ferns of Ozuysal et al. 2010)"), qPrintable(filters.output));
        refused({"filters", "--device", "99"}, "no device");
        const Outcome one = folder_.run({"filters", "convolution"});
        QVERIFY(
            one.output.contains("\n  k 1, 3, 5 and so on up to 31 px; default 3\n      Side of the window; odd.\n"));
        for (const QString& line : one.output.section("Variants", 0, 0).split('\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }
};

QTEST_GUILESS_MAIN(CliCommandsTest)
#include "cli_commands.moc"
