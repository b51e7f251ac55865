// Saving a stack: the suffix that the dialog adds, and the question before a file is replaced that has changed on disk.
#include <QAbstractButton>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QTimer>

#include "tests/lab/text_files.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/bars/banner.h"
#include "ui/documents/save_dialog.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowSavingTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(prepare("window_saving"));
        path_ = folder.filePath("my.stack");
    }
    void init() {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("hints/noGpu"), true); // the bar is about files alone
        QVERIFY(open());
        putFile(path_, "grayscale\n");
    }
    void cleanup() { window.reset(); }

    void theSuffixIsAdded_data();
    void theSuffixIsAdded();
    void aStackSavedUnderANewNameIsAStack();
    void aFileThatChangedIsNotReplacedUnasked();
    void anUnchangedFileIsReplacedWithoutAQuestion();
    void aFileOfTwoTabsIsNotReplacedUnasked();
    void aFileThatChangedBetweenSessionsIsNotReplacedUnasked();
    void theOfferGoesWithItsFile();

private:
    void load() {
        window->documents().loadStack(path_);
        QTRY_COMPARE(window->lab().session.stackPath(), path_);
    }
    QString bar() { return window->banner()->text(); }
    /// Ctrl+S; the question, if there is one, is answered by the button with this text. Returns what it asked.
    QString save(const QString& answer) {
        QString asked;
        QTimer clicker;
        connect(&clicker, &QTimer::timeout, this, [&] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!question) return;
            asked = question->text();
            for (QAbstractButton* button : question->buttons())
                if (button->text().remove('&') == answer) button->click();
        });
        clicker.start(20);
        window->commands().action("save-stack")->trigger();
        return asked;
    }
    QString path_;
};

void WindowSavingTest::theSuffixIsAdded_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QString>("written");
    const QString stacks = "Stacks (*.stack)", images = "Images (*.png *.jpg *.tif)";
    QTest::newRow("a number with a point") << "blur 2.5" << stacks << ".stack"
                                           << "blur 2.5.stack";
    QTest::newRow("no suffix") << "blur" << stacks << ".stack"
                               << "blur.stack";
    QTest::newRow("the suffix") << "blur.stack" << stacks << ".stack"
                                << "blur.stack";
    QTest::newRow("capitals") << "blur.STACK" << stacks << ".stack"
                              << "blur.STACK";
    QTest::newRow("another suffix") << "blur.txt" << stacks << ".stack"
                                    << "blur.txt.stack";
    QTest::newRow("an image with a point") << "photo 2.5" << images << ".png"
                                           << "photo 2.5.png";
    QTest::newRow("an image of another kind") << "photo.tif" << images << ".png"
                                              << "photo.tif";
    QTest::newRow("an image that is refused later") << "photo.gif" << images << ".png"
                                                    << "photo.gif";
}

void WindowSavingTest::theSuffixIsAdded() {
    QFETCH(QString, typed);
    QFETCH(QString, filter);
    QFETCH(QString, suffix);
    QFETCH(QString, written);
    QCOMPARE(nameWithSuffix(typed, {{}, {}, filter, suffix}), written);
}

void WindowSavingTest::aStackSavedUnderANewNameIsAStack() {
    load();
    QTimer::singleShot(200, window.get(), [] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(QStringLiteral("blur 2.5"));
        QMetaObject::invokeMethod(dialog, "accept");
    });
    window->commands().action("save-stack-as")->trigger();
    QCOMPARE(window->lab().session.stackPath(), folder.filePath("blur 2.5.stack"));
    QVERIFY(textOfFile(folder.filePath("blur 2.5.stack")).contains("grayscale"));
    QVERIFY(!QFile::exists(folder.filePath("blur 2.5")));
    window->documents().open({folder.filePath("blur 2.5.stack")});
    QTRY_COMPARE(stack(), QStringLiteral("grayscale"));
}

void WindowSavingTest::aFileThatChangedIsNotReplacedUnasked() {
    load();
    addFilter("invert");
    const QByteArray other("transpose | flip | median\n");
    putFile(path_, other);
    QTRY_VERIFY(bar().contains("my.stack has changed on disk"));
    QVERIFY(save("Cancel").contains("my.stack has changed on disk"));
    QCOMPARE(textOfFile(path_), other);
    QVERIFY(window->lab().session.isStackModified());
    QVERIFY(bar().contains("my.stack has changed on disk"));
    QVERIFY(!save("Replace").isEmpty());
    QVERIFY(textOfFile(path_).contains("invert"));
    QCOMPARE(bar(), QString());
    QTest::qWait(1200); // longer than the watch takes
    QCOMPARE(bar(), QString());
    // A dismissed offer does not make the file the lab's own.
    putFile(path_, other);
    QTRY_VERIFY(bar().contains("my.stack has changed on disk"));
    window->banner()->findChild<QAbstractButton*>(QStringLiteral("dismiss"))->click();
    QVERIFY(!save("Cancel").isEmpty());
    QCOMPARE(textOfFile(path_), other);
}

void WindowSavingTest::anUnchangedFileIsReplacedWithoutAQuestion() {
    load();
    for (const char* filter : {"invert", "flip"}) {
        addFilter(filter);
        QCOMPARE(save("Cancel"), QString());
        QVERIFY(textOfFile(path_).contains(filter));
    }
    QVERIFY(QFile::remove(path_)); // nothing can be lost
    addFilter("median");
    QCOMPARE(save("Cancel"), QString());
    QVERIFY(textOfFile(path_).contains("median"));
}

void WindowSavingTest::aFileOfTwoTabsIsNotReplacedUnasked() {
    load();
    window->commands().action("new-tab")->trigger();
    addFilter("invert");
    QVERIFY(window->documents().saveStackTo(path_));
    window->lab().session.chooseTab(0);
    addFilter("flip");
    QVERIFY(!save("Cancel").isEmpty());
    QVERIFY(textOfFile(path_).contains("invert"));
}

void WindowSavingTest::aFileThatChangedBetweenSessionsIsNotReplacedUnasked() {
    load();
    addFilter("invert");
    window->close();
    window.reset();
    const QByteArray other("transpose | flip | median\n");
    putFile(path_, other);
    QVERIFY(open());
    window->commands().action("restore-session")->trigger();
    QTRY_COMPARE(stack(), QStringLiteral("grayscale | invert"));
    QTRY_VERIFY(bar().contains("my.stack has changed on disk"));
    QVERIFY(!save("Cancel").isEmpty());
    QCOMPARE(textOfFile(path_), other);
}

void WindowSavingTest::theOfferGoesWithItsFile() {
    load();
    addFilter("invert");
    putFile(path_, "transpose | flip\n");
    QTRY_VERIFY(bar().contains("my.stack has changed on disk"));
    QVERIFY(QFile::remove(path_));
    QTRY_COMPARE(bar(), QString());
}

LIGHTBENCH_TEST(WindowSavingTest, QApplication)
#include "window_saving.moc"
