// The editor of the Source tab in the window. The picture follows what is typed, and errors stand at their lines. Files
// are saved as they were. A kernel that never ends is stopped in its trial.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "tests/lab/own_kernel_window.h"
#include "tests/test_program.h"
#include "ui/lab/docks.h"
#include "ui/panels/source/history_list.h"
#include "ui/panels/source/problem_list.h"
#include "ui/panels/source/source_editor.h"
#include "ui/panels/source/source_facts.h"
#include "ui/panels/source/source_files.h"
#include "ui/panels/source/source_panel.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowEditorTest : public QObject, private OwnKernelWindow {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_editor")); }
    void init() { makeFile(); }
    void cleanup() {
        if (window) window->lab().kernels.texts().disconnect();
        window.reset();
    }

    void typingShowsItsPicture();
    void savingKeepsTheForm();
    void newLinesAreIndented();
    void anErrorStandsAtItsLine();
    void aHeadersErrorIsInTheHeader();
    void warningsAreShown();
    void theFileMayChangeMeanwhile();
    void closingAsks();
    void replacing();
    void builtInKernelsAreNotEdited();
    void anEndlessLoopIsStopped();
    void anEndlessLoopAtFirst();
    void aWriteOutsideIsFound();
    void versionsAreKept();

private:
    void openEditor() {
        QVERIFY(start());
        openPicture();
        QVERIFY(settle());
        window->documents().open({path_});
        QTRY_VERIFY(!window->lab().session.stack().empty());
        panel_ = window->findChild<SourcePanel*>();
        window->findChild<Docks*>()->show("source");
        QTRY_VERIFY(panel_->isVisible());
        editor_ = panel_->view();
    }
    void openGood() {
        openEditor();
        QVERIFY(shows(10));
        QTRY_VERIFY(!editor_->isReadOnly());
    }
    KernelTexts& texts() { return window->lab().kernels.texts(); }
    void type(const QByteArray& text) {
        editor_->selectAll();
        editor_->replaceSelectedText(QString::fromUtf8(text));
    }
    /// What stands below a line. QScintilla 2.14.1's own annotation() returns memory that it never filled.
    QString messageBelow(int line) {
        const auto copyTo = [&](void* place) {
            return editor_->SendScintilla(QsciScintilla::SCI_ANNOTATIONGETTEXT, static_cast<unsigned long>(line),
                                          place);
        };
        QByteArray text(qsizetype(copyTo(nullptr)), '\0');
        if (!text.isEmpty()) copyTo(text.data());
        return QString::fromUtf8(text);
    }
    QToolButton* button(const char* name) { return window->findChild<QToolButton*>(QLatin1String(name)); }
    /// Answers the next question.
    void answer(QMessageBox::StandardButton choice) {
        QTimer::singleShot(0, this, [choice] {
            QTRY_VERIFY(qobject_cast<QMessageBox*>(QApplication::activeModalWidget()));
            qobject_cast<QMessageBox*>(QApplication::activeModalWidget())->button(choice)->click();
        });
    }

    SourcePanel* panel_ = nullptr;
    SourceEditor* editor_ = nullptr;
};

/// Without saving.
void WindowEditorTest::typingShowsItsPicture() {
    openGood();
    QVERIFY(!button("saveSource")->isEnabled());
    type(kernelOf("convert_uchar_sat(30 * strength)"));
    QVERIFY(texts().isUnsaved(path_));
    QVERIFY2(panel_->files()->currentText().contains("not saved"), qPrintable(panel_->files()->currentText()));
    QVERIFY(shows(30));
    QCOMPARE(textOfFile(path_), kernelOf("convert_uchar_sat(10 * strength)"));
    editor_->undo();
    editor_->undo();
    texts().build();
    QVERIFY(shows(10));
    QVERIFY(!texts().isUnsaved(path_));
}

/// Line ends and the byte-order mark stay, and Ctrl+S in the editor is about the file.
void WindowEditorTest::savingKeepsTheForm() {
    const QByteArray mark = "\xEF\xBB\xBF";
    const auto onWindows = [&](QByteArray text) { return mark + text.replace("\n", "\r\n"); };
    putFile(path_, onWindows(kernelOf("10")));
    openGood();
    editor_->setCursorPosition(3, 0);
    editor_->setFocus();
    QTest::keyClick(editor_, Qt::Key_Return);
    const int at = int(editor_->text(4).indexOf("10"));
    editor_->setSelection(4, at, 4, at + 2);
    editor_->replaceSelectedText("12");
    QTest::keyClick(editor_, Qt::Key_S, Qt::ControlModifier);
    QVERIFY(shows(12));
    QByteArray expected = kernelOf("12");
    expected.replace("    dst", "\n    dst");
    QCOMPARE(textOfFile(path_), onWindows(expected));
    QVERIFY(!texts().isUnsaved(path_));
    QVERIFY(!button("saveSource")->isEnabled());
    putFile(path_, onWindows(kernelOf("13"))); // another program
    QVERIFY(shows(13));
    QTRY_VERIFY(editor_->text().contains("= 13"));
    putFile(path_, "// caf\xE9\n" + kernelOf("14")); // Latin-1
    QVERIFY(shows(14));
    editor_->insertAt("// \u00FC\n", 0, 0);
    panel_->save();
    QCOMPARE(textOfFile(path_), "// \xFC\n// caf\xE9\n" + kernelOf("14"));
}

/// As the line before, and one step further behind a brace.
void WindowEditorTest::newLinesAreIndented() {
    openGood();
    editor_->setFocus();
    const auto typeBehind = [&](const QString& line, const QString& typed) {
        type((line + "\n").toUtf8());
        editor_->setCursorPosition(0, int(line.size()));
        QTest::keyClick(editor_, Qt::Key_Return);
        QTest::keyClicks(editor_, typed);
        return editor_->text(1);
    };
    QCOMPARE(typeBehind("    int x = get_global_id(0);", "y"), QStringLiteral("    y\n"));
    QCOMPARE(typeBehind("    if (x >= width) return;", "y"), QStringLiteral("    y\n"));
    QCOMPARE(typeBehind("kernel void shade(int n) {", "y"), QStringLiteral("    y\n"));
    QCOMPARE(typeBehind("    for (;;) {", "y"), QStringLiteral("        y\n"));
}

void WindowEditorTest::anErrorStandsAtItsLine() {
    openGood();
    type(kernelOf("nonsense"));
    QTRY_COMPARE(panel_->problems()->count(), 1);
    QVERIFY2(panel_->problems()->item(0)->text().contains("shade.cl:4"),
             qPrintable(panel_->problems()->item(0)->text()));
    QVERIFY(panel_->problems()->isVisible());
    QVERIFY2(messageBelow(3).contains("nonsense"), qPrintable(messageBelow(3)));
    QVERIFY(hasError("shade.cl:4"));
    QVERIFY(shows(10)); // the last good program
    const auto* state = window->findChild<QLabel*>(QStringLiteral("resultsState"));
    QTRY_VERIFY2(state->text().contains("error in shade.cl"), qPrintable(state->text()));
    editor_->setCursorPosition(0, 0);
    emit panel_->problems()->itemClicked(panel_->problems()->item(0));
    int line = 0, index = 0;
    editor_->getCursorPosition(&line, &index);
    QCOMPARE(line, 3);
    QCOMPARE(editor_->text(3).mid(index, 8), QStringLiteral("nonsense"));
    type("//@ parameter: strength what\n" + kernelOf("5"));
    QTRY_VERIFY(!messageBelow(0).isEmpty());
    QVERIFY(shows(10));
    type(kernelOf("5"));
    QVERIFY(shows(5));
    QTRY_COMPARE(panel_->problems()->count(), 0);
    QVERIFY(messageBelow(3).isEmpty());
    QTRY_VERIFY2(state->text().contains("up to date"), qPrintable(state->text()));
    QVERIFY(window->banner()->text().isEmpty());
}

void WindowEditorTest::aHeadersErrorIsInTheHeader() {
    const QString header = home_->filePath("value.h");
    putFile(header, "// A value.\nconstant int value = 10;\n");
    putFile(path_, "#include \"value.h\"\n" + kernelOf("value"));
    openGood();
    emit editor_->includeRequested("value.h");
    QVERIFY2(editor_->text().startsWith("// A value."), qPrintable(editor_->text()));
    QVERIFY(!editor_->isReadOnly());
    type("// A value.\n\nconstant int value = wrong;\n");
    QTRY_COMPARE(panel_->problems()->count(), 1);
    QVERIFY2(panel_->problems()->item(0)->text().contains("value.h:3"),
             qPrintable(panel_->problems()->item(0)->text()));
    QTRY_VERIFY(messageBelow(2).contains("wrong"));
    panel_->files()->setCurrentIndex(0);
    QVERIFY(messageBelow(2).isEmpty());
    emit panel_->problems()->itemClicked(panel_->problems()->item(0));
    QVERIFY(editor_->text().startsWith("// A value."));
    type("constant int value = 21;\n");
    QVERIFY(shows(21));
    QVERIFY(texts().isUnsaved(header) && !texts().isUnsaved(path_));
}

void WindowEditorTest::warningsAreShown() {
    openGood();
    type(kernelOf("9;\n    if (x = 3) dst[0] = 9"));
    QVERIFY(shows(9));
    QTRY_VERIFY(panel_->problems()->count() > 0);
    QVERIFY2(panel_->problems()->item(0)->text().contains("shade.cl:5: warning"),
             qPrintable(panel_->problems()->item(0)->text()));
    QVERIFY(!messageBelow(4).isEmpty());
}

void WindowEditorTest::theFileMayChangeMeanwhile() {
    openGood();
    type(kernelOf("20"));
    QVERIFY(shows(20));
    putFile(path_, kernelOf("30"));
    QTRY_VERIFY(texts().isConflicting(path_));
    QTRY_VERIFY(button("keepMine")->isVisible());
    panel_->save(); // asks first
    QCOMPARE(textOfFile(path_), kernelOf("30"));
    button("keepMine")->click();
    QVERIFY(!button("keepMine")->isVisible());
    QVERIFY(editor_->text().contains("= 20"));
    panel_->save();
    QCOMPARE(textOfFile(path_), kernelOf("20"));
    type(kernelOf("40"));
    putFile(path_, kernelOf("50"));
    QTRY_VERIFY(button("takeDisk")->isVisible());
    button("takeDisk")->click();
    QVERIFY(shows(50));
    QVERIFY(editor_->text().contains("= 50"));
    QVERIFY(!texts().isUnsaved(path_));
    editor_->undo();
    QVERIFY(editor_->text().contains("= 40"));
}

void WindowEditorTest::closingAsks() {
    openGood();
    type(kernelOf("20"));
    answer(QMessageBox::Cancel);
    QVERIFY(!window->close());
    QVERIFY(window->isVisible());
    answer(QMessageBox::Discard);
    QVERIFY(window->close());
    QCOMPARE(textOfFile(path_), kernelOf("convert_uchar_sat(10 * strength)"));
    cleanup();
    openGood();
    type(kernelOf("20"));
    putFile(path_, kernelOf("30")); // by another program
    answer(QMessageBox::Save);
    QVERIFY(!window->close());
    QVERIFY(hasError("changed on disk"));
    QCOMPARE(textOfFile(path_), kernelOf("30"));
    button("keepMine")->click();
    answer(QMessageBox::Save);
    QVERIFY(window->close());
    QCOMPARE(textOfFile(path_), kernelOf("20"));
}

void WindowEditorTest::replacing() {
    openGood();
    panel_->search()->setText("width");
    QTRY_VERIFY(button("replaceAll")->isVisible());
    window->findChild<QLineEdit*>("replacement")->setText("cols");
    button("replaceAll")->click();
    QVERIFY(!editor_->text().contains("width"));
    QVERIFY(editor_->text().contains("y * cols + x"));
    editor_->undo();
    QCOMPARE(editor_->text().toUtf8(), kernelOf("convert_uchar_sat(10 * strength)"));
    button("replaceOne")->click();
    button("replaceOne")->click();
    button("replaceOne")->click(); // the first went to the first place
    QCOMPARE(editor_->text().count("cols"), 2);
}

void WindowEditorTest::builtInKernelsAreNotEdited() {
    openGood();
    addFilter("invert");
    QTRY_VERIFY(editor_->isReadOnly());
    QVERIFY(!button("saveSource")->isVisible());
    window->lab().session.setCurrent(0);
    QTRY_VERIFY(!editor_->isReadOnly());
    panel_->setBuilt(true);
    QVERIFY(editor_->isReadOnly());
}

/// A kernel whose work-items never end.
static QByteArray endlessShade() {
    return kernelOf("1; volatile global uint* word = (volatile global uint*)dst; word[0] = 1u; "
                    "while (word[0] != 2u) ;");
}

void WindowEditorTest::anEndlessLoopIsStopped() {
    openGood();
    type(endlessShade());
    QVERIFY(hasError("The trial of shade took more than 2 s"));
    QVERIFY(settle());
    QVERIFY(shows(10));
    const int runs = window->lab().runs.counts().submitted;
    putFile(home_->filePath("other"), "");
    texts().build(); // the same text: it is not tried again
    QTest::qWait(300);
    QCOMPARE(window->lab().runs.counts().submitted, runs);
    window->lab().session.setParameter(0, "strength", 2.0);
    QVERIFY(shows(20)); // by the last good version
    QTRY_VERIFY(button("applyRemedy")->isVisible());
    button("applyRemedy")->click();
    const StallWatch& watch = window->lab().runs.stallWatch();
    QTRY_VERIFY(window->lab().session.filters().definition("shade")->text.find("while") != std::string::npos);
    QTRY_VERIFY(!watch.progress().kernels.empty());
    type(kernelOf("6"));
    QVERIFY(shows(6));
    QVERIFY(settle());
}

/// There is no earlier version: a change of a setting does not try it again.
void WindowEditorTest::anEndlessLoopAtFirst() {
    putFile(path_, endlessShade());
    openEditor();
    QVERIFY(hasError("The trial of shade took more than 2 s"));
    QVERIFY(settle());
    window->lab().session.setParameter(0, "strength", 2.0);
    QTest::qWait(50);
    QVERIFY(settle());
    QVERIFY(hasError("The trial of shade"));
    panel_->view()->selectAll();
    type(kernelOf("convert_uchar_sat(10 * strength)"));
    QVERIFY(shows(20));
}

/// The trial names the argument, and the last good version goes on.
void WindowEditorTest::aWriteOutsideIsFound() {
    openGood();
    type(kernelOf("1; if (x == 0 && y == 0) dst[width * height + 8] = 1"));
    QVERIFY(hasError("(dst)"));
    QVERIFY(hasError("shade.cl: a kernel writes at byte"));
    QVERIFY(settle());
    QVERIFY(shows(10));
}

/// Compared as text, restored with their headers, and raced.
void WindowEditorTest::versionsAreKept() {
    const QString header = home_->filePath("value.h");
    putFile(header, "#define VALUE 10\n");
    putFile(path_, "#include \"value.h\"\n" + kernelOf("VALUE"));
    openGood();
    panel_->showHistory(true);
    QTRY_COMPARE(panel_->history()->count(), 1);
    type("#include \"value.h\"\n" + kernelOf("VALUE + 1;\n    for (volatile int i = 0; i < 300; ++i) ;"));
    QVERIFY(shows(11));
    QTRY_COMPARE(panel_->history()->count(), 2);
    emit editor_->includeRequested("value.h");
    type("#define VALUE 20\n");
    QVERIFY(shows(21));
    QTRY_COMPARE(panel_->history()->count(), 3);
    button("lookInside")->click(); // shows its figures in place of the history
    QVERIFY(panel_->facts()->isVisible());
    panel_->showHistory(true);
    QVERIFY(panel_->history()->isVisible());
    panel_->history()->choose({1, 3});
    button("compareVersions")->click();
    QVERIFY(editor_->isReadOnly());
    QVERIFY2(editor_->text().contains("-     dst[y * width + x] = VALUE;\n+     dst[y * width + x] = VALUE + 1;"),
             qPrintable(editor_->text()));
    QVERIFY2(editor_->text().contains("// value.h\n@@ 1 @@\n- #define VALUE 10\n+ #define VALUE 20"),
             qPrintable(editor_->text()));
    panel_->history()->choose({1});
    button("restoreVersion")->click();
    QVERIFY(shows(10));
    QCOMPARE(texts().text(header), QStringLiteral("#define VALUE 10\n"));
    QCOMPARE(editor_->text().toUtf8(), "#include \"value.h\"\n" + kernelOf("VALUE"));
    QVERIFY(!texts().isUnsaved(path_) && !texts().isUnsaved(header));
    QTest::qWait(600);
    QCOMPARE(panel_->history()->count(), 3);
    panel_->history()->choose({1});
    QTRY_VERIFY(!button("raceVersions")->isEnabled()); // it is in use
    panel_->history()->choose({2, 3});
    QVERIFY(!button("raceVersions")->isEnabled());
    panel_->history()->choose({1, 2});
    QVERIFY(button("raceVersions")->isEnabled());
    panel_->history()->choose({2});
    QVERIFY(button("raceVersions")->isEnabled());
    button("raceVersions")->click();
    QTRY_VERIFY(panel_->history()->race().contains(" now, "));
    QVERIFY2(panel_->history()->race().endsWith("times faster"), qPrintable(panel_->history()->race()));
    QVERIFY(shows(10));
}

LIGHTBENCH_TEST(WindowEditorTest, QApplication)
#include "window_editor.moc"
