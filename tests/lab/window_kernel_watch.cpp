// The user's kernel files on disk while they are open: replaced, deleted, with headers that change or come later, and
// in a folder that the lab follows.
#include "tests/lab/own_kernel_window.h"
#include "tests/test_program.h"
#include "ui/files/file_name.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowKernelWatchTest : public QObject, private OwnKernelWindow {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_kernel_watch")); }
    void init() { QVERIFY(startWithFile()); }
    void cleanup() { window.reset(); }

    void replacedByRenaming();
    void headersAreWatched();
    void aMissingHeaderIsAwaited();
    void newFilesOfAFolderAreRead();
    void aDeletedFileLeavesItsFilter();
    void aDeletedFileCanBeSavedOrMovedBack();
};

void WindowKernelWatchTest::replacedByRenaming() {
    openKernel();
    for (int value = 20; value < 23; ++value) {
        const QString other = path_ + "~";
        putFile(other, kernelOf(QByteArray::number(value)));
        QVERIFY(::rename(nameBytes(other).c_str(), nameBytes(path_).c_str()) == 0);
        QVERIFY(shows(value));
    }
}

void WindowKernelWatchTest::headersAreWatched() {
    const QString header = home_->filePath("value.h");
    putFile(header, "#define VALUE 10\n");
    putFile(path_, "#include \"value.h\"\n" + kernelOf("VALUE"));
    openKernel();
    putFile(header, "#define VALUE 33\n");
    QVERIFY(shows(33));
    putFile(header, "#define VALUE nonsense\n");
    QVERIFY(hasError("shade.cl"));
    QVERIFY(QFile::remove(header));
    QVERIFY(hasError("value.h"));
    QVERIFY(shows(33));
}

void WindowKernelWatchTest::aMissingHeaderIsAwaited() {
    putFile(path_, "#include \"late.h\"\n" + kernelOf("VALUE"));
    openPicture();
    window->documents().open({path_});
    QVERIFY(hasError("late.h"));
    putFile(home_->filePath("late.h"), "#define VALUE 21\n");
    QVERIFY(shows(21));
    QVERIFY(window->banner()->text().isEmpty());
}

/// The folder is made after the window was opened.
void WindowKernelWatchTest::newFilesOfAFolderAreRead() {
    const QString folder = home_->filePath("mine");
    window->lab().kernels.followFolder(folder);
    QVERIFY(QDir().mkdir(folder));
    const auto hasFilter = [this](const char* id) {
        return waitUntil([&] { return session().filters().find(id) != nullptr; });
    };
    putFile(folder + "/first.cl", kernelOf("7"));
    QVERIFY(hasFilter("first"));
    putFile(folder + "/second.cl", kernelOf("8"));
    QVERIFY(hasFilter("second"));
    QVERIFY(errors_.isEmpty());
}

void WindowKernelWatchTest::aDeletedFileLeavesItsFilter() {
    openKernel();
    QVERIFY(QFile::remove(path_));
    QTRY_VERIFY(!notices_.isEmpty());
    QVERIFY2(notices_.last().contains("shade.cl"), qPrintable(notices_.last()));
    set("strength", 2.0);
    QVERIFY(shows(20));
    KernelTexts& texts = window->lab().kernels.texts();
    QCOMPARE(texts.unsavedPaths(), QStringList{path_}); // else closing the window would lose it
    putFile(path_, kernelOf("44"));
    QVERIFY(shows(44));
    QCOMPARE(notices_.last(), QString());
    QVERIFY(!texts.isUnsaved(path_));
}

void WindowKernelWatchTest::aDeletedFileCanBeSavedOrMovedBack() {
    openKernel();
    KernelTexts& texts = window->lab().kernels.texts();
    const QString text = texts.text(path_);
    QVERIFY(QFile::remove(path_));
    QTRY_VERIFY(texts.isUnsaved(path_));
    QCOMPARE(texts.save(path_), QString());
    QCOMPARE(QString::fromUtf8(textOfFile(path_)), text);
    QVERIFY(!texts.isUnsaved(path_));
    QCOMPARE(notices_.last(), QString());
    QVERIFY(QFile::rename(path_, path_ + ".away"));
    QTRY_VERIFY(texts.isUnsaved(path_));
    QVERIFY(QFile::rename(path_ + ".away", path_));
    QTRY_VERIFY(!texts.isUnsaved(path_));
    QCOMPARE(notices_.last(), QString());
}

LIGHTBENCH_TEST(WindowKernelWatchTest, QApplication)
#include "window_kernel_watch.moc"
