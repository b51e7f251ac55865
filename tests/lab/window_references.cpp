// References of the user's kernels in the window: Python asks before it runs, and the difference panel says what a
// result was compared with, or what was checked without a reference.
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QTableWidget>
#include <QToolButton>

#include "tests/lab/lab_engine.h"
#include "tests/lab/text_files.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/bars/banner.h"
#include "ui/panels/difference/difference_panel.h"

using namespace lightbench;
using namespace lightbench::tests;

static const QByteArray darker =
    "kernel void shade(global const uchar* src, global uchar* dst, int width, int height) {\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    if (x >= width || y >= height) return;\n    dst[y * width + x] = src[y * width + x] / 2;\n}\n";
static const QByteArray halves = "def reference(image):\n    return image // 2\n";

class WindowReferencesTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        for (const char* python : {"python3", "/usr/bin/python3"}) {
            QProcess process;
            process.start(python, {"-c", "import numpy"});
            if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
                python_ = python;
        }
        qputenv("LIGHTBENCH_PYTHON", python_);
        QVERIFY(prepare("window_references"));
    }
    void init() {
        QSettings().clear();
        home_ = std::make_unique<QTemporaryDir>();
        qputenv("LIGHTBENCH_ALLOWED_PYTHON", home_->filePath("allowed").toUtf8());
        putFile(home_->filePath("shade.cl"), darker);
        QVERIFY(open(labEngine()));
        window->commands().action("check")->setChecked(false);
    }
    void cleanup() { window.reset(); }

    void allowedByTheBanner() {
        if (python_.isEmpty()) QSKIP("needs python3 with NumPy");
        putFile(home_->filePath("shade.py"), halves);
        openKernel();
        QVERIFY(banner()->text().isEmpty()); // nothing is checked yet
        check();
        QTRY_VERIFY(banner()->text().startsWith("shade.py wants to run as the reference of shade."));
        QCOMPARE(verdict(), Verdict::ReferenceWaits);
        press("showFile");
        auto* shown = window->findChild<QPlainTextEdit*>("allowedText");
        QVERIFY(shown && shown->isVisible());
        QCOMPARE(shown->toPlainText().toUtf8(), halves);
        press("runFile");
        QTRY_COMPARE(verdict(), Verdict::Match);
        QVERIFY(banner()->text().isEmpty());
        QVERIFY(panelSays("Compared with shade.py"));
        // Another text is asked for again, also by the next window.
        putFile(home_->filePath("shade.py"), halves + "# another text\n");
        QTRY_VERIFY(banner()->text().startsWith("shade.py wants to run"));
    }

    /// A file that is written while the kernel file is open.
    void itComesLater() {
        if (python_.isEmpty()) QSKIP("needs python3 with NumPy");
        openKernel();
        check();
        QTRY_COMPARE(verdict(), Verdict::NoReference);
        putFile(home_->filePath("shade.py"), halves);
        QTRY_VERIFY(banner()->text().startsWith("shade.py wants to run as the reference of shade."));
        press("runFile");
        QTRY_COMPARE(verdict(), Verdict::Match);
    }

    void notNow() {
        putFile(home_->filePath("shade.py"), halves);
        openKernel();
        check();
        QTRY_VERIFY(banner()->text().startsWith("shade.py wants to run"));
        press("refuseFile");
        QVERIFY(banner()->text().isEmpty());
        window->lab().runs.runNow();
        QVERIFY(settle());
        QVERIFY(banner()->text().isEmpty());
        QCOMPARE(verdict(), Verdict::ReferenceWaits);
        QVERIFY(panelSays("waiting: shade.py has not been allowed to run"));
        window->commands().action("check")->setChecked(false);
        check();
        QTRY_VERIFY(banner()->text().startsWith("shade.py wants to run"));
    }

    /// The Log has the reason, once for a live stack, and of a reference that waits it does not say that it failed.
    void theLogSaysWhyAReferenceFailed() {
        if (python_.isEmpty()) QSKIP("no python3 with NumPy is installed");
        putFile(home_->filePath("shade.py"), "import a_module_that_is_not_there\n" + halves);
        openKernel();
        check();
        QTRY_COMPARE(linesInLog("1 shade: waiting: shade.py has not been allowed to run"), 1);
        QCOMPARE(linesInLog("the reference failed"), 0);
        press("runFile");
        QTRY_COMPARE(linesInLog("1 shade: the reference failed: "), 1);
        QCOMPARE(linesInLog("a_module_that_is_not_there"), 1);
        QVERIFY(panelSays("a_module_that_is_not_there"));
        QVERIFY(!panelSays("no reference", 0) && !panelSays("CPU reference to compare", 0));
        window->lab().runs.runNow();
        QVERIFY(settle());
        QCOMPARE(linesInLog("1 shade: the reference failed: "), 1);
    }

    void withoutAReference() {
        openKernel();
        check();
        QTRY_COMPARE(verdict(), Verdict::NoReference);
        QVERIFY(panelSays("no reference: the same with 4 workgroup sizes"));
        QVERIFY(panelSays("does not prove it right"));
        auto* stages = window->findChild<DifferencePanel*>()->findChild<QTableWidget*>();
        QCOMPARE(stages->item(0, 1)->text(), QString("no reference · stayed the same"));
        putFile(home_->filePath("shade.cl"), QByteArray(darker).replace("/ 2", "/ 2 + get_local_id(0)"));
        QTRY_COMPARE(verdict(), Verdict::Mismatch);
        QVERIFY(panelSays("no reference, but the result differs between workgroups"));
    }

private:
    void openKernel() {
        openPicture();
        QVERIFY(settle());
        window->documents().open({home_->filePath("shade.cl")});
        QTRY_COMPARE(window->lab().session.stack().size(), std::size_t(1));
        QVERIFY(settle());
    }
    void check() {
        window->commands().action("check")->setChecked(true);
        QVERIFY(settle());
    }
    Banner* banner() { return window->banner(); }
    void press(const char* button) { banner()->findChild<QToolButton*>(button)->click(); }
    Verdict verdict() {
        const ReportPtr& report = window->lab().results.report();
        return report && report->checked ? report->stages.at(0).difference.verdict : Verdict::NotChecked;
    }
    int linesInLog(const QString& text) {
        int lines = 0;
        for (int i = 0; i < log()->topLevelItemCount(); ++i)
            lines += int(log()->topLevelItem(i)->text(1).contains(text));
        return lines;
    }
    bool panelSays(const QString& text, int ms = 60000) {
        return QTest::qWaitFor(
            [&] {
                const auto labels = window->findChild<DifferencePanel*>()->findChildren<QLabel*>();
                return std::ranges::any_of(labels, [&](QLabel* label) { return label->text().contains(text); });
            },
            ms);
    }
    std::unique_ptr<QTemporaryDir> home_;
    QByteArray python_;
};

LIGHTBENCH_TEST(WindowReferencesTest, QApplication)
#include "window_references.moc"
