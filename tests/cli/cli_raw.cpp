// Camera RAW files on the command line: the worker decodes every one, however it is named.
#include <QFileInfo>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"
#include "tests/worker/recorded_worker.h"

using namespace lightbench;
using namespace lightbench::tests;

class CliRawTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void workerDecodes_data();
    void workerDecodes();
    void noWorkerNoImage();

private:
    Folder folder_;
    RecordedWorker programs_{QFileInfo(LIGHTBENCH_CLI).path(), {"lightbench-cli"}};
};

void CliRawTest::initTestCase() {
    const QString seeds = QStringLiteral(LIGHTBENCH_SOURCE_DIR "/tests/fuzz/seeds/raw/");
    for (const char* name : {"a.dng", "b.dng"})
        QVERIFY(QFile::copy(seeds + "bayer.dng", folder_.path(name)));
    folder_.put("mine.stack", "blend with=b.dng");
    folder_.succeeds({"run", "a.dng", "-o", "a.png", "--stack", "invert"});
}

void CliRawTest::workerDecodes_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("files");
    const auto row = [](const char* name, const QStringList& arguments, int files) {
        QTest::newRow(name) << arguments << files;
    };
    row("run", {"run", "a.dng", "-o", "one.png", "--stack", "invert"}, 1);
    row("in process", {"run", "a.dng", "-o", "two.png", "--stack", "invert", "--in-process"}, 1);
    row("batch", {"run", "a.dng", "b.dng", "-o", "out/", "--stack", "invert"}, 2);
    row("stack text", {"run", "a.png", "-o", "three.png", "--stack", "blend with=b.dng"}, 1);
    row("stack file", {"run", "a.png", "-o", "four.png", "--stack", "mine.stack"}, 1);
    row("compare", {"compare", "a.dng", "b.dng"}, 2);
    row("axis",
        {"experiment", "a.png", "--stack", "blend", "--axis", "blend.with=b.dng", "--repeat", "1", "--no-check"}, 1);
    row("bench", {"bench", "--stack", "blend with=b.dng", "--size", "64x64"}, 1);
    row("generated image", {"experiment", "--stack", "blend with=b.dng", "--size", "64x64"}, 1);
}

/// What the command does with the image afterwards is not asked here.
void CliRawTest::workerDecodes() {
    QFETCH(QStringList, arguments);
    QFETCH(int, files);
    const ProgramOutcome outcome = folder_.command(programs_.path("lightbench-cli"), arguments);
    QVERIFY2(programs_.decodedFiles() >= files, qPrintable(outcome.text()));
}

/// There is no second way to read such a file.
void CliRawTest::noWorkerNoImage() {
    QVERIFY(QFile::remove(programs_.path("lightbench-worker")));
    for (const QStringList& arguments : {QStringList{"compare", "a.dng", "a.png"},
                                         {"run", "a.png", "-o", "five.png", "--stack", "blend with=b.dng"}}) {
        const ProgramOutcome outcome = folder_.command(programs_.path("lightbench-cli"), arguments);
        QVERIFY2(outcome.code != 0 && outcome.errors.contains("cannot start"), qPrintable(outcome.text()));
    }
}

LIGHTBENCH_TEST(CliRawTest, NoApplication)
#include "cli_raw.moc"
