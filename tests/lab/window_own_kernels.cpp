// The user's own kernel files in the window: opened in every way, edited by another program, wrong, gone, and restored
// with the session. The kernels run in lightbench-worker, as in the lab itself.
#include <QAbstractButton>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QPushButton>
#include <QTimer>

#include "tests/lab/own_kernel_window.h"
#include "tests/test_program.h"
#include "ui/lab/docks.h"
#include "ui/panels/source/memory_check_button.h"
#include "ui/panels/source/source_editor.h"
#include "ui/panels/source/source_facts.h"
#include "ui/panels/source/source_files.h"
#include "ui/panels/source/source_panel.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowOwnKernelsTest : public QObject, private OwnKernelWindow {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_own_kernels")); }
    void init() { QVERIFY(startWithFile()); }
    void cleanup() { window.reset(); }

    void anArgumentShowsItsPicture();
    void aMenuActionOpensFiles();
    void aDropOpensAFile();
    void anEditKeepsValues();
    void newDefaultsReachUntouchedValues();
    void undoSurvivesAnEdit();
    void aWrongFileLeavesTheLastVersion();
    void aFileThatWasWrongAtFirstIsReadAgain();
    void theIdMayChange();
    void namesAreNotTakenTwice();
    void theSessionOpensThemAgain();
    void aCrashNamesTheKernel();
    void memoryIsCheckedAsTheEditorShowsIt();
    void aNewVersionEndsOneThatNeverEnds();
    void oddFilesAreMessages_data();
    void oddFilesAreMessages();
    void theMenuAndTheSourceShowThem();
    void guessesAreShown();
};

/// Without an image it is a sample's.
void WindowOwnKernelsTest::anArgumentShowsItsPicture() {
    window->documents().open({path_});
    QTRY_COMPARE(stages(), QStringLiteral("shade"));
    QTRY_VERIFY(session().image());
    QVERIFY(settle());
    QVERIFY(shows(10));
    window->documents().open({path_}); // again: the stage is there already
    QTest::qWait(300);
    QCOMPARE(stages(), QStringLiteral("shade"));
}

void WindowOwnKernelsTest::aMenuActionOpensFiles() {
    openPicture();
    QVERIFY(settle());
    QTimer::singleShot(0, this, [this] {
        QTRY_VERIFY(qobject_cast<QFileDialog*>(QApplication::activeModalWidget()));
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        dialog->selectFile(path_);
        QMetaObject::invokeMethod(dialog, "accept");
    });
    window->commands().action("open-kernel")->trigger();
    QTRY_COMPARE(stages(), QStringLiteral("shade"));
    QVERIFY(shows(10));
}

void WindowOwnKernelsTest::aDropOpensAFile() {
    openPicture();
    QVERIFY(settle());
    QMimeData data;
    data.setData("text/uri-list", "file://" + QFile::encodeName(path_) + "\r\n");
    QDragEnterEvent enter(QPoint(4, 4), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window.get(), &enter);
    QDropEvent event(QPointF(4, 4), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window.get(), &event);
    QTRY_COMPARE(stages(), QStringLiteral("shade"));
    QVERIFY(shows(10));
}

void WindowOwnKernelsTest::anEditKeepsValues() {
    openKernel();
    set("strength", 3.0);
    QVERIFY(shows(30));
    putFile(path_, kernelOf("convert_uchar_sat(20 * strength)"));
    QVERIFY(shows(60));
    // The parameter goes, and comes back with the value that it had.
    putFile(path_, kernelOf("7", "float other"));
    QVERIFY(shows(7));
    QCOMPARE(stages(), QStringLiteral("shade"));
    putFile(path_, kernelOf("convert_uchar_sat(10 * strength)"));
    QVERIFY(shows(30));
    QCOMPARE(stages(), QStringLiteral("shade strength=3"));
    QVERIFY(errors_.isEmpty());
}

void WindowOwnKernelsTest::newDefaultsReachUntouchedValues() {
    const QByteArray parameters = "float strength, float plus";
    const QByteArray value = "convert_uchar_sat(10 * strength + plus)";
    putFile(path_, kernelOf(value, parameters, "//@ parameter: strength 0..9 = 1\n//@ parameter: plus 0..9 = 0\n"));
    openKernel();
    set("plus", 5.0);
    QVERIFY(shows(15));
    putFile(path_, kernelOf(value, parameters, "//@ parameter: strength 0..9 = 4\n//@ parameter: plus 0..9 = 1\n"));
    QVERIFY(shows(45));
    // A smaller range takes the nearest value.
    putFile(path_, kernelOf(value, parameters, "//@ parameter: strength 0..9 = 4\n//@ parameter: plus 0..2 = 1\n"));
    QVERIFY(shows(42));
}

void WindowOwnKernelsTest::undoSurvivesAnEdit() {
    openKernel();
    set("strength", 3.0);
    putFile(path_, kernelOf("convert_uchar_sat(10 * strength + more)", "float strength, float more",
                            "//@ parameter: more 0..9 = 1\n"));
    QVERIFY(shows(31));
    session().undoStack()->undo();
    QVERIFY(shows(11));
    session().undoStack()->undo();
    QVERIFY(session().stack().empty());
    session().undoStack()->redo();
    QVERIFY(shows(11));
    window->commands().action("new-tab")->trigger();
    putFile(path_, kernelOf("convert_uchar_sat(20 * strength + last)", "float strength, float last",
                            "//@ parameter: last 0..9 = 1\n"));
    QTRY_VERIFY(findParameter(session().filters().byId("shade"), "last"));
    session().chooseTab(0);
    QVERIFY(shows(21));
}

void WindowOwnKernelsTest::aWrongFileLeavesTheLastVersion() {
    openKernel();
    putFile(path_, kernelOf("nonsense"));
    QVERIFY(hasError("shade.cl:4"));
    QVERIFY2(errors_.last().contains("nonsense"), qPrintable(errors_.last()));
    QVERIFY(shows(10));
    set("strength", 2.0); // it is still there to be used
    QVERIFY(shows(20));
    QVERIFY(hasError("shade.cl:4"));
    putFile(path_, kernelOf("5", "float strength", "//@ parameter: strength from 1 to 2\n"));
    QVERIFY(hasError("shade.cl:1"));
    QVERIFY(shows(20));
    putFile(path_, kernelOf("convert_uchar_sat(30 * strength)"));
    QVERIFY(shows(60));
    QVERIFY2(window->banner()->text().isEmpty(), qPrintable(window->banner()->text()));
}

void WindowOwnKernelsTest::aFileThatWasWrongAtFirstIsReadAgain() {
    openPicture();
    QVERIFY(settle());
    putFile(path_, "int no_kernel;\n");
    window->documents().open({path_});
    QVERIFY(hasError("shade.cl"));
    QVERIFY(session().stack().empty());
    putFile(path_, kernelOf("9"));
    QVERIFY(shows(9));
    QVERIFY(window->banner()->text().isEmpty());
    window->documents().open({home_->filePath("nowhere.cl")});
    QVERIFY(hasError("nowhere.cl"));
}

void WindowOwnKernelsTest::theIdMayChange() {
    openKernel();
    set("strength", 3.0);
    putFile(path_, kernelOf("convert_uchar_sat(10 * strength)", "float strength", "//@ id: my-shade\n"));
    QTRY_COMPARE(stages(), QStringLiteral("my-shade strength=3"));
    QVERIFY(shows(30));
    session().undoStack()->undo(); // to a stage that had the other name
    QVERIFY(shows(10));
    QCOMPARE(stages(), QStringLiteral("my-shade"));
}

void WindowOwnKernelsTest::namesAreNotTakenTwice() {
    openKernel();
    const QString second = home_->filePath("other.cl");
    putFile(second, kernelOf("1", "float strength", "//@ id: shade\n"));
    window->documents().open({second});
    QVERIFY(hasError("already"));
    QCOMPARE(stages(), QStringLiteral("shade"));
    putFile(second, kernelOf("1", "float strength", "//@ id: sobel\n"));
    QVERIFY(hasError("sobel"));
    QVERIFY(shows(10));
}

void WindowOwnKernelsTest::theSessionOpensThemAgain() {
    openKernel();
    set("strength", 3.0);
    QVERIFY(shows(30));
    window->close();
    const auto restore = [this] {
        window.reset();
        QVERIFY(start());
        window->findChild<QAbstractButton*>(QStringLiteral("restoreSession"))->click();
        QTRY_VERIFY(!window->lab().results.isReading(FileKind::Session));
    };
    restore();
    QCOMPARE(stages(), QStringLiteral("shade strength=3"));
    QVERIFY(shows(30));
    window->close();
    QVERIFY(QFile::remove(path_));
    restore();
    QVERIFY2(errors_.join('\n').contains("shade.cl"), qPrintable(errors_.join('\n')));
    QVERIFY(session().stack().empty());
    window->close();
    putFile(path_, kernelOf("convert_uchar_sat(20 * strength)"));
    restore(); // the stack stayed stored
    QVERIFY(shows(60));
}

void WindowOwnKernelsTest::aCrashNamesTheKernel() {
    openKernel();
    putFile(path_, kernelOf("1; ((global volatile int*)dst)[(size_t)1 << 40] = 1"));
    QVERIFY(hasError("shade"));
    QVERIFY(shows(10)); // by the last version
    const std::vector<KernelProblem>& problems = window->lab().kernels.texts().problems(path_);
    QCOMPARE(problems.size(), std::size_t(1)); // so that the status bar does not say "up to date"
    QVERIFY2(problems.front().text.contains("shade"), qPrintable(problems.front().text));
    set("strength", 2.0);
    QVERIFY(shows(20));
    putFile(path_, kernelOf("3"));
    QVERIFY(shows(3));
    QVERIFY(window->banner()->text().isEmpty());
    QVERIFY(problems.empty());
}

/// The version that is in use is an older one.
void WindowOwnKernelsTest::memoryIsCheckedAsTheEditorShowsIt() {
    if (QStandardPaths::findExecutable("oclgrind").isEmpty()) QSKIP("needs Oclgrind");
    openKernel();
    const auto* panel = window->findChild<SourcePanel*>();
    panel->window()->findChild<Docks*>()->show("source");
    putFile(path_, kernelOf("1; ((global volatile int*)dst)[(size_t)1 << 40] = 1"));
    QVERIFY(hasError("shade"));
    QVERIFY(shows(10));
    QTRY_VERIFY(panel->checkButton()->isEnabled());
    panel->checkButton()->click();
    QTRY_VERIFY(panel->facts()->valueOf("shade.cl, line 4").contains("Invalid write"));
}

void WindowOwnKernelsTest::aNewVersionEndsOneThatNeverEnds() {
    openKernel();
    putFile(path_, kernelOf("1; volatile global uint* word = (volatile global uint*)dst; word[0] = 1u; "
                            "while (word[0] != 2u) ;"));
    const StallWatch& watch = window->lab().runs.stallWatch();
    QTRY_VERIFY(session().filters().definition("shade")->text.find("while") != std::string::npos);
    QTRY_VERIFY(!watch.progress().kernels.empty());
    putFile(path_, kernelOf("6"));
    QVERIFY(shows(6));
    QVERIFY(settle());
}

void WindowOwnKernelsTest::oddFilesAreMessages_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty of kernels") << QByteArray("// nothing\n") << "shade.cl";
    QTest::newRow("binary") << QByteArray("kernel\0void", 11) << "shade.cl";
    QTest::newRow("10 MB") << QByteArray(10 << 20, ' ') << "shade.cl";
    QTest::newRow("missing header") << "#include \"none.h\"\n" + kernelOf("1") << "shade.cl:1";
    QTest::newRow("wrong line") << kernelOf("1", "float strength", "//@ parameter: strength what\n") << "shade.cl:1";
    const QByteArray two = "float strength, float by";
    QTest::newRow("wrong expression") << kernelOf("1", two, "//@ argument: by = strength +\n") << "shade.cl:1";
    QTest::newRow("no value") << kernelOf("1", two, "//@ argument: by = 1 / (strength - strength)\n") << "shade.cl";
}

/// Each is a message, and the window goes on with the last version.
void WindowOwnKernelsTest::oddFilesAreMessages() {
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    openKernel();
    putFile(path_, text);
    QVERIFY(hasError(message));
    set("strength", 2.0);
    QVERIFY(shows(20));
    putFile(path_, kernelOf("8"));
    QVERIFY(shows(8));
}

void WindowOwnKernelsTest::theMenuAndTheSourceShowThem() {
    openKernel();
    FilterMenu* menu = window->stackPanel()->filterMenu();
    auto* action = menu->findChild<QAction*>("add.shade");
    QVERIFY(action);
    auto* group = qobject_cast<QMenu*>(action->parent());
    QVERIFY(group);
    QCOMPARE(group->title(), QStringLiteral("My kernels"));
    putFile(path_, kernelOf("8", "float strength", "//@ group: Shading\n//@ label: Shade all\n"));
    QVERIFY(shows(8));
    action = menu->findChild<QAction*>("add.shade");
    QVERIFY(action && action->text().startsWith("Shade all"));
    group = qobject_cast<QMenu*>(action->parent());
    QVERIFY(group && group->title() == "Shading");
    menu->popup(window->mapToGlobal(QPoint(10, 10)));
    QTRY_VERIFY(menu->isVisible());
    putFile(path_, kernelOf("9", "float strength", "//@ group: Shading\n//@ label: Shade more\n"));
    QVERIFY(shows(9));
    QVERIFY(menu->isVisible()); // it does not close under the user's hand
    menu->hide();
    menu->popup(window->mapToGlobal(QPoint(10, 10)));
    action = menu->findChild<QAction*>("add.shade");
    QVERIFY(action && action->text().startsWith("Shade more"));
    menu->hide();
    action->trigger();
    QCOMPARE(stages(), QStringLiteral("shade | shade"));
    auto* source = window->findChild<SourcePanel*>();
    source->setVisible(true);
    for (QWidget* tab = source->parentWidget(); tab; tab = tab->parentWidget())
        tab->setVisible(true);
    QTRY_VERIFY(source->files()->count() > 0);
    QVERIFY2(source->files()->itemText(0).endsWith("shade.cl") && !source->files()->itemText(0).contains('/'),
             qPrintable(source->files()->itemText(0)));
    QVERIFY(source->view()->text().contains("Shading"));
}

void WindowOwnKernelsTest::guessesAreShown() {
    openKernel();
    auto* guesses = inForm<QPushButton>("mapping");
    QVERIFY(guesses && guesses->text().startsWith("1 guess"));
    QVERIFY2(guesses->toolTip().contains("strength"), qPrintable(guesses->toolTip()));
    putFile(path_, kernelOf("8", "float strength", "//@ parameter: strength 0..9 = 1\n"));
    QVERIFY(shows(8));
    QVERIFY(inForm<QPushButton>("mapping")->text().startsWith("Arguments"));
}

LIGHTBENCH_TEST(WindowOwnKernelsTest, QApplication)
#include "window_own_kernels.moc"
