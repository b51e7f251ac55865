// Several images at the same time: what is told, reported and written is what it is when they are done in turn.
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliBatch : public QObject {
    Q_OBJECT

    Folder folder_;
    QStringList inputs_;
    ProgramOutcome batch(const QString& out, const QString& jobs, const QStringList& more = {}) const {
        return folder_.run(QStringList{"run"} + inputs_ + QStringList{"-o", out, "--jobs", jobs} + more);
    }
    /// Without the times, and without the folder's name.
    static QString lasting(QString text, const QString& folder) {
        return text.remove(QRegularExpression("[0-9.]+ ms")).replace(folder + "/", "");
    }

private slots:
    /// Large and small ones in turn, so that later ones are done first; one is damaged.
    void initTestCase() {
        for (int i = 0; i < 12; ++i) {
            const QString name = QString("%1.png").arg(i, 2, 10, QChar('0'));
            const Size size = i % 3 == 0 ? Size{1200, 900} : Size{20 + i, 10};
            saveImage(tests::drawnImage<std::uint8_t>(size.width, size.height, 1,
                                                      [i](int x, int y, int) { return std::uint8_t(x * y + i); }),
                      folder_.path(name));
            inputs_ << name;
        }
        folder_.put("04.png", "no image");
    }

    void toldAndReportedInTurn() {
        const QStringList more{"--stack", "median k=3", "--verify", "--histogram"};
        const ProgramOutcome inTurn = batch("a", "1", more + QStringList{"a.csv", "--report", "a.json"});
        const ProgramOutcome together = batch("b", "5", more + QStringList{"b.csv", "--report", "b.json"});
        QCOMPARE(inTurn.code, 2);
        QCOMPARE(together.code, 2);
        QCOMPARE(inTurn.output.count('\n'), 11);
        QCOMPARE(lasting(together.output, "b"), lasting(inTurn.output, "a"));
        QCOMPARE(lasting(together.errors, "b"), lasting(inTurn.errors, "a"));
        QVERIFY(together.errors.contains("04.png"));
        QCOMPARE(folder_.read("b.csv"), folder_.read("a.csv"));
        const QJsonArray before = folder_.json("a.json")["runs"].toArray(),
                         after = folder_.json("b.json")["runs"].toArray();
        QCOMPARE(after.size(), 11);
        for (int i = 0; i < 11; ++i) {
            QCOMPARE(after[i].toObject()["input"], before[i].toObject()["input"]);
            QVERIFY(!after[i].toObject()["warmed_up"].toBool());
            QCOMPARE(after[i].toObject()["times_of"].toString(), "single cold run (not a benchmark)");
            QCOMPARE(after[i].toObject()["wall_samples_ms"].toArray().size(), 1);
        }
        for (const QString& name : inputs_)
            if (name != "04.png") QCOMPARE(folder_.read("b/" + name), folder_.read("a/" + name));
    }

    void journalIsGoneOnWith() {
        for (const QString jobs : {"1", "4"}) {
            const QString journal = jobs + ".csv";
            QCOMPARE(batch("c" + jobs, jobs, {"--journal", journal}).code, 2);
            const ProgramOutcome again = batch("c" + jobs, jobs, {"--journal", journal});
            QCOMPARE(again.output.count("kept, done"), 11);
        }
        QCOMPARE(folder_.read("4.csv").count('\n'), folder_.read("1.csv").count('\n'));
    }

    /// Without --repeat each image runs once, whatever is written of it: nothing is warmed up.
    void eachRunsOnce() {
        for (const QStringList& more :
             {QStringList{"--journal", "once.csv"}, {"--verify"}, {"--report", "once.json"}}) {
            QCOMPARE(batch("once", "2", more + QStringList{"--trace", "once-trace.json"}).code, 2);
            QVERIFY(!folder_.read("once-trace.json").contains("warm-up"));
        }
        QCOMPARE(batch("often", "2", {"--repeat", "3", "--report", "often.json", "--trace", "often-trace.json"}).code,
                 2);
        QVERIFY(folder_.read("often-trace.json").contains("warm-up"));
        const QJsonObject run = folder_.json("often.json")["runs"].toArray()[0].toObject();
        QCOMPARE(run["times_of"].toString(), "medians of 3 repeats after a warm-up");
        QCOMPARE(run["wall_samples_ms"].toArray().size(), 3);
    }

    /// Histograms are counted beside the next image, and only for a run that asks for them.
    void countsWhatIsAskedFor() {
        QCOMPARE(batch("e", "2", {"--trace", "e.json", "--report", "e-report.json"}).code, 2);
        QVERIFY(!folder_.read("e.json").contains("histograms"));
        const QJsonObject run = folder_.json("e-report.json")["runs"].toArray()[0].toObject();
        QCOMPARE(run["histogram"].toObject()["input"].toArray()[0].toArray().size(), 256);
        QCOMPARE(batch("e", "2", {"--histogram", "e.csv"}).code, 2);
        QCOMPARE(folder_.read("e.csv").count('\n'), 11 * 256 + 1);
    }

    /// Images are read while drivers are asked for their devices: what comes of that is told as ever, and nothing of it
    /// where there is no such device.
    void readAheadIsToldInTurn() {
        const QStringList wrong{"--device", "no such device"};
        const ProgramOutcome outcome = batch("f", "8", wrong);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.errors.contains("no such device") && !outcome.errors.contains("04.png"),
                 qPrintable(outcome.text()));
        QVERIFY(!QFileInfo::exists(folder_.path("f")));
    }

    void numbersOfJobs() {
        for (const char* jobs : {"0", "-1", "x", "1025"}) {
            const ProgramOutcome outcome = batch("d", jobs);
            QVERIFY2(outcome.code == 2 && outcome.errors.contains("jobs"), qPrintable(outcome.text()));
        }
    }
};

LIGHTBENCH_TEST(CliBatch, QCoreApplication)
#include "cli_batch.moc"
