// The mapping form of a kernel file: what was understood, corrections that are used at once and kept, open questions,
// and lines that are written into the file. The kernels run in lightbench-worker, as in the lab itself.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "core/definition/corrections.h"
#include "tests/lab/own_kernel_window.h"
#include "tests/test_program.h"
#include "ui/files/file_name.h"
#include "ui/lab/mapping_dialog.h"
#include "ui/panels/stage/number_editor.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowMappingTest : public QObject, private OwnKernelWindow {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_mapping")); }
    void init() {
        makeFile();
        qputenv("LIGHTBENCH_CORRECTIONS", QFile::encodeName(home_->filePath("corrections")));
        QVERIFY(start());
        openPicture();
        QVERIFY(settle());
    }
    void cleanup() { window.reset(); }

    void aCorrectionIsUsedAndKept();
    void questionsOpenTheForm();
    void aQuestionThatArisesLaterHasAButton();
    void aWrongCorrectionChangesNothing();
    void linesAreWrittenIntoTheFile();
    void aTypedNumberWidensTheSlider();
    void hiddenTypesAreAskedOfTheDriver();

private:
    void openText(const QByteArray& text) {
        putFile(path_, text);
        window->documents().open({path_});
    }
    MappingDialog* form() {
        auto* button = inForm<QPushButton>("mapping");
        if (button) button->click();
        return shownForm();
    }
    MappingDialog* shownForm() {
        for (MappingDialog* dialog : window->findChildren<MappingDialog*>())
            if (dialog->isVisible()) return dialog;
        return nullptr;
    }
    void type(const char* argument, const QString& line) {
        auto* field = shownForm()->findChild<QLineEdit*>("line." + QString(argument));
        QVERIFY(field);
        field->setText(line);
        emit field->editingFinished();
    }
    void choose(const char* argument, const QString& meaning) {
        auto* box = shownForm()->findChild<QComboBox*>("meaning." + QString(argument));
        QVERIFY(box && box->findText(meaning) >= 0);
        box->setCurrentIndex(box->findText(meaning));
        emit box->activated(box->currentIndex());
    }
    QString errorInForm() { return shownForm()->findChild<QLabel*>("mappingError")->text(); }
};

void WindowMappingTest::aCorrectionIsUsedAndKept() {
    const QByteArray text = kernelOf("convert_uchar_sat(10 * strength)", "float strength");
    openText(text);
    QVERIFY(shows(10));
    QVERIFY(form());
    auto* meaning = shownForm()->findChild<QComboBox*>("meaning.strength");
    QVERIFY(meaning && meaning->currentText() == "a parameter");
    type("strength", "//@ parameter: strength 0..9 = 4");
    QVERIFY(shows(40));
    choose("strength", "the channels");
    QVERIFY(shows(10));
    QCOMPARE(stages(), QStringLiteral("shade")); // the parameter is gone
    type("strength", "//@ argument: strength = channels + 1");
    QVERIFY(shows(20));
    QFile file(path_);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
    // Another start reads it again.
    QVERIFY(open(labEngine()));
    openPicture();
    QVERIFY(settle());
    window->documents().open({path_});
    QVERIFY(shows(20));
    QVERIFY(form());
    shownForm()->findChild<QPushButton*>("forgetMapping")->click();
    QVERIFY(shows(10));
}

/// An array of weights and a struct cannot be told.
void WindowMappingTest::questionsOpenTheForm() {
    openText("struct tone { float gain; int plus; };\n" +
             kernelOf("convert_uchar_sat(t.gain * weights[1] + t.plus)", "global const float* weights, struct tone t"));
    QTRY_VERIFY(shownForm());
    QCOMPARE(stages(), QString());
    QVERIFY(shownForm()->findChild<QComboBox*>("meaning.weights")->currentText() == "not known");
    choose("weights", "a table");
    // The numbers are the user's, so that nothing is kept yet.
    QVERIFY(shownForm()->findChild<QLineEdit*>("line.weights")->text() == "//@ table: weights = 1, 2, 1");
    QVERIFY2(errorInForm().contains("Type what weights is given"), qPrintable(errorInForm()));
    shownForm()->findChild<QComboBox*>("meaning.t")->setFocus();
    QVERIFY(keptCorrections(nameBytes(path_)).empty());
    type("weights", "//@ table: weights = 1, 7, 1");
    QTRY_VERIFY(!keptCorrections(nameBytes(path_)).empty());
    QTRY_VERIFY(shownForm()->findChild<QLineEdit*>("line.weights")->text().contains("7"));
    QTRY_VERIFY(shownForm()->findChild<QComboBox*>("meaning.weights")->currentText() == "a table");
    type("t", "//@ argument: t = float 3, int 2");
    QVERIFY2(shows(23), qPrintable(errorInForm() + stages() + window->banner()->text()));
    QCOMPARE(stages(), QStringLiteral("shade"));
}

/// Who edits a file is not interrupted by the form.
void WindowMappingTest::aQuestionThatArisesLaterHasAButton() {
    openText(kernelOf("convert_uchar_sat(10 * strength)", "float strength"));
    QVERIFY(shows(10));
    putFile(path_, kernelOf("convert_uchar_sat(weights[1])", "global const float* weights"));
    QVERIFY(hasError("weights"));
    QVERIFY(!shownForm());
    auto* answer = window->banner()->findChild<QToolButton*>("applyRemedy");
    QVERIFY(answer->isVisible() && answer->text() == "Answer…");
    answer->click();
    QVERIFY(shownForm());
    type("weights", "//@ table: weights = 1, 7, 1");
    QVERIFY2(shows(7), qPrintable(errorInForm() + window->banner()->text()));
    QVERIFY(!answer->isVisible());
}

void WindowMappingTest::aWrongCorrectionChangesNothing() {
    openText(kernelOf("convert_uchar_sat(10 * strength)", "float strength"));
    QVERIFY(shows(10));
    QVERIFY(form());
    type("strength", "//@ parameter: strength 0..x = 4");
    QVERIFY2(errorInForm().contains("\"x\" is not a number"), qPrintable(errorInForm()));
    type("strength", "strength");
    QVERIFY2(errorInForm().contains("//@"), qPrintable(errorInForm()));
    QVERIFY(keptCorrections(nameBytes(path_)).empty());
    type("strength", "//@ parameter: strength 0..4 = 2");
    QVERIFY(shows(20));
    QVERIFY(errorInForm().isEmpty());
    // An empty line removes it.
    QTRY_VERIFY(shownForm()->findChild<QLineEdit*>("line.strength")->text().contains("= 2"));
    type("strength", "");
    QVERIFY(shows(10));
    QVERIFY(keptCorrections(nameBytes(path_)).empty());
}

void WindowMappingTest::linesAreWrittenIntoTheFile() {
    const QByteArray text = kernelOf("convert_uchar_sat(10 * strength + plus)", "float strength, int plus");
    openText(text);
    QVERIFY(shows(11));
    QVERIFY(form());
    type("plus", "//@ argument: plus = 5");
    QVERIFY(shows(15));
    QString offered;
    QTimer::singleShot(0, this, [&] {
        QTRY_VERIFY(qobject_cast<QDialog*>(QApplication::activeModalWidget()));
        QWidget* dialog = QApplication::activeModalWidget();
        offered = dialog->findChild<QPlainTextEdit*>()->toPlainText();
        dialog->findChild<QPushButton*>("writeLines")->click();
    });
    shownForm()->findChild<QPushButton*>("writeMapping")->click();
    QFile file(path_);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), offered.toUtf8() + text);
    QVERIFY(offered.contains("plus = 5") && offered.contains("//@ parameter: strength"));
    QTRY_VERIFY(inForm<QPushButton>("mapping") && inForm<QPushButton>("mapping")->text().startsWith("Arguments"));
    QVERIFY(shows(15));
    QVERIFY(keptCorrections(nameBytes(path_)).empty());
}

void WindowMappingTest::aTypedNumberWidensTheSlider() {
    openText(kernelOf("convert_uchar_sat(10 * strength)", "float strength"));
    QVERIFY(shows(10));
    auto* editor = inForm<NumberEditor>("parameter.strength");
    QVERIFY(editor);
    editor->field()->setValue(9);
    QVERIFY(shows(90));
    QCOMPARE(editor->slider()->value(), editor->slider()->maximum());
    editor->slider()->setValue(editor->slider()->maximum() / 2);
    QVERIFY(shows(45));
}

void WindowMappingTest::hiddenTypesAreAskedOfTheDriver() {
    openText("#define IN global const\n#define IMAGES IN sample* src, global sample* dst\n"
             "typedef unsigned char sample;\ntypedef float real;\ntypedef int extent;\n"
             "kernel void shade(IMAGES, extent width, extent height, real strength) {\n"
             "    int x = get_global_id(0), y = get_global_id(1);\n    if (x >= width || y >= height) return;\n"
             "    dst[y * width + x] = convert_uchar_sat(10 * strength);\n}\n");
    QVERIFY(shows(10));
    QCOMPARE(stages(), QStringLiteral("shade"));
}

LIGHTBENCH_TEST(WindowMappingTest, QApplication)
#include "window_mapping.moc"
