// What a newcomer meets on a tour of the window: verdicts that name whose they are, a picture that stays, and panels
// that say what was done.
#include <QDockWidget>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QStatusBar>
#include <QTableWidget>

#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/lab/docks.h"
#include "ui/panels/difference/difference_panel.h"
#include "ui/truth/truth_panel.h"

using namespace lightbench;

class WindowTourTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_tour")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
    }
    void cleanup() { window.reset(); }

    void theHeadNamesWhoseVerdictItIs();
    void aGrownDifferenceLeadsToItsCause();
    void whatOneLooksAtStays();
    void theOriginalIsThereAtOnce();
    void theFormOfAnotherStageStartsAtItsTop();
    void savingSaysSo();
    void aMarkGoesWithItsCause();
    void slidersAndReadoutsAreUsable();

private:
    void run(const char* stack) {
        window->commands().action("check")->setChecked(true);
        window->lab().session.replace(parseStack(stack), "start");
        openPicture();
        QVERIFY(settle());
        QTRY_VERIFY(window->lab().results.report() && window->lab().results.report()->checked);
    }
    DifferencePanel* panel() { return window->findChild<DifferencePanel*>(); }
    QString head() {
        for (auto* label : panel()->findChildren<QLabel*>())
            if (label->accessibleName() == QStringLiteral("Verdict")) return label->text();
        return {};
    }
};

/// A blur that may round otherwise, and a dither that makes one step large.
void WindowTourTest::theHeadNamesWhoseVerdictItIs() {
    run("anisotropic-diffusion | floyd-steinberg");
    const ReportPtr report = window->lab().results.report();
    QVERIFY(report->verdict() != Verdict::Mismatch);
    auto* list = panel()->findChild<QTableWidget*>();
    for (int row = 0; row < list->rowCount(); ++row) {
        list->setCurrentCell(row, 0);
        if (report->endToEnd.verdict == Verdict::Mismatch)
            QVERIFY2(head().startsWith("End to end: "), qPrintable(head()));
        else
            QVERIFY2(head().startsWith(QString::fromStdString("1 ")), qPrintable(head()));
    }
}

void WindowTourTest::aGrownDifferenceLeadsToItsCause() {
    run("anisotropic-diffusion | floyd-steinberg");
    if (window->lab().results.report()->endToEnd.verdict != Verdict::Mismatch)
        QSKIP("this device rounds as the reference does");
    window->findChild<Docks*>()->show("truth");
    window->lab().results.choose(-1);
    auto* truth = window->findChild<TruthPanel*>();
    QTRY_VERIFY(truth->isVisible());
    QTRY_VERIFY2(truth->findings().contains("Anisotropic-diffusion (stage 1) rounds"), qPrintable(truth->findings()));
    QVERIFY(!truth->findings().contains("wrong constant"));
    QVERIFY(truth->findings().contains("floyd-steinberg (stage 2) makes that large"));
    auto* text = truth->findChild<QLabel*>();
    for (auto* label : truth->findChildren<QLabel*>())
        if (label->text().contains("href='cause'")) text = label;
    QVERIFY2(text->text().contains("href='cause'"), qPrintable(text->text()));
    emit text->linkActivated(QStringLiteral("cause"));
    QCOMPARE(window->lab().results.source(), 0);
    QVERIFY(window->lab().view.showsDifference());
}

void WindowTourTest::whatOneLooksAtStays() {
    run("grayscale | invert");
    window->lab().results.choose(0);
    const ImagePtr seen = window->lab().results.shownPicture();
    bool stayed = true;
    connect(&window->lab().results, &Results::changed, this, [&] {
        const ImagePtr shown = window->lab().results.shownPicture();
        stayed = stayed && shown && sameSamples(*shown, *seen);
    });
    addFilter("median");
    QVERIFY(settle());
    disconnect(&window->lab().results, nullptr, this, nullptr);
    QCOMPARE(window->lab().session.stack().size(), std::size_t(3));
    QCOMPARE(window->lab().results.source(), 0);
    QVERIFY(stayed);
}

void WindowTourTest::theOriginalIsThereAtOnce() {
    window->commands().action("live")->setChecked(false);
    openPicture();
    QTRY_VERIFY(window->lab().session.image());
    ImageView& view = window->lab().view;
    view.setMode(ViewMode::After);
    view.setAfter(nullptr);
    QTRY_VERIFY(!view.isPreparing());
    const QImage shown = view.grab().toImage();
    const QColor canvas = theme().canvas;
    QVERIFY(QColor(shown.pixel(shown.width() / 3, shown.height() / 3)) != canvas);
    QVERIFY(settle());
}

void WindowTourTest::theFormOfAnotherStageStartsAtItsTop() {
    window->resize(1000, 560);
    run("canny | canny");
    auto* scroll = window->stackPanel()->findChild<QScrollArea*>();
    window->lab().session.setCurrent(0);
    QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
    scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
    window->lab().session.setCurrent(1);
    QCOMPARE(scroll->verticalScrollBar()->value(), 0);
    scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
    addFilter("canny");
    QCOMPARE(scroll->verticalScrollBar()->value(), 0);
    QVERIFY(settle());
}

void WindowTourTest::savingSaysSo() {
    window->lab().session.replace(parseStack("invert"), "start");
    QVERIFY(window->documents().saveStackTo(folder.filePath("mine.stack")));
    QVERIFY2(window->statusBar()->currentMessage().contains("Saved mine.stack"),
             qPrintable(window->statusBar()->currentMessage()));
}

void WindowTourTest::aMarkGoesWithItsCause() {
    Messages& messages = window->lab().messages;
    QVERIFY(!log()->isVisible());
    const QString plain = log()->windowTitle();
    messages.log(LogKind::Error, QStringLiteral("a run failed"));
    messages.log(LogKind::Error, QStringLiteral("a kernel file cannot be read"), {}, ErrorTopic::Kernel);
    QVERIFY(log()->windowTitle() != plain);
    messages.clearError(); // a run went well
    QVERIFY(log()->windowTitle() != plain);
    messages.clearError(ErrorTopic::Kernel);
    QCOMPARE(log()->windowTitle(), plain);
}

void WindowTourTest::slidersAndReadoutsAreUsable() {
    window.reset();
    QSettings().clear();
    QVERIFY(open());
    window->resize(1280, 800);
    run("gaussian");
    for (const auto* slider : window->stackPanel()->form()->findChildren<QSlider*>())
        if (slider->isVisible()) QVERIFY2(slider->width() >= 80, qPrintable(QString::number(slider->width())));
    for (auto* label : window->findChildren<QLabel*>())
        if (label->accessibleName() == QStringLiteral("Histogram readout"))
            QCOMPARE(label->visibleRegion().boundingRect().height(), label->height());
}

LIGHTBENCH_TEST(WindowTourTest, QApplication)
#include "window_tour.moc"
