// The window when a kernel crashes, never ends or ends its process: it lives, says which kernel it was, and the next
// run is right. The kernels run in lightbench-worker, as in the lab itself.
#include <QAbstractButton>
#include <QDir>
#include <QFile>

#include <csignal>

#include "tests/built_in_stacks.h"
#include "tests/kernel_folder.h"
#include "tests/lab/lab_engine.h"
#include "tests/lab/named_seconds.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/bars/banner.h"
#include "ui/panels/experiment/experiment_panel.h"
#include "ui/state/engine/stall_watch.h"

using namespace lightbench;

class WindowFaultsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(prepare("window_faults"));
        tests::copyKernels(kernelFolder_.path());
        QFile file(kernelFolder_.filePath("point/grayscale/plain.cl"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        right_ = file.readAll();
    }
    void init() {
        QSettings().clear();
        QVERIFY(openWindow());
        openPicture();
        addFilter("invert");
        QVERIFY(settle());
        before_ = window->lab().results.report();
        QVERIFY(before_ && before_->ranInWorker);
    }
    void cleanup() { window.reset(); }

    void aFaultIsOneMessage_data();
    void aFaultIsOneMessage();
    void cancelEndsWhatNeverEnds();
    void stopLetsTheWaitingRunBegin();
    void theStageThatRanComesBackSwitchedOff();
    void anExperimentGoesOnWithoutIt();
    void draggingEndsInOneMessage();
    void theUserIsAskedWhatTakesLong();
    void aDeviceThatNeverBeginsIsNoticed();
    void nothingIsLeft();
    void withoutDevicesItSaysWhy();

private:
    bool openWindow() { return open(tests::labEngine(KernelLibrary::ofFolder(kernelFolder_.path().toStdString()))); }
    /// Puts statements in front of what grayscale's kernel does.
    void breakGrayscale(const QByteArray& statements) {
        QByteArray text = right_;
        const int body = int(text.indexOf('{', text.indexOf("KERNEL void grayscale_plain"))) + 1;
        QVERIFY(body > 0);
        text.insert(body, statements);
        write(text);
    }
    void write(const QByteArray& text) {
        QFile file(kernelFolder_.filePath("point/grayscale/plain.cl"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text);
    }
    void addBrokenStage() {
        Stack stack = window->lab().session.stack();
        stack.push_back(parseStack("grayscale variant=plain").front());
        window->lab().session.replace(stack, QStringLiteral("a broken stage"));
    }
    /// Repaired, the same stack runs at once.
    void runsAgain() {
        write(right_);
        window->commands().action("run")->trigger();
        QVERIFY(settle());
        QCOMPARE(window->lab().results.problem().stackIndex, -1);
        const ReportPtr report = window->lab().results.report();
        QCOMPARE(report->stages.size(), std::size_t(2));
        const Image& from = *report->stages[0].outputImage;
        const double gray = 0.299 * from.at(5, 7, 0) + 0.587 * from.at(5, 7, 1) + 0.114 * from.at(5, 7, 2);
        QVERIFY(std::abs(report->output->at(5, 7, 0) - gray) < 1);
    }
    QTemporaryDir kernelFolder_;
    QByteArray right_;
    ReportPtr before_;
};

void WindowFaultsTest::aFaultIsOneMessage_data() {
    QTest::addColumn<QByteArray>("statements");
    QTest::addColumn<QString>("how");
    QTest::newRow("writes out of bounds")
        << QByteArray("((global volatile int*)dst)[(size_t)1 << 40] = 1;") << "which ended by signal 11";
    QTest::newRow("executes what the processor refuses")
        << QByteArray("__builtin_trap();") << "which ended by signal 4";
}

void WindowFaultsTest::aFaultIsOneMessage() {
    QFETCH(QByteArray, statements);
    QFETCH(QString, how);
    breakGrayscale(statements);
    addBrokenStage();
    QVERIFY(settle());
    const StageProblem problem = window->lab().results.problem();
    QCOMPARE(problem.stackIndex, 1);
    // A driver of a GPU reports it as an error of a call instead, in words of its own.
    const bool ends = window->lab().session.device()->isHostCpu;
    if (ends)
        QVERIFY2(problem.message.contains("kernel grayscale_plain crashed its process") &&
                     problem.message.contains(how),
                 qPrintable(problem.message));
    qInfo("%s", qPrintable(problem.message));
    QList<QTreeWidgetItem*> entries;
    for (int i = 0; i < log()->topLevelItemCount(); ++i)
        entries << log()->topLevelItem(i);
    const QString logged = log()->text(entries);
    QVERIFY2(logged.contains("grayscale") && (!ends || logged.contains(how)), qPrintable(logged));
    // Nothing is lost: the picture of before, the stack and its history.
    QCOMPARE(window->lab().results.report(), before_);
    QCOMPARE(stack(), QStringLiteral("invert | grayscale variant=plain"));
    QVERIFY(window->commands().action("undo")->isEnabled());
    runsAgain();
}

void WindowFaultsTest::cancelEndsWhatNeverEnds() {
    breakGrayscale("volatile global uint* word = (volatile global uint*)dst; word[0] = 1u; while (word[0] != 2u) ;");
    addBrokenStage();
    QTRY_COMPARE(window->lab().runs.stallWatch().progress().stackIndex, 1);
    QTRY_VERIFY(!window->lab().runs.stallWatch().progress().kernels.empty());
    window->commands().action("cancel")->trigger();
    QVERIFY(settle());
    QCOMPARE(window->lab().results.outcome(), Outcome::Cancelled);
    QCOMPARE(window->lab().results.report(), before_);
    runsAgain();
}

/// The stage that hangs was removed: Stop, as the bar offers it, ends its kernel, and the rest runs.
void WindowFaultsTest::stopLetsTheWaitingRunBegin() {
    breakGrayscale("volatile global uint* word = (volatile global uint*)dst; word[0] = 1u; while (word[0] != 2u) ;");
    addBrokenStage();
    QTRY_VERIFY(window->lab().runs.stallWatch().progress().stackIndex == 1 &&
                !window->lab().runs.stallWatch().progress().kernels.empty());
    Stack stack = window->lab().session.stack();
    stack.pop_back();
    stack.push_back(parseStack("flip").front());
    window->lab().session.replace(stack, QStringLiteral("without it"));
    QTRY_VERIFY(!window->lab().runs.isAboutToRun());
    QVERIFY(window->lab().runs.isBusy());
    window->banner()->findChild<QAbstractButton*>(QStringLiteral("stopRun"))->click();
    QVERIFY(settle());
    QVERIFY(window->lab().results.isCurrent());
    QCOMPARE(window->lab().results.report()->stages.size(), std::size_t(2));
    write(right_);
}

/// As after a kill of the window while the kernel ran.
void WindowFaultsTest::theStageThatRanComesBackSwitchedOff() {
    breakGrayscale("volatile global uint* word = (volatile global uint*)dst; word[0] = 1u; while (word[0] != 2u) ;");
    addBrokenStage();
    QTRY_COMPARE(QSettings().value("session/running").toInt(), 1);
    const QVariant running = QSettings().value("session/running");
    window.reset(); // a window that is closed leaves no such note
    QVERIFY(!QSettings().contains("session/running"));
    QSettings().setValue("session/running", running);
    QVERIFY(openWindow());
    QStringList hints;
    QObject::connect(&window->lab().messages, &Messages::noticeChanged, window.get(),
                     [&](const QString& hint) { hints << hint; });
    window->findChild<QAbstractButton*>(QStringLiteral("restoreSession"))->click();
    QVERIFY(settle());
    QCOMPARE(stack(), QStringLiteral("invert | !grayscale variant=plain"));
    QVERIFY2(hints.join('\n').contains("while stage 2, grayscale, was running. The stage is switched off."),
             qPrintable(hints.join('\n')));
    QVERIFY(window->lab().results.report());
    write(right_);
}

/// One variant crashes in a race: its row says so, the others are measured, and the lab goes on.
void WindowFaultsTest::anExperimentGoesOnWithoutIt() {
    Session& session = window->lab().session;
    Stack stack = session.stack();
    stack.push_back(parseStack("grayscale").front());
    session.replace(stack, QStringLiteral("a stage to race"));
    session.setCurrent(1);
    QVERIFY(settle());
    breakGrayscale("((global volatile int*)dst)[(size_t)1 << 40] = 1;");
    auto* panel = window->findChild<ExperimentPanel*>();
    ExperimentRunner& runner = panel->runner();
    panel->toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isRunning(), 120000);
    QVERIFY2(runner.state() == ExperimentRunner::State::Done, qPrintable(runner.error()));
    int winners = 0, failed = 0;
    for (const PointRow& row : runner.progress().rows) {
        if (row.axes == "variant=plain") {
            ++failed;
            const QString reason = QString::fromStdString(row.reason);
            QVERIFY2(!row.hasTime() && reason.contains("grayscale"), qPrintable(reason));
            if (session.device()->isHostCpu) QVERIFY2(reason.contains("crashed its process"), qPrintable(reason));
        }
        winners += row.status == PointStatus::Winner;
    }
    QCOMPARE(failed, 1);
    QCOMPARE(winners, 1);
    runsAgain();
}

/// While a parameter is dragged every run crashes: there is one problem, on the stage, and no dialog.
void WindowFaultsTest::draggingEndsInOneMessage() {
    addBrokenStage();
    QVERIFY(settle());
    Session& session = window->lab().session;
    breakGrayscale("((global volatile int*)dst)[(size_t)1 << 40] = 1;");
    for (int step = 1; step <= 20; ++step) {
        session.setParameter(1, "mix", 1 - step * 0.01);
        QTest::qWait(15);
    }
    session.endGesture();
    QVERIFY(settle());
    QCOMPARE(window->lab().results.problem().stackIndex, 1);
    QCOMPARE(session.stack()[1].parameters.real("mix"), 0.8);
    QVERIFY(window->lab().results.report()); // the picture of before stays
    session.setParameter(1, "mix", 1.0);
    runsAgain();
}

/// The bar has the two answers.
void WindowFaultsTest::theUserIsAskedWhatTakesLong() {
    const QString question = QStringLiteral("convolution (plain) has been running for 11 s on PoCL.");
    Banner* banner = window->banner();
    auto* stop = banner->findChild<QAbstractButton*>(QStringLiteral("stopRun"));
    auto* wait = banner->findChild<QAbstractButton*>(QStringLiteral("waitForRun"));
    emit window->lab().runs.stallWatch().stalled(question);
    QVERIFY(stop->isVisible() && wait->isVisible());
    QCOMPARE(banner->text(), question);
    emit window->lab().runs.stallWatch().stalled({});
    QVERIFY(!stop->isVisible());
}

/// The worker is stopped before a stage reports: Stop, as the bar offers it, ends the run.
void WindowFaultsTest::aDeviceThatNeverBeginsIsNoticed() {
    QTRY_COMPARE(tests::livingChildren().size(), 1); // a worker that was ended may take a while to go
    ::kill(pid_t(tests::livingChildren().front()), SIGSTOP);
    addFilter("flip");
    Banner* banner = window->banner();
    auto* stop = banner->findChild<QAbstractButton*>(QStringLiteral("stopRun"));
    QTRY_VERIFY(stop->isVisible());
    QVERIFY2(banner->text().contains("has not begun the run after ") &&
                 tests::secondsIn(banner->text()) >= StallWatch::usualLimitMs / 1000,
             qPrintable(banner->text()));
    stop->click();
    QVERIFY(settle());
    QVERIFY(!stop->isVisible());
    window->commands().action("run")->trigger();
    QVERIFY(settle());
    QVERIFY(window->lab().results.isCurrent());
}

/// After the window is gone, so are its worker and what it kept in the temporary folder.
void WindowFaultsTest::nothingIsLeft() {
    QTRY_COMPARE(tests::livingChildren().size(), 1);
    window.reset();
    QTRY_COMPARE(tests::livingChildren().size(), 0); // the system may need a while to end a process
    QVERIFY(QDir(QDir::tempPath())
                .entryList({"lightbench-*-" + QString::number(QCoreApplication::applicationPid())})
                .isEmpty());
}

/// Such as a worker of another version. To install a driver would not help.
void WindowFaultsTest::withoutDevicesItSaysWhy() {
    const EngineFactory broken = []() -> std::unique_ptr<Engine> {
        throw Error(ErrorKind::Device, "the worker is of another version");
    };
    window.reset();
    window = std::make_unique<LabWindow>(broken, builtInFilters());
    QTRY_VERIFY(window->banner()->text().endsWith("The worker is of another version"));
}

LIGHTBENCH_TEST(WindowFaultsTest, QApplication)
#include "window_faults.moc"
