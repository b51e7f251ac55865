// What a process printed before it ended, and whether that names the cause.
#include <QTest>

#include "app/worker/last_words.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
const QString aborted = QStringLiteral("by signal 6 (Aborted)"), segfault = QStringLiteral("by signal 11 (Segmen...)");
} // namespace

class LastWordsTest : public QObject {
    Q_OBJECT
private slots:
    void lines_data() {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("nameCause");
        const auto row = [](const char* name, const QByteArray& output, const QString& how, const char* line,
                            bool nameCause) { QTest::newRow(name) << output << how << QString(line) << nameCause; };
        row("nothing", "", aborted, "", false);
        row("blank lines", "\n \r\n\t\n", aborted, "", false);
        row("LLVM", "a warning\nLLVM ERROR: no fixpoint\n", aborted, "LLVM ERROR: no fixpoint", true);
        row("LLVM, with a trace", "LLVM ERROR: no fixpoint\nStack dump:\n0.  libLLVM.so 0x1234\n", aborted,
            "LLVM ERROR: no fixpoint", true);
        row("an assertion", "f.cc:12: void g(): Assertion `a != NULL' failed.\n\n", aborted,
            "f.cc:12: void g(): Assertion `a != NULL' failed.", true);
        row("a pass of LLVM that crashed",
            "PLEASE submit a bug report\n1.\tRunning pass 'X' on function '@k'\n #0 0x12\n", segfault,
            "1.?Running pass 'X' on function '@k'", true);
        row("a panic of Rust", "thread 'main' panicked at 'x', y.rs:1\nnote: run with a backtrace\n", aborted,
            "thread 'main' panicked at 'x', y.rs:1", true);
        row("a driver that gives up", "buffer 3 does not fit\n", aborted, "buffer 3 does not fit", true);
        row("a driver that exits", "no licence", QStringLiteral("with exit code 3"), "no licence", true);
        row("what a kernel prints", "x is 7\n", segfault, "x is 7", false);
        row("damaged memory", "free(): invalid next size (normal)\n", aborted, "free(): invalid next size (normal)",
            false);
        row("damaged memory, later lines", "double free or corruption (out)\nmore\n", aborted, "more", false);
        row("no text", "\x01\xff\n", segfault, "??", false);
    }
    void lines() {
        QFETCH(QByteArray, output);
        QFETCH(QString, how);
        const LastWords words = lastWordsOf(output.toStdString(), how.toStdString());
        QTEST(QString::fromStdString(words.line), "line");
        QTEST(words.nameCause, "nameCause");
    }
    void longLineIsCut() { QCOMPARE(lastWordsOf(std::string(5000, 'a'), "").line, std::string(200, 'a') + "..."); }
};

LIGHTBENCH_TEST(LastWordsTest, QCoreApplication)
#include "last_words.moc"
