// The journal of `run`: what is asked for is there afterwards, whatever an earlier call left, and other files stay.
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliJournals : public QObject {
    Q_OBJECT

    Folder folder_;
    const QStringList batch_{"run", "a.pgm", "b.pgm", "-o", "o", "--journal", "j.csv"};

    ProgramOutcome run(const QStringList& more) const { return folder_.run(batch_ + more); }
    static QByteArray kernelOf(const char* value) {
        return QByteArray("#include \"tone.h\"\nkernel void k(global const uchar* src, global uchar* dst, int width, "
                          "int height) {\n    int x = get_global_id(0), y = get_global_id(1);\n"
                          "    if (x < width && y < height) dst[y * width + x] = ") +
               value + ";\n}\n";
    }
    void keeps(const QStringList& more) const {
        const ProgramOutcome outcome = run(more);
        QVERIFY2(outcome.code == 0 && outcome.output.count("kept, done") == 2 && outcome.errors.isEmpty(),
                 qPrintable(outcome.text()));
    }
    void runsAgain(const QStringList& more, const QString& why) const {
        const ProgramOutcome outcome = run(more);
        QVERIFY2(outcome.code == 0 && !outcome.output.contains("kept, done"), qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains("2 images ran again") &&
                     outcome.errors.contains(why),
                 qPrintable(why + " is missing in " + outcome.text()));
    }

private slots:
    void init() {
        for (const QString& path : folder_.everything())
            QFile::remove(path);
        folder_.putGrayImage("a.pgm");
        folder_.putGrayImage("b.pgm");
        folder_.putGrayImage("with.pgm");
    }

    void textsOfKernelsCount() {
        folder_.put("k.cl", kernelOf("TONE"));
        folder_.put("tone.h", "#define TONE 7\n");
        const QStringList mine{"--kernels", "k.cl", "--stack", "k"};
        QCOMPARE(run(mine).code, 0);
        keeps(mine);
        folder_.put("k.cl", kernelOf("TONE + 1"));
        runsAgain(mine, "(files)");
        QCOMPARE(int(uchar(folder_.read("o/a.pgm").back())), 8);
        folder_.put("tone.h", "#define TONE 20\n");
        runsAgain(mine, "(files)");
        QCOMPARE(int(uchar(folder_.read("o/a.pgm").back())), 21);
        keeps(mine);
    }

    void filesOfTheStackCount() {
        folder_.put("m.txt", "0 0 0\n0 1 0\n0 0 0\n");
        const QStringList stack{"--stack", "convolution matrix=m.txt | blend with=with.pgm"};
        QCOMPARE(run(stack).code, 0);
        keeps(stack);
        folder_.put("m.txt", "0 0 0\n0 0.5 0\n0 0 0\n");
        runsAgain(stack, "(files)");
        folder_.put("with.pgm", folder_.read("with.pgm").replace(20, 9, "different"));
        runsAgain(stack, "(files)");
        keeps(stack);
    }

    void whatIsAskedForIsThere() {
        QCOMPARE(run({"--format", "png"}).code, 0);
        runsAgain({"--format", "tiff"}, "(requested output)");
        QVERIFY(QFile::exists(folder_.path("o/a.tiff")));
        keeps({"--format", "png"});
        keeps({"--format", "tiff"});
        runsAgain({"--format", "png", "--compression", "9"}, "(compression)");
        QCOMPARE(run({"--format", "jpg"}).code, 0);
        runsAgain({"--format", "jpg", "--quality", "10"}, "(quality)");
        runsAgain({"--format", "jpg", "--quality", "10", "--verify"}, "(check)");
        runsAgain({"--format", "jpg", "--quality", "10", "--difference", "d"}, "(difference)");
        QVERIFY(QFile::exists(folder_.path("d/a.png")));
        keeps({"--format", "jpg", "--quality", "10", "--difference", "d"});
        QFile::remove(folder_.path("d/a.png"));
        const ProgramOutcome outcome = run({"--format", "jpg", "--quality", "10", "--difference", "d"});
        QVERIFY2(outcome.output.count("kept, done") == 1, qPrintable(outcome.text()));
        QVERIFY(QFile::exists(folder_.path("d/a.png")));
    }

    /// Of one image, the suffix of -o decides.
    void suffixOfOneResult() {
        const QStringList one{"run", "a.pgm", "--journal", "one.csv", "-o"};
        QCOMPARE(folder_.run(one + QStringList{"one.png"}).code, 0);
        QCOMPARE(folder_.run(one + QStringList{"one.tiff"}).code, 0);
        QVERIFY(QFile::exists(folder_.path("one.tiff")));
        const ProgramOutcome again = folder_.run(one + QStringList{"one.tiff"});
        QVERIFY2(again.output.contains("kept, done"), qPrintable(again.text()));
        QCOMPARE(folder_.run(one + QStringList{"one.tiff", "--report", "one.json"}).code, 0);
        QVERIFY(QFile::exists(folder_.path("one.json")));
        const QByteArray report = folder_.read("one.json");
        QVERIFY(folder_.run(one + QStringList{"one.tiff", "--report", "one.json"}).output.contains("kept, done"));
        QCOMPARE(folder_.read("one.json"), report);
    }

    /// A resumed batch has a report of each image, the histograms of each and the times of each.
    void resumedFilesAreWhole() {
        const QStringList files{"--stack",     "invert | median", "--report", "r.json",
                                "--histogram", "h.csv",           "--trace",  "t.json"};
        QCOMPARE(run(files).code, 0);
        const QJsonArray before = folder_.json("r.json")["runs"].toArray();
        const QByteArray histograms = folder_.read("h.csv");
        QFile::remove(folder_.path("o/b.pgm"));
        const ProgramOutcome outcome = run(files);
        QVERIFY2(outcome.code == 0 && outcome.output.count("kept, done") == 1, qPrintable(outcome.text()));
        const QJsonArray after = folder_.json("r.json")["runs"].toArray();
        QCOMPARE(after.size(), 2);
        QCOMPARE(after[0], before[0]);
        QCOMPARE(after[1].toObject()["input"].toObject()["path"].toString(), QString("b.pgm"));
        QCOMPARE(folder_.read("h.csv"), histograms);
        QSet<int> processes;
        for (const QJsonValue& event : folder_.json("t.json")["traceEvents"].toArray())
            processes << event.toObject()["pid"].toInt();
        QCOMPARE(processes, (QSet<int>{1, 2, 3, 4, 5, 6}));
        const QByteArray report = folder_.read("r.json"), trace = folder_.read("t.json");
        keeps(files);
        QCOMPARE(folder_.read("r.json"), report);
        QCOMPARE(folder_.read("t.json"), trace);
        // What is gone is made again.
        folder_.put("r.json", "{\"runs\": [");
        QCOMPARE(run(files).output.count("kept, done"), 0);
        QCOMPARE(folder_.json("r.json")["runs"].toArray().size(), 2);
    }

    void otherTextsStay() {
        folder_.put("n.txt", "my notes");
        folder_.refused({"run", "a.pgm", "b.pgm", "-o", "o", "--journal", "n.txt"}, "n.txt");
        folder_.refused({"run", "a.pgm", "-o", "one.pgm", "--journal", "n.txt"}, "n.txt");
        folder_.refused({"experiment", "a.pgm", "--stack", "invert", "--axis", "variant=all", "--journal", "n.txt"},
                        "n.txt");
        QCOMPARE(folder_.read("n.txt"), QByteArray("my notes"));
    }

    /// Rows that do not say all that their results depend on are read, and stay until their images ran again.
    void rowsWithFewerColumns() {
        QCOMPARE(run({}).code, 0);
        QByteArrayList lines = folder_.read("j.csv").split('\n');
        const auto columns = lines[0].split(',').indexOf("files_hash");
        QVERIFY(columns > 0);
        for (QByteArray& line : lines)
            if (!line.isEmpty()) line = line.split(',').mid(0, columns).join(',');
        folder_.put("j.csv", lines.join('\n'));
        runsAgain({}, "requested output");
        keeps({});
    }
};

LIGHTBENCH_TEST(CliJournals, QCoreApplication)
#include "cli_journals.moc"
