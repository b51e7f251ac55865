// Texts of kernels that were typed and not saved: a signal whose question is answered with Cancel leaves them, and they
// survive a kill. Nothing is written into the user's file by itself.
#include <QAbstractButton>
#include <QMessageBox>
#include <QTimer>

#include <csignal>

#include "tests/lab/own_kernel_window.h"
#include "tests/test_program.h"
#include "ui/lab/termination_signals.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowKernelTextsTest : public QObject, private OwnKernelWindow {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_kernel_texts")); }
    void init() {
        makeFile();
        saved_ = textOfFile(path_);
        QVERIFY(start());
        openKernel();
    }
    void cleanup() { window.reset(); }

    void cancelKeepsTheWindowThatASignalCloses();
    void typedTextSurvivesAKill();
    void aWrongTextSurvivesAKill();
    void aTextWhoseFileChangedConflicts();
    void aTextWhoseFileIsGoneComesBack();
    void savedAndDiscardedTextsAreNotKept();

private:
    KernelTexts& texts() { return window->lab().kernels.texts(); }
    void type(const QByteArray& text) { texts().edit(path_, QString::fromUtf8(text)); }
    bool isKept(const QByteArray& text) {
        return waitUntil([&] {
            QSettings settings;
            settings.sync();
            return settings.value("session/texts/1/text").toByteArray() == text;
        });
    }
    /// As after kill -9: nothing of the window is asked or told.
    bool killAndStart() {
        window.reset();
        return start();
    }
    /// Sends a signal, answers the question, and returns the program's exit code: 7 if nothing ended it.
    int signalAndAnswer(QMessageBox::StandardButton answer) {
        QTimer clicker;
        connect(&clicker, &QTimer::timeout, this, [answer] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (question) question->button(answer)->click();
        });
        clicker.start(50);
        QTimer end;
        connect(&end, &QTimer::timeout, this, [] { QCoreApplication::exit(7); });
        end.start(1500);
        ::raise(SIGTERM);
        return QCoreApplication::exec();
    }
    QByteArray saved_;
    const QByteArray typed_ = kernelOf("convert_uchar_sat(20 * strength)");
};

void WindowKernelTextsTest::cancelKeepsTheWindowThatASignalCloses() {
    const TerminationSignals terminationSignals(*window);
    type(typed_);
    for (int i = 0; i < 2; ++i) { // it listens again afterwards
        QCOMPARE(signalAndAnswer(QMessageBox::Cancel), 7);
        QVERIFY(window->isVisible());
        QCOMPARE(texts().text(path_), QString::fromUtf8(typed_));
    }
    QCOMPARE(signalAndAnswer(QMessageBox::Discard), 0);
    QVERIFY(!window->isVisible());
    QCOMPARE(textOfFile(path_), saved_);
}

void WindowKernelTextsTest::typedTextSurvivesAKill() {
    type(typed_);
    QVERIFY(isKept(typed_));
    QCOMPARE(textOfFile(path_), saved_);
    QVERIFY(killAndStart());
    QTRY_COMPARE(texts().text(path_), QString::fromUtf8(typed_));
    QVERIFY(texts().isUnsaved(path_) && !texts().isConflicting(path_));
    QTRY_VERIFY2(window->banner()->text().contains("shade.cl, which was not saved"),
                 qPrintable(window->banner()->text()));
    QCOMPARE(textOfFile(path_), saved_);
    // With the session, it runs as it did.
    window->commands().action("restore-session")->trigger();
    QVERIFY(shows(20));
    QCOMPARE(texts().save(path_), QString());
    QCOMPARE(textOfFile(path_), typed_);
    QVERIFY(isKept({}));
}

/// Most texts are wrong while they are typed. The file's own text stays in use, as it was before the kill.
void WindowKernelTextsTest::aWrongTextSurvivesAKill() {
    const QByteArray wrong = "// " + typed_;
    type(wrong);
    QVERIFY(isKept(wrong));
    QVERIFY(killAndStart());
    QTRY_COMPARE(texts().text(path_), QString::fromUtf8(wrong));
    QTRY_VERIFY(window->banner()->text().contains("shade.cl, which was not saved"));
    window->commands().action("restore-session")->trigger();
    QVERIFY(shows(10));
    QCOMPARE(stages(), QStringLiteral("shade"));
    QVERIFY(texts().isUnsaved(path_));
    QVERIFY(hasError("The last version stays in use"));
    QCOMPARE(textOfFile(path_), saved_);
}

void WindowKernelTextsTest::aTextWhoseFileChangedConflicts() {
    type(typed_);
    QVERIFY(isKept(typed_));
    window.reset();
    const QByteArray other = kernelOf("convert_uchar_sat(30 * strength)");
    putFile(path_, other);
    QVERIFY(start());
    QTRY_VERIFY(texts().isConflicting(path_));
    QCOMPARE(texts().text(path_), QString::fromUtf8(typed_));
    texts().takeDisk(path_);
    QCOMPARE(texts().text(path_), QString::fromUtf8(other));
    QVERIFY(isKept({}));
}

void WindowKernelTextsTest::aTextWhoseFileIsGoneComesBack() {
    type(typed_);
    QVERIFY(isKept(typed_));
    window.reset();
    QVERIFY(QFile::remove(path_));
    QVERIFY(start());
    QTRY_COMPARE(texts().text(path_), QString::fromUtf8(typed_));
    QVERIFY(!QFile::exists(path_));
    QVERIFY(window->lab().runs.isIdle() || settle());
    QCOMPARE(texts().save(path_), QString());
    QCOMPARE(textOfFile(path_), typed_);
}

void WindowKernelTextsTest::savedAndDiscardedTextsAreNotKept() {
    type(typed_);
    QVERIFY(isKept(typed_));
    QTimer::singleShot(200, window.get(), [] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (question) question->button(QMessageBox::Discard)->click();
    });
    QVERIFY(window->close());
    QVERIFY(killAndStart());
    QVERIFY(!texts().has(path_));
    QVERIFY(!window->banner()->text().contains("shade.cl"));
}

LIGHTBENCH_TEST(WindowKernelTextsTest, QApplication)
#include "window_kernel_texts.moc"
