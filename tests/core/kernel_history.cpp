// The history of kernel files: what is kept, what is found again, what is removed, and how two versions differ.
#include <QTemporaryDir>
#include <QTest>

#include "core/base/line_diff.h"
#include "core/definition/kernel_history.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
FilterDefinition version(const std::string& text, const std::map<std::string, std::string>& headers = {}) {
    return {"shade", text, "/home/me/my kernels/shade.cl", headers};
}
const std::string file = "/home/me/my kernels/shade.cl";
} // namespace

class KernelHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void versionsAreFoundAgain() {
        const QTemporaryDir folder;
        const VersionRun run{"2026-01-31T12:00:00Z", "shade strength=2", "PoCL: two\nlines", 1.25, true, "match"};
        VersionRun expected = run;
        expected.device = "PoCL: two lines";
        {
            KernelHistory history(folder.path().toStdString());
            history.note(version("a\r\n\xE9"), run);
            history.note(version("b", {{"../x.h", "X"}, {"y.h", ""}}), {});
        }
        KernelHistory history(folder.path().toStdString());
        const auto& found = history.versions(file);
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY(found[0] == (KernelVersion{1, version("a\r\n\xE9"), expected}));
        QVERIFY(found[1] == (KernelVersion{2, version("b", {{"../x.h", "X"}, {"y.h", ""}}), {}}));
        QVERIFY(history.versions("/home/me/other.cl").empty());
    }

    void aNewerRunReplacesTheRun() {
        KernelHistory history({});
        history.note(version("a"), {.verdict = "not checked"});
        history.note(version("b"), {});
        history.note(version("a"), {.verdict = "match"});
        QCOMPARE(history.versions(file).size(), std::size_t(2));
        QCOMPARE(history.versions(file).front().run.verdict, std::string("match"));
        history.note(version("a", {{"x.h", ""}}), {});
        QCOMPARE(history.versions(file).back().number, 3);
    }

    void onlyTheNewestAreKept() {
        const QTemporaryDir folder;
        KernelHistory history(folder.path().toStdString());
        for (int i = 1; i <= 103; ++i)
            history.note(version(std::to_string(i), {{"x.h", "X"}}), {});
        QCOMPARE(history.versions(file).size(), KernelHistory::maxVersions);
        QCOMPARE(history.versions(file).front().number, 4);
        KernelHistory again(folder.path().toStdString());
        QVERIFY(again.versions(file) == history.versions(file));
        const QDir own(folder.path() + '/' + QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).front());
        QCOMPARE(own.entryList(QDir::Files).size(), qsizetype(3 * KernelHistory::maxVersions));
        for (int i = 0; i < 4; ++i)
            history.note(version(std::string(7 << 20, char('a' + i))), {});
        QCOMPARE(history.versions(file).size(), std::size_t(2));
    }

    /// A version that cannot be read, or that another window wrote meanwhile, keeps its number and its text.
    void versionsAreNotWrittenOver() {
        const QTemporaryDir folder;
        KernelHistory first(folder.path().toStdString()), second(folder.path().toStdString());
        QVERIFY(second.versions(file).empty());
        first.note(version("a"), {});
        second.note(version("b"), {});
        const QDir own(folder.path() + '/' + QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).front());
        QVERIFY(QFile::remove(own.filePath("2.txt")));
        KernelHistory third(folder.path().toStdString());
        third.note(version("c"), {});
        QCOMPARE(third.versions(file).back().number, 3);
        for (const auto& [name, text] : {std::pair("1.cl", "a"), {"2.cl", "b"}, {"3.cl", "c"}}) {
            QFile content(own.filePath(name));
            QVERIFY(content.open(QIODevice::ReadOnly));
            QCOMPARE(content.readAll(), QByteArray(text));
        }
    }

    void damagedVersionsAreLeftOut() {
        const QTemporaryDir folder;
        {
            KernelHistory history(folder.path().toStdString());
            history.note(version("a"), {});
            history.note(version("b"), {});
        }
        const QDir own(folder.path() + '/' + QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).front());
        QVERIFY(QFile::remove(own.filePath("1.cl")));
        KernelHistory history(folder.path().toStdString());
        QCOMPARE(history.versions(file).size(), std::size_t(1));
        history.note(version("c"), {});
        QCOMPARE(history.versions(file).back().number, 3);
    }

    void differences_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("difference");
        QTest::newRow("equal") << QByteArray("a\nb\n") << QByteArray("a\r\nb") << QByteArray();
        QTest::newRow("both empty") << QByteArray() << QByteArray() << QByteArray();
        QTest::newRow("from nothing") << QByteArray() << QByteArray("a\nb\n") << QByteArray("@@ 1 @@\n+ a\n+ b\n");
        QTest::newRow("to nothing") << QByteArray("a\n") << QByteArray() << QByteArray("@@ 1 @@\n- a\n");
        QTest::newRow("changed") << QByteArray("a\nb\nc\n") << QByteArray("a\nx\nc\n")
                                 << QByteArray("@@ 1 @@\n  a\n- b\n+ x\n  c\n");
        QTest::newRow("moved") << QByteArray("a\nb\nc\nd\n") << QByteArray("c\na\nb\nd\n")
                               << QByteArray("@@ 1 @@\n+ c\n  a\n  b\n- c\n  d\n");
        QTest::newRow("far apart") << QByteArray("0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n")
                                   << QByteArray("x\n1\n2\n3\n4\n5\n6\n7\n8\ny\n")
                                   << QByteArray(
                                          "@@ 1 @@\n- 0\n+ x\n  1\n  2\n  3\n@@ 7 @@\n  6\n  7\n  8\n- 9\n+ y\n");
    }

    void differences() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, difference);
        QCOMPARE(QByteArray::fromStdString(lineDiff(before.toStdString(), after.toStdString())), difference);
    }

    /// Neither time nor memory grows without bound.
    void longTexts() {
        std::string before, after;
        for (int i = 0; i < 20000; ++i) {
            before += std::to_string(i) + "\n";
            after += std::to_string(i * 7 % 20000) + "\n";
        }
        const QString text = QString::fromStdString(lineDiff(before, after));
        QVERIFY(text.count('\n') > 20000);
    }
};

LIGHTBENCH_TEST(KernelHistoryTest, QCoreApplication)
#include "kernel_history.moc"
