// Experiments on the command line: who competes, what the exit code says, what a journal keeps, and how devices are
// named there.
#include <QJsonArray>
#include <QTest>

#include "tests/cli_support.h"

using namespace lightbench;

class CliExperimentTest : public QObject {
    Q_OBJECT

    Folder folder_;

    void succeeds(const QStringList& arguments, int code = 0, const Environment& environment = {}) {
        const Outcome outcome = folder_.run(arguments, environment);
        QVERIFY2(outcome.code == code, qPrintable(outcome.text()));
    }

private slots:
    void initTestCase() { saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png")); }

    /// As the README has it: by the driver, and by the platform; two of one platform are no question.
    void devicesByName() {
        const Environment two{{"POCL_DEVICES", "pthread basic"}};
        for (const char* name : {"pocl", "portable comp", "basic", "1"}) {
            succeeds(
                {"run", "photo.png", "-o", "named.png", "--stack", "invert", "--device", name, "--report", "r.json"}, 0,
                two);
            const QString device = folder_.json("r.json")["device"].toObject()["name"].toString();
            QVERIFY2(name[0] == 'p' || device.startsWith(name[0] == 'b' ? "basic" : "pthread"), qPrintable(device));
        }
    }

    void experimentGoesOn() {
        const QStringList words{"experiment", "photo.png",          "--stack",          "grayscale | invert",
                                "--axis",     "invert.variant=all", "2.workgroup=8,16", "--repeat",
                                "2",          "--no-ceilings",      "--journal",        "experiment.csv",
                                "--plot",     "experiment.svg"};
        succeeds(words);
        const QByteArray journal = folder_.read("experiment.csv");
        QCOMPARE(journal.count('\n'), 1 + 2 * 2);
        QVERIFY(journal.contains("invert variant=cpu workgroup=16") && journal.contains("match"));
        succeeds(words);
        QCOMPARE(folder_.read("experiment.csv"), journal);
        QVERIFY(folder_.read("experiment.svg").contains("direct</text>"));
        succeeds(words.mid(0, words.size() - 1) << "experiment.png");
        QCOMPARE(loadImage(folder_.path("experiment.png"))->width(), 1800);
    }
};

QTEST_GUILESS_MAIN(CliExperimentTest)
#include "cli_experiment.moc"
