// Files as the window is given them, keeps them between starts, and finds them changed.
#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QTabBar>
#include <QTimer>
#include <QUndoStack>
#include <QWindow>

#include <csignal>

#include <unistd.h>

#include "tests/built_in_stacks.h"
#include "tests/lab/text_files.h"
#include "tests/lab/window_fixture.h"
#include "tests/stage_of_file.h"
#include "tests/test_program.h"
#include "tests/view/image_support.h"
#include "ui/bars/banner.h"
#include "ui/documents/file_changes.h"
#include "ui/files/image_file.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowDocumentsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(prepare("window_documents"));
        a_ = folder.filePath("A"), b_ = folder.filePath("B");
        QVERIFY(QDir().mkpath(a_) && QDir().mkpath(b_));
    }
    void init() {
        QSettings().clear();
        QVERIFY(open());
        QVERIFY(testPicture(64, 40).save(a_ + "/photo.png"));
        QVERIFY(testPicture(32, 20).save(b_ + "/photo.png"));
        putFile(a_ + "/my.stack", "grayscale\n");
        putFile(b_ + "/my.stack", "invert\n");
    }
    void cleanup() {
        QDir::setCurrent(folder.path());
        window.reset();
    }

    void oddNamesAreShownAsTheyAre();
    void dropsAreAnswered_data();
    void dropsAreAnswered();
    void severalFilesAreAnswered();
    void stacksAreReadInTheBackground();
    void theNewestStackIsLoadedIntoItsTab();
    void editsDuringAReloadStay();
    void changedImagesAreOffered();
    void changedStacksAreOffered();
    void changedInputsAreOffered();
    void changedFilesAreReadAgainByThemselves();
    void signalsEndTheProgramCleanly_data();
    void signalsEndTheProgramCleanly();
    void wrongOptionsAreRefused_data();
    void wrongOptionsAreRefused();
    void helpNeedsNoDisplay_data();
    void helpNeedsNoDisplay();

private:
    /// Writes a stack that takes a while to read, because it names a large image.
    QString putSlowStack() {
        const QString large = a_ + "/large.png", path = a_ + "/slow.stack";
        if (!QFile::exists(large)) QImage(8000, 5000, QImage::Format_RGB32).save(large);
        putFile(path, QByteArray::fromStdString(stageOfFile("blend", "with", large.toStdString()) + "\ngrayscale\n"));
        return path;
    }
    bool isReading() { return window->lab().results.isReading(FileKind::Stack); }
    QString offer() { return window->banner()->text(); }
    QAbstractButton* offerButton() { return window->banner()->findChild<QAbstractButton*>("takeOffer"); }
    QString a_, b_;
};

void WindowDocumentsTest::oddNamesAreShownAsTheyAre() {
    const QString image = folder.filePath("R&D [*] <b>x.png"), stackFile = folder.filePath("Q&A [*].stack");
    QVERIFY(QFile::copy(picture, image));
    putFile(stackFile, "grayscale\n");
    window->documents().open({image, stackFile});
    QVERIFY(settle());
    QVERIFY2(window->windowHandle()->title().startsWith("R&D [*] <b>x.png · Q&A [*].stack"),
             qPrintable(window->windowHandle()->title()));
    QStringList recent;
    for (const QAction* action : window->documents().recentMenu()->actions())
        recent << action->text();
    QVERIFY(recent.contains(QString(image).replace("&", "&&")));
    window->commands().action("new-tab")->trigger();
    auto* tabs = window->findChild<QTabBar*>("stackTabs");
    QCOMPARE(tabs->tabText(0), QStringLiteral("Q&&A [*]"));
    window->commands().action("previous-tab")->trigger();
    QVERIFY(window->lab().session.undoStack()->undoText().contains("Q&&A"));
    window->lab().session.replace(parseStack(stageOfFile("blend", "with", image.toStdString())), "start");
    QVERIFY2(tabs->tabToolTip(0).contains("&lt;b&gt;"), qPrintable(tabs->tabToolTip(0)));
    QFile::remove(image);
}

void WindowDocumentsTest::dropsAreAnswered_data() {
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QString>("words");
    const QByteArray path = QFile::encodeName(picture);
    QTest::newRow("localhost") << "file://localhost" + path << QString();
    QTest::newRow("another machine") << "file://nas.example.org" + path << "is on another machine";
    QTest::newRow("web") << QByteArray("https://example.org/c.png") << "not a file of this machine";
    QTest::newRow("folder") << "file://" + QFile::encodeName(folder.path()) << "is a folder";
    QTest::newRow("gone") << QByteArray("file:///nowhere/x.png") << "x.png";
    QTest::newRow("both") << "file://" + path + "\r\nfile://nas/x.png"
                          << "is on another machine";
}

void WindowDocumentsTest::dropsAreAnswered() {
    QFETCH(QByteArray, list);
    QFETCH(QString, words);
    QMimeData data;
    data.setData("text/uri-list", list + "\r\n");
    for (QWidget* target : {static_cast<QWidget*>(&window->lab().view), static_cast<QWidget*>(window.get())}) {
        QDragEnterEvent enter(QPoint(4, 4), Qt::CopyAction, &data, Qt::LeftButton, {});
        enter.ignore();
        QApplication::sendEvent(target, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(4, 4), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(target, &drop);
        QVERIFY(settle());
        QVERIFY2(words.isEmpty() || offer().contains(words), qPrintable(offer()));
        QCOMPARE(bool(window->lab().session.image()), words.isEmpty() || list.contains("\r\n"));
    }
}

void WindowDocumentsTest::severalFilesAreAnswered() {
    QStringList log;
    connect(&window->lab().messages, &Messages::logged, this,
            [&](LogKind, const QString& text, const QString& details) { log << text + details; });
    window->documents().open({a_ + "/photo.png", b_ + "/photo.png", a_ + "/my.stack", b_ + "/my.stack"});
    QVERIFY(settle());
    QCOMPARE(window->lab().session.imageName(), a_ + "/photo.png");
    QVERIFY(log.filter("first of 2 images").value(0).contains(b_ + "/photo.png"));
    QCOMPARE(window->lab().session.tabCount(), 2);
    QCOMPARE(stack(), QStringLiteral("grayscale"));
    window->lab().session.chooseTab(1);
    QCOMPARE(stack(), QStringLiteral("invert"));
}

void WindowDocumentsTest::stacksAreReadInTheBackground() {
    const QString path = putSlowStack();
    int turns = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] { ++turns; });
    timer.start(5);
    window->documents().loadStack(path);
    QVERIFY(isReading());
    QVERIFY(stack().isEmpty());
    QCOMPARE(window->lab().results.progress().what, QStringLiteral("slow.stack"));
    QTRY_VERIFY(!isReading());
    QVERIFY2(turns >= 5, qPrintable(QString::number(turns))); // the window went on meanwhile
    QVERIFY(stack().endsWith("| grayscale"));
    QCOMPARE(window->lab().session.stackPath(), path);
}

void WindowDocumentsTest::theNewestStackIsLoadedIntoItsTab() {
    const QString path = putSlowStack();
    window->documents().loadStack(path);
    window->documents().loadStack(b_ + "/my.stack");
    QTRY_VERIFY(!isReading());
    QCOMPARE(stack(), QStringLiteral("invert"));
    QCOMPARE(window->lab().session.undoStack()->count(), 1);
    window->documents().loadStack(path);
    window->commands().action("new-tab")->trigger();
    QVERIFY(isReading());
    QCOMPARE(window->lab().session.tab(), 1);
    QTRY_VERIFY(!isReading());
    QCOMPARE(window->lab().session.tab(), 0);
    QVERIFY(stack().endsWith("| grayscale"));
    QVERIFY(window->lab().session.tabStack(1).stack == parseStack("invert")); // what a new tab begins with
    // A tab that was closed meanwhile does not come back: the stack gets a new one.
    window->documents().loadStack(path);
    window->commands().action("close-tab")->trigger();
    QCOMPARE(window->lab().session.tabCount(), 1);
    QTRY_VERIFY(!isReading());
    QCOMPARE(window->lab().session.tabCount(), 2);
    QCOMPARE(window->lab().session.tab(), 1);
    QVERIFY(stack().endsWith("| grayscale"));
}

/// A stack that is read again by itself does not replace what the user changed while it was read.
void WindowDocumentsTest::editsDuringAReloadStay() {
    const QString path = putSlowStack();
    window->documents().loadStack(path);
    QTRY_VERIFY(!isReading());
    window->documents().loadStack(path, Edited::Keep);
    addFilter("median");
    QTRY_VERIFY(!isReading());
    QVERIFY2(stack().contains("median"), qPrintable(stack()));
    QVERIFY2(offer().contains("Undo brings them back"), qPrintable(offer()));
    offerButton()->click();
    QTRY_VERIFY(!isReading());
    QVERIFY2(!stack().contains("median"), qPrintable(stack()));
}

void WindowDocumentsTest::changedImagesAreOffered() {
    const QString path = a_ + "/photo.png";
    window->documents().open({path});
    QVERIFY(settle());
    const QString offered = offer();
    QVERIFY(testPicture(80, 50).save(path));
    QTRY_VERIFY(offer().contains("photo.png has changed on disk"));
    QVERIFY(offerButton()->isVisible());
    QCOMPARE(window->lab().session.image()->width(), 64); // until it is asked for
    offerButton()->click();
    QVERIFY(settle());
    QCOMPARE(window->lab().session.image()->width(), 80);
    QCOMPARE(offer(), offered);
    QVERIFY(!offerButton()->isVisible());
    QVERIFY(testPicture(81, 50).save(path));
    QTRY_VERIFY(offer().contains("has changed on disk"));
    window->commands().action("reload")->trigger();
    QVERIFY(settle());
    QCOMPARE(window->lab().session.image()->width(), 81);
}

void WindowDocumentsTest::changedStacksAreOffered() {
    const QString path = a_ + "/my.stack";
    window->documents().open({path});
    QTRY_COMPARE(stack(), QStringLiteral("grayscale"));
    putFile(path, "invert\n");
    QTRY_VERIFY(offer().contains("my.stack has changed on disk"));
    offerButton()->click();
    QTRY_COMPARE(stack(), QStringLiteral("invert"));
    window->lab().session.undoStack()->undo();
    QCOMPARE(stack(), QStringLiteral("grayscale"));
    QVERIFY(window->documents().saveStackTo(path)); // by the lab itself: no news
    QTest::qWait(1200);
    QVERIFY2(!offer().contains("changed"), qPrintable(offer()));
    addFilter("median");
    putFile(path, "transpose\n");
    QTRY_VERIFY(offer().contains("Undo brings them back"));
    QCOMPARE(stack(), QStringLiteral("grayscale | median"));
}

void WindowDocumentsTest::changedInputsAreOffered() {
    const QString path = a_ + "/photo.png";
    window->documents().open({picture});
    window->lab().session.replace(parseStack(stageOfFile("blend", "with", path.toStdString())), "start");
    QVERIFY(settle());
    const auto width = [&] { return window->lab().session.stack()[0].parameters.image("with").shape.size.width; };
    QCOMPARE(width(), 64);
    QVERIFY(testPicture(48, 40).save(path));
    QTRY_VERIFY(offer().contains("photo.png has changed on disk"));
    offerButton()->click();
    QTRY_COMPARE(width(), 48);
}

void WindowDocumentsTest::changedFilesAreReadAgainByThemselves() {
    window->commands().action("reload-changed")->setChecked(true);
    window->documents().open({a_ + "/photo.png", a_ + "/my.stack"});
    QVERIFY(settle());
    QVERIFY(testPicture(90, 50).save(a_ + "/photo.png"));
    QTRY_COMPARE(window->lab().session.image()->width(), 90);
    putFile(a_ + "/my.stack", "invert\n");
    QTRY_COMPARE(stack(), QStringLiteral("invert"));
    addFilter("median"); // changes of the user's own are not replaced unasked
    putFile(a_ + "/my.stack", "transpose\n");
    QTRY_VERIFY(offer().contains("Undo brings them back"));
    QCOMPARE(stack(), QStringLiteral("invert | median"));
    putFile(a_ + "/photo.png", "half a file"); // what cannot be read leaves the picture
    QTRY_VERIFY(offer().contains("photo.png"));
    QCOMPARE(window->lab().session.image()->width(), 90);
    QVERIFY(QSettings().value("files/reload").toBool());
}

void WindowDocumentsTest::signalsEndTheProgramCleanly_data() {
    QTest::addColumn<int>("number");
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        QTest::newRow(strsignal(number)) << number;
}

void WindowDocumentsTest::signalsEndTheProgramCleanly() {
    QFETCH(int, number);
    const QString settings = folder.filePath("config/lightbench/lightbench.conf");
    QFile::remove(settings); // it is ready to be ended when it has written the session
    QProcess lab;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_CONFIG_HOME", folder.filePath("config"));
    environment.insert("XDG_DATA_HOME", folder.filePath("data"));
    lab.setProcessEnvironment(environment);
    lab.setProgram(QCoreApplication::applicationDirPath() + "/lightbench");
    lab.setArguments({"-platform", "offscreen", a_ + "/my.stack"});
    lab.start();
    QVERIFY(lab.waitForStarted());
    QTRY_VERIFY(textOfFile(settings).contains("my.stack"));
    ::kill(pid_t(lab.processId()), number);
    QVERIFY(lab.waitForFinished(30000));
    QCOMPARE(lab.exitStatus(), QProcess::NormalExit);
    QCOMPARE(lab.exitCode(), 0);
    QVERIFY(textOfFile(settings).contains("grayscale"));
}

void WindowDocumentsTest::helpNeedsNoDisplay_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("answer");
    QTest::newRow("help") << "--help"
                          << "--tuning";
    QTest::newRow("h") << "-h"
                       << "--isolated";
    QTest::newRow("version") << "--version"
                             << "lightbench";
    QTest::newRow("v") << "-v"
                       << "lightbench";
    QTest::newRow("none") << QString() << "lightbench-cli";
}

void WindowDocumentsTest::helpNeedsNoDisplay() {
    QFETCH(QString, word);
    QFETCH(QString, answer);
    QProcess lab;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    lab.setProcessEnvironment(environment);
    lab.start(QCoreApplication::applicationDirPath() + "/lightbench",
              word.isEmpty() ? QStringList() : QStringList{word});
    QVERIFY(lab.waitForFinished(30000));
    QCOMPARE(lab.exitStatus(), QProcess::NormalExit);
    QCOMPARE(lab.exitCode(), word.isEmpty() ? 2 : 0);
    const QByteArray text = word.isEmpty() ? lab.readAllStandardError() : lab.readAllStandardOutput();
    QVERIFY2(QString::fromUtf8(text).contains(answer), text.constData());
}

void WindowDocumentsTest::wrongOptionsAreRefused_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown") << QStringList{"--isolate"} << "there is no option --isolate; did you mean --isolated?";
    QTest::newRow("number") << QStringList{"--timeout=soon"}
                            << "--timeout takes a whole number of 0..1000000, not \"soon\"";
    QTest::newRow("no value") << QStringList{"--tuning"} << "--tuning needs a value";
    QTest::newRow("twice") << QStringList{"--timeout", "1", "--timeout=2"} << "--timeout is given twice";
}

void WindowDocumentsTest::wrongOptionsAreRefused() {
    QFETCH(QStringList, words);
    QFETCH(QString, message);
    QProcess lab;
    lab.start(QCoreApplication::applicationDirPath() + "/lightbench", words + QStringList{"-platform", "offscreen"});
    QVERIFY(lab.waitForFinished(30000));
    QCOMPARE(lab.exitCode(), 2);
    const QByteArray text = lab.readAllStandardError();
    QVERIFY2(QString::fromUtf8(text).contains("lightbench: " + message), text.constData());
}

LIGHTBENCH_TEST(WindowDocumentsTest, QApplication)
#include "window_documents.moc"
