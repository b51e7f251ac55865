// Second images in the real window: chosen from the stack or a file, and followed through edits.
#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>

#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/files/image_file.h"
#include "ui/panels/stage/image_parameter.h"

using namespace lightbench;

class WindowTwoImagesTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_two_images")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
        openPicture();
        QVERIFY(settle());
        for (const char* filter : {"invert", "flip", "blend"})
            addFilter(filter);
        QVERIFY(settle());
    }
    void cleanup() { window.reset(); }

    void earlierStagesAreOffered();
    void filesAreTaken();
    void unreadableFilesAreToldOf();
    void numbersFollowEdits();
    void otherSizesAreToldOfAtTheField();

private:
    ImageParameter* editor(const char* name = "parameter.with") { return inForm<ImageParameter>(name); }
    QComboBox* box() { return editor()->findChild<QComboBox*>(); }
    void choose(const QString& entry) {
        const int index = box()->findText(entry);
        QVERIFY2(index >= 0, qPrintable(entry));
        box()->setCurrentIndex(index);
        emit box()->activated(index);
    }
    bool isAsReference() {
        const ReportPtr report = window->lab().results.report();
        return report->stack == window->lab().session.stack() &&
               sameSamples(*report->output, *runReference(report->input, report->stack));
    }
    QUndoStack& undo() { return *window->lab().session.undoStack(); }
};

void WindowTwoImagesTest::earlierStagesAreOffered() {
    QStringList entries;
    for (int i = 0; i < box()->count(); ++i)
        entries << box()->itemText(i);
    QCOMPARE(entries, (QStringList{"Input image", "Stage 1: Invert", "Stage 2: Flip", "", "File…"}));
    QCOMPARE(box()->currentText(), QString("Input image"));
    choose("Stage 1: Invert");
    QCOMPARE(stack(), QString("invert | flip | blend with=1"));
    QVERIFY(settle() && isAsReference());
    QVERIFY(card(2).data(StackModel::SummaryRole).toString().contains("with stage 1"));
    undo().undo();
    QCOMPARE(stack(), QString("invert | flip | blend"));
    QCOMPARE(box()->currentText(), QString("Input image"));
}

void WindowTwoImagesTest::filesAreTaken() {
    const QString path = folder.filePath("second.png");
    QVERIFY(testPicture(320, 201).mirrored().save(path));
    editor()->takeFile(path);
    QVERIFY(waitUntil([&] { return stack().contains("second.png"); }));
    QVERIFY(settle() && isAsReference());
    QCOMPARE(box()->currentText(), QString("second.png"));
    QVERIFY(card(2).data(StackModel::SummaryRole).toString().contains("with second.png"));
    choose("Stage 2: Flip");
    QCOMPARE(stack(), QString("invert | flip | blend with=2"));
}

void WindowTwoImagesTest::unreadableFilesAreToldOf() {
    const QString before = stack();
    QSignalSpy problems(editor(), &ParameterEditor::problem);
    editor()->takeFile(folder.filePath("none.png"));
    QVERIFY(waitUntil([&] { return !problems.empty() && !problems.last()[0].toString().isEmpty(); }));
    QVERIFY(problems.last()[0].toString().contains("none.png"));
    QCOMPARE(stack(), before);
}

void WindowTwoImagesTest::numbersFollowEdits() {
    Session& session = window->lab().session;
    choose("Stage 2: Flip");
    session.move(1, 0);
    QCOMPARE(stack(), QString("flip | invert | blend with=1"));
    session.setCurrent(0);
    addFilter("grayscale");
    QCOMPARE(stack(), QString("flip | grayscale | invert | blend with=1"));
    session.remove(0);
    QCOMPARE(stack(), QString("grayscale | invert | blend")); // what was before it: the input
    undo().undo();
    QCOMPARE(stack(), QString("flip | grayscale | invert | blend with=1"));
    undo().undo();
    undo().undo();
    QCOMPARE(stack(), QString("invert | flip | blend with=2"));
    undo().redo();
    QCOMPARE(stack(), QString("flip | invert | blend with=1"));
    session.move(0, 2); // behind the stage that has its image
    QCOMPARE(stack(), QString("invert | blend with=3 | flip"));
    session.setCurrent(1);
    QVERIFY(settle());
    QVERIFY(session.model()->status(1).error.contains("not a stage before"));
    QCOMPARE(session.model()->status(1).errorField, QString("with"));
}

void WindowTwoImagesTest::otherSizesAreToldOfAtTheField() {
    window->lab().session.setCurrent(0);
    addFilter("crop");
    QVERIFY(settle());
    const StageStatus& result = window->lab().session.model()->status(3);
    QVERIFY2(result.error.contains("Resize or crop"), qPrintable(result.error));
    QCOMPARE(result.errorField, QString("with"));
}

LIGHTBENCH_TEST(WindowTwoImagesTest, QApplication)
#include "window_two_images.moc"
