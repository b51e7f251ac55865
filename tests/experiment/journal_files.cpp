// Journals that several processes write, or that hold something else: nobody loses a lock or a text.
#include <QTest>

#include <QTemporaryDir>

#include <atomic>
#include <filesystem>
#include <thread>

#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/whole_file.h"
#include "core/experiment/journal.h"
#include "core/experiment/journal_file.h"
#include "core/shards/run_journal.h"
#include "tests/test_program.h"

using namespace lightbench;
namespace fs = std::filesystem;

class JournalFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string file(const char* name) const { return folder_.filePath(QLatin1String(name)).toStdString(); }
    static std::string textOf(const std::string& path) { return readSmallFile(path, 1 << 20, "a text"); }

private slots:
    /// Between the rename and the lock of the new file nobody else gets it, and the lock of an old file is worth
    /// nothing.
    void replacedFilesStayLocked() {
        const std::string path = file("raced.csv");
        JournalFile mine(path);
        std::atomic<bool> isOver{false};
        std::atomic<int> taken{0};
        std::vector<std::thread> others;
        for (int i = 0; i < 2; ++i)
            others.emplace_back([&] {
                while (!isOver) {
                    try {
                        const JournalFile other(path);
                        ++taken;
                    } catch (const Error&) { // it is being written by another
                    }
                }
            });
        std::string failure;
        for (int i = 0; i < 400 && failure.empty(); ++i)
            try {
                mine.replace("row " + std::to_string(i) + "\n");
            } catch (const Error& error) {
                failure = error.what();
            }
        isOver = true;
        for (std::thread& other : others)
            other.join();
        QCOMPARE(failure, std::string());
        QCOMPARE(taken.load(), 0);
        QCOMPARE(textOf(path), std::string("row 399\n"));
        mine.append("one more\n");
        QCOMPARE(mine.read(), std::string("row 399\none more\n"));
    }

    void linksStayLinks() {
        writeWhole(file("target.csv"), "");
        fs::create_symlink(file("target.csv"), file("link.csv"));
        JournalFile(file("link.csv")).replace("rows\n");
        QVERIFY(fs::is_symlink(file("link.csv")));
        QCOMPARE(textOf(file("target.csv")), std::string("rows\n"));
    }

    /// A text of one line is no heading that a killed program left unfinished.
    void textsAreNoJournals() {
        const std::string path = file("notes.txt");
        for (const char* notes : {"my notes", "my notes\n", "my notes\nof two lines\n", "input,stacks", "\n"}) {
            writeWhole(path, notes);
            QVERIFY_THROWS_EXCEPTION(Error, RunJournal{path});
            QVERIFY_THROWS_EXCEPTION(Error, mergeRunJournals({}, path));
            QVERIFY_THROWS_EXCEPTION(Error, Journal{path});
            QCOMPARE(textOf(path), std::string(notes));
        }
        writeWhole(path, csvLine(columnsOf<RunRow>()).substr(0, 12));
        QVERIFY(RunJournal{path}.isOn());
        QCOMPARE(textOf(path), csvLine(columnsOf<RunRow>()));
    }
};

LIGHTBENCH_TEST(JournalFilesTest, NoApplication)
#include "journal_files.moc"
