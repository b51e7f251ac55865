// Stacks as tabs: each keeps its stages, its file and its undo.
#include "ui/panels/stack/stack_tabs.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"
#include "ui/state/session/session.h"

using namespace lightbench;

class StackTabsTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        session = std::make_unique<Session>(builtInFilters());
        session->replace(parseStack("grayscale | invert"), "start");
    }
    void eachHasItsOwnStackAndUndo();
    void namesFollowTheFile();
    void aClosedTabComesBack();
    void theLastOneStays();
    void theBarFollows();

private:
    QString text() const { return QString::fromStdString(stackLine(session->stack())); }
    void open(const char* stack) {
        session->addTab({parseStack(stack), {}, true});
        session->chooseTab(session->tabCount() - 1);
    }
    std::unique_ptr<Session> session;
};

void StackTabsTest::eachHasItsOwnStackAndUndo() {
    QCOMPARE(session->tabCount(), 1);
    QSignalSpy changed(session.get(), &Session::stackChanged);
    session->addTab({parseStack("gaussian"), {}, true});
    QCOMPARE(changed.count(), 0); // not chosen yet
    QCOMPARE(text(), QStringLiteral("grayscale | invert"));
    session->chooseTab(1);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(text(), QStringLiteral("gaussian"));
    session->add(makeStage("invert"));
    session->chooseTab(0);
    QCOMPARE(text(), QStringLiteral("grayscale | invert"));
    session->undoGroup()->undo();
    QCOMPARE(text(), QString()); // the start, not what was done in the other tab
    session->undoGroup()->redo();
    session->chooseTab(1);
    QCOMPARE(text(), QStringLiteral("gaussian | invert"));
    session->undoGroup()->undo();
    QCOMPARE(text(), QStringLiteral("gaussian"));
    QVERIFY(!session->undoGroup()->canUndo());
}

void StackTabsTest::namesFollowTheFile() {
    open("gaussian");
    QCOMPARE(session->tabName(1), QStringLiteral("Stack 2 •"));
    session->stackSaved("/somewhere/blur.stack");
    QCOMPARE(session->tabName(1), QStringLiteral("blur"));
    QCOMPARE(session->stackPath(), QStringLiteral("/somewhere/blur.stack"));
    session->add(makeStage("invert"));
    QCOMPARE(session->tabName(1), QStringLiteral("blur •"));
    QVERIFY(session->isStackModified());
    session->chooseTab(0);
    QVERIFY(session->stackPath().isEmpty());
    QCOMPARE(session->tabName(0), QStringLiteral("Stack 1 •"));
    QCOMPARE(session->tabStack(1).path, QStringLiteral("/somewhere/blur.stack"));
    QVERIFY(session->tabStack(1).isModified && session->tabStack(1).stack.size() == 2);
}

void StackTabsTest::aClosedTabComesBack() {
    open("gaussian");
    open("median");
    session->setEnabled(0, false);
    session->closeTab(2);
    QCOMPARE(text(), QStringLiteral("gaussian")); // its neighbour
    session->closeTab(0);                         // one that is not chosen
    QCOMPARE(text(), QStringLiteral("gaussian"));
    QCOMPARE(session->tab(), 0);
    session->reopenTab();
    QCOMPARE(text(), QStringLiteral("grayscale | invert"));
    session->reopenTab();
    QCOMPARE(text(), QStringLiteral("!median"));
    QVERIFY(!session->hasClosedTab());
    session->undoGroup()->undo();
    QCOMPARE(text(), QStringLiteral("median"));
}

void StackTabsTest::theLastOneStays() {
    session->closeTab(0);
    QCOMPARE(session->tabCount(), 1);
    QCOMPARE(text(), QStringLiteral("grayscale | invert"));
    QVERIFY(!session->hasClosedTab());
}

void StackTabsTest::theBarFollows() {
    StackTabs bar(*session);
    QVERIFY(bar.isHidden()); // one needs no bar
    open("gaussian");
    QCOMPARE(bar.count(), 2);
    QVERIFY(!bar.isHidden());
    QCOMPARE(bar.currentIndex(), 1);
    QCOMPARE(bar.tabText(1), QStringLiteral("Stack 2 •"));
    bar.setCurrentIndex(0);
    QCOMPARE(text(), QStringLiteral("grayscale | invert"));
    QTest::mouseClick(&bar, Qt::MiddleButton, {}, bar.tabRect(1).center());
    QVERIFY(bar.isHidden() && bar.count() == 1);
}

LIGHTBENCH_TEST(StackTabsTest, QApplication)
#include "stack_tabs.moc"
