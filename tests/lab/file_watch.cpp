// Files that change on disk, in the ways that programs write them.
#include "ui/state/files/file_watch.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/test_program.h"
#include "ui/files/file_name.h"

using namespace lightbench;

class FileWatchTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        path_ = folder_->filePath("a.png");
        write(path_, "one");
        watch_ = std::make_unique<FileWatch>();
        changes_ = std::make_unique<QSignalSpy>(watch_.get(), &FileWatch::changed);
        watch_->watch({path_});
    }
    void cleanup() {
        changes_.reset();
        watch_.reset();
    }

    void writtenInPlace() {
        write(path_, "another");
        QTRY_COMPARE(changes_->count(), 1);
        QCOMPARE(changes_->at(0).at(0).toString(), path_);
        write(path_, "and one more"); // it is still listened to
        QTRY_COMPARE(changes_->count(), 2);
    }

    void replacedByRenaming() {
        for (int i = 1; i <= 3; ++i) {
            const QString other = folder_->filePath("a.png.tmp");
            write(other, QByteArray(i, 'x'));
            QVERIFY(::rename(nameBytes(other).c_str(), nameBytes(path_).c_str()) == 0);
            QTRY_COMPARE(changes_->count(), i);
        }
    }

    void deletedAndMadeAnew() {
        const QSignalSpy missing(watch_.get(), &FileWatch::missing);
        QVERIFY(QFile::remove(path_));
        QTRY_COMPARE(missing.count(), 1);
        QTest::qWait(900);
        QCOMPARE(missing.count(), 1);   // said once
        QCOMPARE(changes_->count(), 0); // nothing to read
        write(path_, "two");
        QTRY_COMPARE(changes_->count(), 1);
    }

    /// The pauses are much shorter than the rest that the watch waits for, also where other programs take the
    /// processor.
    void writtenInPieces() {
        FileWatch watch(nullptr, 5000);
        const QSignalSpy changes(&watch, &FileWatch::changed);
        watch.watch({path_});
        QFile file(path_);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        for (int piece = 0; piece < 8; ++piece) {
            QTest::qWait(150);
            file.write("piece");
            file.flush();
            QCOMPARE(changes.count(), 0); // not yet
        }
        file.close();
        QTRY_COMPARE(changes.count(), 1);
        QTest::qWait(900);
        QCOMPARE(changes.count(), 1);
    }

    void whatIsKnownIsNoChange() {
        write(path_, "by the lab itself");
        watch_->know(path_);
        QTest::qWait(900);
        QCOMPARE(changes_->count(), 0);
    }

    void whatIsNotWatchedAnyMoreIsQuiet() {
        watch_->watch({});
        write(path_, "unseen");
        QTest::qWait(900);
        QCOMPARE(changes_->count(), 0);
    }

    void namesOfAnyBytes() {
        const QString odd = nameFromBytes(nameBytes(folder_->filePath("caf")) + "\xe9.png");
        write(odd, "one");
        watch_->watch({odd});
        QTest::qWait(100);
        write(odd, "another");
        watch_->look(); // the system's watcher knows no such names: the folder tells, or the window that comes back
        QTRY_COMPARE(changes_->count(), 1);
    }

    void foldersTellOfWhatIsInThem() {
        QVERIFY(QDir(folder_->path()).mkpath("kernels/point"));
        const QString kernels = folder_->filePath("kernels");
        write(kernels + "/point/invert.cl", "one");
        watch_->watch({kernels});
        write(kernels + "/point/invert.cl", "another");
        QTRY_COMPARE(changes_->count(), 1);
        QCOMPARE(changes_->at(0).at(0).toString(), kernels);
    }

    void aFlatFolderTellsOfItsOwnFiles() {
        QVERIFY(QDir(folder_->path()).mkpath("flat/below"));
        const QString flat = folder_->filePath("flat");
        FileWatch watch(nullptr, 60, FileWatch::Folders::Flat);
        const QSignalSpy changes(&watch, &FileWatch::changed);
        watch.watch({flat});
        write(flat + "/below/deep.cl", "one");
        watch.look();
        QTest::qWait(300);
        QCOMPARE(changes.count(), 0);
        write(flat + "/own.cl", "one");
        QTRY_COMPARE(changes.count(), 1);
        QCOMPARE(changes.at(0).at(0).toString(), flat);
    }

private:
    static void write(const QString& path, const QByteArray& content) {
        std::FILE* file = std::fopen(nameBytes(path).c_str(), "wb");
        QVERIFY(file);
        std::fwrite(content.constData(), 1, std::size_t(content.size()), file);
        std::fclose(file);
    }

    std::unique_ptr<QTemporaryDir> folder_;
    QString path_;
    std::unique_ptr<FileWatch> watch_;
    std::unique_ptr<QSignalSpy> changes_;
};

LIGHTBENCH_TEST(FileWatchTest, QCoreApplication)
#include "file_watch.moc"
