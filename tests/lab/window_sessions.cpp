// The session: kept soon after each change, restored at the next start, and one for each open window.
#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QMenu>

#include "tests/lab/text_files.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "tests/view/image_support.h"
#include "ui/bars/banner.h"
#include "ui/documents/damaged_settings.h"
#include "ui/documents/session_slot.h"
#include "ui/files/image_file.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowSessionsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(prepare("window_sessions"));
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

    void pathsAreAbsoluteFromTheStart();
    void relativePathsOfEarlierVersionsAreNotGuessed();
    void theSessionIsKeptSoon();
    void whatCannotBeRestoredStaysStored();
    void aMissingImageStaysStored();
    void windowsKeepTheirOwnSessions();
    void aReplacedImageIsReported();
    void damagedSettingsArePutAside();

private:
    QString offer() { return window->banner()->text(); }
    void reopen() {
        window.reset();
        QVERIFY(open());
        notices.clear();
        QObject::connect(&window->lab().messages, &Messages::noticeChanged, window.get(),
                         [this](const QString& notice) { notices << notice; });
        auto* restore = window->findChild<QAbstractButton*>(QStringLiteral("restoreSession"));
        QVERIFY(restore && restore->isVisible());
        restore->click();
        QVERIFY(settle());
    }
    QString a_, b_;
    QStringList notices; ///< of the window opened last
};

void WindowSessionsTest::pathsAreAbsoluteFromTheStart() {
    QDir::setCurrent(a_);
    window->documents().open({"photo.png", "my.stack"});
    QVERIFY(settle());
    QCOMPARE(window->lab().session.imageName(), a_ + "/photo.png");
    QCOMPARE(window->lab().session.stackPath(), a_ + "/my.stack");
    window->close();
    QDir::setCurrent(b_);
    reopen();
    QCOMPARE(window->lab().session.image()->width(), 64);
    QCOMPARE(window->lab().session.imageName(), a_ + "/photo.png");
    addFilter("median");
    window->commands().action("save-stack")->trigger();
    QCOMPARE(textOfFile(b_ + "/my.stack"), QByteArray("invert\n"));
    QVERIFY(textOfFile(a_ + "/my.stack").contains("median"));
    QVERIFY(window->documents().saveStackTo("other.stack"));
    QCOMPARE(window->lab().session.stackPath(), b_ + "/other.stack");
    QCOMPARE(window->documents().recentMenu()->actions().front()->text(), b_ + "/other.stack");
}

void WindowSessionsTest::relativePathsOfEarlierVersionsAreNotGuessed() {
    {
        QSettings settings;
        settings.setValue("session/stack", "median");
        settings.setValue("session/stackPath", "my.stack");
        settings.setValue("session/image", "photo.png");
    }
    QDir::setCurrent(b_);
    reopen();
    QCOMPARE(stack(), QStringLiteral("median"));
    QVERIFY(window->lab().session.stackPath().isEmpty());
    QVERIFY(!window->lab().session.image());
    QVERIFY2(offer().contains("photo.png"), qPrintable(offer()));
}

namespace {
void storeSession(const char* stack, const char* image) {
    QSettings settings;
    settings.setValue("session/stack", stack);
    settings.setValue("session/image", image);
}

QString stored(const char* key) {
    QSettings settings;
    settings.sync();
    return settings.value(key).toString().trimmed();
}
} // namespace

/// Without the window being closed: as after a crash.
void WindowSessionsTest::theSessionIsKeptSoon() {
    openPicture();
    QVERIFY(settle());
    addFilter("median");
    QTRY_COMPARE(stored("session/stack"), QStringLiteral("median"));
    QCOMPARE(stored("session/image"), picture);
    for (int i = 0; i < 40; ++i) { // who never pauses is kept, too
        window->lab().session.setParameter(0, "k", 7 + 2 * (i % 3));
        window->lab().session.endGesture();
        QTest::qWait(40);
    }
    QVERIFY(stored("session/stack").contains("k="));
    window->commands().action("new-tab")->trigger();
    QTRY_COMPARE(QSettings().value("session/tabs/size").toInt(), 1);
}

void WindowSessionsTest::whatCannotBeRestoredStaysStored() {
    storeSession("nofilter x=1\ninvert", "");
    reopen();
    QVERIFY2(offer().contains("nofilter"), qPrintable(offer()));
    openPicture();
    QVERIFY(settle());
    QTest::qWait(1500); // longer than a session waits to be kept
    window->close();
    QCOMPARE(stored("session/stack"), QStringLiteral("nofilter x=1\ninvert"));
    reopen();
    addFilter("median");
    QTRY_COMPARE(stored("session/stack"), QStringLiteral("median"));
}

/// Neither of two windows overwrites the stack of the other one, whichever is closed last.
void WindowSessionsTest::windowsKeepTheirOwnSessions() {
    addFilter("median");
    QTRY_COMPARE(stored("session/stack"), QStringLiteral("median"));
    std::unique_ptr<LabWindow> first = std::move(window);
    QVERIFY(open());
    addFilter("invert");
    QTRY_COMPARE(stored("session2/stack"), QStringLiteral("invert"));
    QCOMPARE(stored("session/stack"), QStringLiteral("median"));
    first->close();
    first.reset();
    window->close();
    window.reset();
    QCOMPARE(SessionSlot().group(), QStringLiteral("session2")); // the one that was saved last
    QCOMPARE(SessionSlot().othersUnsaved(), 1);
    reopen();
    QCOMPARE(stack(), QStringLiteral("invert"));
    first = std::move(window);
    reopen();
    QCOMPARE(stack(), QStringLiteral("median"));
}

void WindowSessionsTest::aReplacedImageIsReported() {
    const QString photo = a_ + "/photo.png";
    window->documents().open({photo});
    QVERIFY(settle());
    window->close();
    reopen();
    QVERIFY2(!notices.join(' ').contains("changed since"), qPrintable(notices.join(' ')));
    window->close();
    QFile::remove(photo);
    QVERIFY(QFile::copy(b_ + "/photo.png", photo));
    reopen();
    QVERIFY2(notices.join(' ').contains("changed since"), qPrintable(notices.join(' ')));
    QCOMPARE(window->lab().session.image()->width(), 32);
}

void WindowSessionsTest::damagedSettingsArePutAside() {
    window.reset();
    const QString file = QSettings().fileName();
    QVERIFY(putDamagedSettingsAside().isEmpty());
    putFile(file, "[window\n\x01garbage");
    const QString text = putDamagedSettingsAside();
    QVERIFY2(text.contains("damaged"), qPrintable(text));
    QCOMPARE(textOfFile(file + ".damaged"), QByteArray("[window\n\x01garbage"));
    QVERIFY(putDamagedSettingsAside().isEmpty());
    QVERIFY(open());
    addFilter("median");
    QTRY_COMPARE(stored("session/stack"), QStringLiteral("median"));
}

void WindowSessionsTest::aMissingImageStaysStored() {
    storeSession("invert", "/nowhere/photo.png");
    reopen();
    addFilter("median");
    QTRY_VERIFY(stored("session/stack").contains("median"));
    QCOMPARE(stored("session/image"), QStringLiteral("/nowhere/photo.png"));
    openPicture();
    QTRY_COMPARE(stored("session/image"), picture);
}

LIGHTBENCH_TEST(WindowSessionsTest, QApplication)
#include "window_sessions.moc"
