// The real window on the real engine, driven by its own menus, keys and fields.
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>

#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/panels/run/timing_table.h"
#include "ui/panels/stack/stack_view.h"
#include "ui/panels/stage/number_editor.h"
#include "ui/panels/stage/workgroup_editor.h"

using namespace lightbench;

class WindowTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
    }
    void cleanup() { window.reset(); }

    void showsTheResultOfAStack();
    void checksEveryStage();
    void formEditsTheChosenStage();
    void stackIsEditedByKeys();
    void cardsAreDraggedAndSwitched();
    void undoAndRedo();
    void runMeasuresSevenTimes();
    void cancelStops();
    void illegalWorkgroupIsExplainedInPlace();
    void automaticVariantFollowsTheWorkgroup();
    void stageErrorAppearsInItsCard();
};

void WindowTest::showsTheResultOfAStack() {
    openPicture();
    QVERIFY(settle());
    QVERIFY(window->lab().results.report());
    QVERIFY(sameSamples(*window->lab().results.report()->output, *window->lab().session.image())); // an empty stack
    addFilter("grayscale");
    addFilter("gaussian");
    QVERIFY(settle());
    const ReportPtr report = window->lab().results.report();
    QCOMPARE(report->stages.size(), std::size_t(2));
    QCOMPARE(report->output->format().channels, 1);
    QCOMPARE(report->stack, window->lab().session.stack());
    QVERIFY(!card(0).data(StackModel::TimeRole).toString().contains(QChar(0x2013)));
    const TimingModel* table = timings()->timings();
    QVERIFY(table->rowCount() >= 3);
    QVERIFY(table->index(table->rowCount() - 1, 0).data().toString().contains("Whole run"));
}

void WindowTest::checksEveryStage() {
    openPicture();
    addFilter("grayscale");
    addFilter("invert");
    QVERIFY(settle());
    QVERIFY(window->lab().results.report()->checked);
    for (const StageReport& stage : window->lab().results.report()->stages)
        QCOMPARE(stage.difference.verdict, Verdict::Match);
    window->commands().action("check")->setChecked(false);
    addFilter("transpose");
    QVERIFY(settle());
    QVERIFY(!window->lab().results.report()->checked);
    window->commands().action("check")->setChecked(true); // being asked, it checks what is there
    QVERIFY(settle());
    QVERIFY(window->lab().results.report()->checked);
}

void WindowTest::formEditsTheChosenStage() {
    openPicture();
    addFilter("gaussian");
    QVERIFY(settle());
    auto* editor = inForm<QWidget>("parameter.sigma");
    QVERIFY(editor);
    auto* field = editor->findChild<NumberField*>();
    auto* slider = editor->findChild<StepSlider*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "3.5");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(window->lab().session.stack()[0].parameters.real("sigma"), 3.5);
    QTest::keyClick(field, Qt::Key_Up);
    const double step = findParameter(filterById("gaussian"), "sigma")->step;
    QCOMPARE(window->lab().session.stack()[0].parameters.real("sigma"), 3.5 + step);
    field->selectAll();
    QTest::keyClicks(field, "9999"); // out of range: impossible
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(window->lab().session.stack()[0].parameters.real("sigma") <= 50);
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
    const double middle = window->lab().session.stack()[0].parameters.real("sigma");
    QVERIFY(middle > 0.1 && middle < 50);
    QTest::mouseDClick(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
    QCOMPARE(window->lab().session.stack()[0].parameters, makeStage("gaussian").parameters);
    auto* variant = inForm<QComboBox>("variant");
    variant->setCurrentIndex(variant->findData("cpu"));
    QCOMPARE(window->lab().session.stack()[0].variant, std::string("cpu"));
    QVERIFY(settle());
    QCOMPARE(window->lab().results.report()->stages[0].variant, std::string("cpu"));
}

void WindowTest::stackIsEditedByKeys() {
    for (const char* id : {"grayscale", "invert", "transpose"})
        addFilter(id);
    cards()->setFocus();
    QTest::keyClick(cards(), Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(stack(), QStringLiteral("grayscale | transpose | invert"));
    QTest::keyClick(cards(), Qt::Key_Return);
    QCOMPARE(stack(), QStringLiteral("grayscale | ! transpose | invert").replace("! ", "!"));
    QTest::keyClick(cards(), Qt::Key_Down);
    QCOMPARE(window->lab().session.current(), 2);
    QTest::keyClick(cards(), Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(window->lab().session.stack().size(), std::size_t(4));
    QTest::keyClick(cards(), Qt::Key_Delete);
    QTest::keyClick(cards(), Qt::Key_Delete);
    QCOMPARE(stack(), QStringLiteral("grayscale | !transpose"));
}

void WindowTest::cardsAreDraggedAndSwitched() {
    for (const char* id : {"grayscale", "invert", "transpose"})
        addFilter(id);
    QVERIFY(waitUntil([this] { return cards()->visualRect(card(2)).isValid(); }));
    QWidget* area = cards()->viewport();
    const QPoint from = StackCard::handleRect(cards()->visualRect(card(0))).center();
    const QPoint to = cards()->visualRect(card(2)).center() + QPoint(0, 12);
    QTest::mousePress(area, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 4; ++i) { // QTest::mouseMove tells no buttons
        const QPointF at = from + (to - from) * i / 4;
        QMouseEvent move(QEvent::MouseMove, at, area->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(area, &move);
    }
    QTest::mouseRelease(area, Qt::LeftButton, {}, to);
    QCOMPARE(stack(), QStringLiteral("invert | transpose | grayscale"));
    QTest::mouseClick(area, Qt::LeftButton, {}, StackCard::switchRect(cards()->visualRect(card(1))).center());
    QCOMPARE(stack(), QStringLiteral("invert | !transpose | grayscale"));
}

void WindowTest::undoAndRedo() {
    addFilter("grayscale");
    addFilter("invert");
    window->commands().action("undo")->trigger();
    QCOMPARE(stack(), QStringLiteral("grayscale"));
    window->commands().action("undo")->trigger();
    QVERIFY(window->lab().session.stack().empty());
    QVERIFY(!window->commands().action("undo")->isEnabled());
    window->commands().action("redo")->trigger();
    window->commands().action("redo")->trigger();
    QCOMPARE(stack(), QStringLiteral("grayscale | invert"));
}

void WindowTest::runMeasuresSevenTimes() {
    window->commands().action("live")->setChecked(false);
    openPicture();
    addFilter("grayscale");
    QVERIFY(settle());
    window->commands().action("run")->trigger();
    QVERIFY(settle());
    QCOMPARE(window->lab().results.report()->repeats, 7);
    QCOMPARE(window->lab().results.report()->stages[0].kernels[0].timingsUs.size(), std::size_t(7));
    QCOMPARE(window->lab().results.report()->runs.size(), std::size_t(7));
    QVERIFY(!window->lab().results.report()->stages[0].referenceTimingsMs.empty()); // timed as the kernel was
    const auto* table = timings()->timings();
    const auto whole = [&](int column) { return table->index(table->rowCount() - 1, column).data().toString(); };
    QCOMPARE(table->headerData(TimingModel::Time, Qt::Horizontal, Qt::DisplayRole).toString() == "GPU",
             window->lab().results.report()->device.type == DeviceType::Gpu);
    QCOMPARE(whole(TimingModel::Time), timeText(window->lab().results.report()->medianRepeat().wallMs));
    QVERIFY(whole(TimingModel::Speedup).contains(QChar(0x00d7)));
    const int runs = window->lab().runs.counts().submitted;
    addFilter("invert"); // not live: nothing runs by itself
    QTest::qWait(50);
    QCOMPARE(window->lab().runs.counts().submitted, runs);
}

void WindowTest::cancelStops() {
    const QString large = folder.filePath(QStringLiteral("large.png"));
    QVERIFY(testPicture(1600, 1200).save(large));
    window->commands().action("live")->setChecked(false);
    window->documents().open({large});
    QVERIFY(settle());
    QString text = QStringLiteral("gaussian sigma=4 variant=plain");
    for (int i = 0; i < 5; ++i)
        text += QStringLiteral(" | gaussian sigma=4 variant=plain");
    window->lab().session.replace(parseStack(text.toStdString()), "slow");
    window->commands().action("run")->trigger();
    QVERIFY(waitUntil([this] { return window->lab().runs.counts().started >= 2; }));
    const ReportPtr before = window->lab().results.report();
    window->commands().action("cancel")->trigger();
    QVERIFY(settle());
    QCOMPARE(window->lab().runs.counts().cancelled, 1);
    QCOMPARE(window->lab().results.report(), before);
    QVERIFY(window->findChild<QLabel*>(QStringLiteral("resultsState"))->text().contains("cancelled"));
    window->lab().session.replace(parseStack("grayscale"), "quick");
    window->commands().action("run")->trigger();
    QVERIFY(settle());
    QCOMPARE(window->lab().results.report()->stages.size(), std::size_t(1)); // and it goes on working
}

void WindowTest::illegalWorkgroupIsExplainedInPlace() {
    openPicture();
    addFilter("grayscale");
    QVERIFY(settle());
    auto* box = inForm<QComboBox>("workgroup");
    auto* line = inForm<QLabel>("workgroupLine");
    QVERIFY(box && line);
    QVERIFY(line->text().contains("work-items"));
    box->lineEdit()->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClicks(box->lineEdit(), "7777");
    QVERIFY2(line->text().contains("limit"), qPrintable(line->text()));
    QTest::keyClick(box->lineEdit(), Qt::Key_Return);
    QVERIFY(!window->lab().session.stack()[0].workgroup);
    QCOMPARE(line->property("role").toString(), QStringLiteral("error"));
    box->lineEdit()->selectAll();
    QTest::keyClicks(box->lineEdit(), "0");
    QVERIFY2(line->text().contains("not a workgroup size"), qPrintable(line->text()));
    box->lineEdit()->selectAll();
    QTest::keyClicks(box->lineEdit(), "8 x 4");
    QTest::keyClick(box->lineEdit(), Qt::Key_Return);
    QCOMPARE(window->lab().session.stack()[0].workgroup, std::optional(Workgroup{8, 4}));
    QCOMPARE(line->property("role").toString(), QStringLiteral("dim"));
    QVERIFY(settle());
    QCOMPARE(window->lab().results.report()->stages[0].workgroup, (Workgroup{8, 4}));
}

// What `auto` prefers on a CPU are single work-items; a size that another variant takes is taken, and what it says of
// auto is what auto would do.
void WindowTest::automaticVariantFollowsTheWorkgroup() {
    openPicture();
    addFilter("gaussian");
    QVERIFY(settle());
    auto* box = inForm<QComboBox>("workgroup");
    auto* line = inForm<QLabel>("workgroupLine");
    const Workgroup automatic = window->lab().results.report()->stages[0].workgroup;
    QVERIFY(!(automatic == Workgroup{16, 16}));
    box->lineEdit()->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClicks(box->lineEdit(), "16x16");
    QTest::keyClick(box->lineEdit(), Qt::Key_Return);
    QCOMPARE(window->lab().session.stack()[0].workgroup, std::optional(Workgroup{16, 16}));
    const QString wouldBe = QStringLiteral("auto chooses ") + workgroupLabel(automatic);
    QVERIFY2(line->text().endsWith(wouldBe), qPrintable(line->text()));
    QVERIFY(settle());
    QCOMPARE(window->lab().results.report()->stages[0].workgroup, (Workgroup{16, 16}));
}

void WindowTest::stageErrorAppearsInItsCard() {
    openPicture();
    addFilter("invert");
    QVERIFY(settle());
    const QString path = folder.filePath("illegal.stack");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("invert\ngrayscale workgroup=7777x1\n");
    file.close();
    window->documents().loadStack(path);
    QVERIFY(settle());
    QVERIFY(card(0).data(StackModel::ErrorRole).toString().isEmpty());
    const QString error = card(1).data(StackModel::ErrorRole).toString();
    QVERIFY2(error.contains("7777"), qPrintable(error));
    QVERIFY(log()->text({log()->topLevelItem(log()->topLevelItemCount() - 1)}).contains("7777"));
    window->lab().session.setWorkgroup(1, std::nullopt);
    QVERIFY(settle());
    QVERIFY(card(1).data(StackModel::ErrorRole).toString().isEmpty());
    QCOMPARE(window->lab().results.report()->stages.size(), std::size_t(2));
}

LIGHTBENCH_TEST(WindowTest, QApplication)
#include "window.moc"
