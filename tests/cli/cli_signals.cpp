// Signals that were ignored when a program started are none of its business; others stop it, and nothing stays behind.
#include <QTest>

#include "tests/cli/cli_signalled.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliSignals : public QObject {
    Q_OBJECT

    Folder folder_;
    QStringList images_;

    QString batch(const QString& out) const {
        return shellWord(LIGHTBENCH_CLI) + " run " + images_.join(' ') + " -o " + out + " --journal " + out +
               ".csv --jobs 1 --stack 'median k=3 variant=cpu | non-local-means'";
    }
    int rows(const QString& journal) const {
        QFile file(folder_.path(journal));
        return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
    }
    /// Sends the signal to what a shell has become once the first image is done.
    ProgramOutcome signalled(const QString& line, const QString& journal, int signal,
                             const Environment& environment = {}) const {
        return lightbench::signalled(folder_, "/bin/sh", {"-c", line}, environment, signal,
                                     [&] { return rows(journal) > 1; });
    }

private slots:
    void initTestCase() {
        for (int i = 0; i < 4; ++i) {
            images_ << QString("s%1.png").arg(i);
            saveImage(patterned({{500, 400}, {SampleType::U8, 4}}), folder_.path(images_.back()));
        }
    }

    void aSignal_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("number");
        QTest::newRow("interrupt") << "INT" << SIGINT;
        QTest::newRow("terminate") << "TERM" << SIGTERM;
        QTest::newRow("hang up") << "HUP" << SIGHUP;
    }
    void aSignal() {
        QFETCH(QString, name);
        QFETCH(int, number);
        const ProgramOutcome stopped = signalled("exec " + batch("stopped" + name), "stopped" + name + ".csv", number);
        QVERIFY2(stopped.code == 130 && stopped.errors.contains("stopped"), qPrintable(stopped.text()));
        QVERIFY(rows("stopped" + name + ".csv") < 5);
        const ProgramOutcome ignored =
            signalled("trap '' " + name + "; exec " + batch("ignored" + name), "ignored" + name + ".csv", number);
        QVERIFY2(ignored.code == 0, qPrintable(ignored.text()));
        QCOMPARE(rows("ignored" + name + ".csv"), 5);
    }

    /// A shell without job control starts what is in the background so that Ctrl-C, which goes to all, is ignored.
    void aBackgroundJob() {
        const QString line = "trap : INT; " + batch("background") + " & wait $! || wait $!";
        const ProgramOutcome outcome = lightbench::signalled(
            folder_, "/bin/sh", {"-c", line}, {}, SIGINT, [&] { return rows("background.csv") > 1; }, true);
        QCOMPARE(rows("background.csv"), 5);
        QVERIFY2(!outcome.errors.contains("stopped"), qPrintable(outcome.text()));
    }

    /// The former program forwards to the command line, and so does a signal.
    void aBench() {
        for (const bool isIgnored : {false, true}) {
            const QString csv = isIgnored ? "ignored-bench.csv" : "stopped-bench.csv";
            const QString line = QString(isIgnored ? "trap '' INT; exec " : "exec ") +
                                 shellWord(QString(LIGHTBENCH_CLI).replace("lightbench-cli", "lightbench-bench")) +
                                 " sweep --stack gaussian --size 256x256 --axis gaussian.sigma=1,2,4,8"
                                 " --no-peak-rates --no-check --repeat 30 --cap 1 --csv " +
                                 csv;
            const ProgramOutcome outcome = signalled(line, csv, SIGINT);
            QVERIFY2(outcome.code == (isIgnored ? 0 : 130), qPrintable(outcome.text()));
        }
    }

    /// SIGUSR1 has nothing to do with it: it ends the program, as it does any.
    void anotherSignal() {
        const ProgramOutcome outcome = signalled("exec " + batch("other"), "other.csv", SIGUSR1);
        QCOMPARE(outcome.code, -1);
    }
};

LIGHTBENCH_TEST(CliSignals, QCoreApplication)
#include "cli_signals.moc"
