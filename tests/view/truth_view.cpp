// The panel Truth: what it finds of the picture that is shown, when it looks, and the walk through the mismatches.
#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

#include <cmath>
#include <limits>

#include "tests/built_in_stacks.h"
#include "tests/test_program.h"
#include "tests/view/view_fixture.h"
#include "ui/charts/difference_plot.h"
#include "ui/charts/histogram_plot.h"
#include "ui/state/session/results.h"
#include "ui/truth/finding_text.h"
#include "ui/truth/truth.h"
#include "ui/truth/truth_panel.h"

using namespace lightbench;

namespace {

constexpr Size photoSize{64, 48};

ImagePtr plain() {
    return grayOf(photoSize, [](int x, int y) { return (x * 7 + y * 13) % 200; });
}

/// Two columns at the left are wrong, by 5 and more.
ImagePtr wrongAtTheLeft() {
    return grayOf(photoSize, [](int x, int y) { return (x * 7 + y * 13) % 200 + (x < 2 ? 5 + y % 3 : 0); });
}

StageReport stageOf(int index, const ImagePtr& output, const ImagePtr& reference) {
    StageReport stage;
    stage.stackIndex = index;
    stage.filter = "invert";
    stage.output = output->shape();
    stage.outputImage = output;
    stage.referenceImage = reference;
    stage.difference = compareImages(*output, *reference, stage.tolerance);
    KernelReport kernel;
    kernel.name = "invert_direct";
    kernel.global = {64, 48};
    kernel.local = {16, 8};
    stage.kernels = {kernel};
    return stage;
}

/// The first stage is wrong, the second right.
std::shared_ptr<Report> shadedReport() {
    auto report = std::make_shared<Report>();
    report->checked = true;
    report->output = plain();
    report->stages = {stageOf(0, wrongAtTheLeft(), plain()), stageOf(1, report->output, report->output)};
    report->endToEnd = compareImages(*report->output, *report->output, exactly());
    report->endToEndReference = report->output;
    return report;
}

} // namespace

class TruthViewTest : public QObject, ViewFixture {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void nothingIsComputedUnlessSomebodyLooks();
    void saysWhatItLooksLike();
    void aGrownDifferenceLeadsToItsCause();
    void followsTheChosenPicture();
    void saysWhyThereIsNothing();
    void walksAroundTheEnd();
    void aStepLooksWhereNobodyDid();
    void theListIsBounded();
    void theListNamesPlacesAndWorkgroups();
    void theHistogramCountsDistances();
    void metricsComeWithFormulas();
    void twoSettingsAreNeitherRightNorWrong();
    void threePicturesBesideEachOther();
    void theGridLiesOverTheDifference();

private:
    void look() { QTRY_VERIFY2(truth->found(), qPrintable(truth->problem())); }
    std::unique_ptr<Session> session;
    std::unique_ptr<Results> results;
    std::unique_ptr<Truth> truth;
};

void TruthViewTest::init() {
    session = std::make_unique<Session>(builtInFilters());
    results = std::make_unique<Results>(*session);
    truth = std::make_unique<Truth>(*results);
    results->setReport(shadedReport());
    results->choose(0);
}

void TruthViewTest::cleanup() {
    truth.reset();
    view_.reset();
}

void TruthViewTest::nothingIsComputedUnlessSomebodyLooks() {
    QVERIFY(truth->isComparable() && !truth->found() && !truth->isBusy());
    TruthPanel panel(*truth);
    QVERIFY(!truth->isBusy());
    panel.show();
    look();
    panel.hide();
    results->setReport(shadedReport()); // other images
    QVERIFY(!truth->found() && !truth->isBusy());
}

void TruthViewTest::saysWhatItLooksLike() {
    TruthPanel panel(*truth);
    panel.show();
    look();
    const QString words = panel.findings();
    QVERIFY2(words.contains("✗ At the border") && words.contains("within 2 pixels of the left border"),
             qPrintable(words));
    results->choose(1);
    look();
    QVERIFY2(panel.findings().contains("✓ Every sample is equal"), qPrintable(panel.findings()));
}

/// Where each stage is right, the whole chain's mismatches are no wrong constant. They have a cause in an earlier
/// stage.
void TruthViewTest::aGrownDifferenceLeadsToItsCause() {
    auto report = shadedReport();
    report->filters = builtInFilters();
    const ImagePtr rounded = grayOf(
        photoSize, [](int x, int y) { return (x * 7 + y * 13) % 200 + (y == 5 && (x == 9 || x == 40) ? 1 : 0); });
    report->stages[0] = stageOf(0, rounded, plain());
    report->stages[0].difference.verdict = Verdict::WithinTolerance;
    report->stages[1].filter = "floyd-steinberg";
    report->stages[1].outputImage = report->output =
        grayOf(photoSize, [](int x, int y) { return y > 5 || (y == 5 && x > 20) ? 255 : (x * 7 + y * 13) % 200; });
    report->stages[1].referenceImage = report->output;
    report->endToEndReference = plain();
    report->endToEnd = compareImages(*report->output, *plain(), exactly());
    results->setReport(report);
    results->choose(-1);
    TruthPanel panel(*truth);
    panel.show();
    look();
    const QString words = panel.findings();
    QVERIFY2(words.contains("Every stage is within its tolerance") &&
                 words.contains("Invert (stage 1) rounds 2 samples"),
             qPrintable(words));
    QVERIFY2(words.contains("floyd-steinberg (stage 2) makes that large"), qPrintable(words));
    QVERIFY2(words.contains("The first mismatch is at x 21, y 5") && words.contains("is at x 9, y 5"),
             qPrintable(words));
    QVERIFY2(!words.contains("Everywhere") && !words.contains("wrong constant"), qPrintable(words));
    QSignalSpy wanted(truth.get(), &Truth::causeWanted);
    for (auto* label : panel.findChildren<QLabel*>())
        if (label->text().contains("href='cause'")) emit label->linkActivated(QStringLiteral("cause"));
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toInt(), 0);
    QCOMPARE(wanted[0][1].toPoint(), QPoint(9, 5));
}

void TruthViewTest::followsTheChosenPicture() {
    truth->setWatched(true);
    look();
    QCOMPARE(truth->found()->explanation.pixels, std::uint64_t(2 * 48));
    results->choose(-1); // the whole
    QVERIFY(!truth->found());
    look();
    QCOMPARE(truth->found()->explanation.pixels, std::uint64_t(0));
    results->setReport(nullptr);
    QVERIFY(!truth->found() && !truth->isComparable());
}

void TruthViewTest::saysWhyThereIsNothing() {
    const auto problemOf = [&](const std::shared_ptr<Report>& report) {
        results->setReport(report);
        results->choose(0);
        return truth->problem();
    };
    QVERIFY(problemOf(nullptr).contains("After a run"));
    auto report = shadedReport();
    report->stages[0].difference = {};
    QVERIFY(problemOf(report).contains("Not checked. Turn on Check "));
    results->begin(1, true);
    QVERIFY2(truth->problem().contains("check is running"), qPrintable(truth->problem()));
    results->rest();
    results->setCheckOn(true);
    results->begin(1, false);
    QVERIFY2(truth->problem().contains("as soon as the run ends"), qPrintable(truth->problem()));
    results->rest();
    QVERIFY2(truth->problem().contains("F5"), qPrintable(truth->problem()));
    results->setCheckOn(false);
    report = shadedReport();
    report->stages[0].difference.verdict = Verdict::NoReference;
    QVERIFY(problemOf(report).contains("There is no reference to compare it with"));
    report = shadedReport();
    report->stages[0].analysis = {1, 2};
    QVERIFY(problemOf(report).contains("counts"));
    QVERIFY(problemOf(shadedReport()).isEmpty());
}

void TruthViewTest::walksAroundTheEnd() {
    truth->setWatched(true);
    look();
    QSignalSpy walked(truth.get(), &Truth::walkedTo);
    truth->step(1);
    QCOMPARE(walked.takeFirst()[0].toPoint(), QPoint(0, 0));
    truth->step(1);
    QCOMPARE(walked.takeFirst()[0].toPoint(), QPoint(1, 0));
    truth->step(-1);
    truth->step(-1);
    QCOMPARE(walked.takeLast()[0].toPoint(), QPoint(1, 47)); // the last one
    QCOMPARE(truth->position(), 2 * 48 - 1);
    truth->chooseLargest();
    QCOMPARE(walked.takeLast()[0].toPoint(), QPoint(0, 2));
    QCOMPARE(positionText(*truth->found(), 4), QStringLiteral("5 of 96"));
    QCOMPARE(positionText(*truth->found(), -1), QStringLiteral("96 pixels"));
}

void TruthViewTest::aStepLooksWhereNobodyDid() {
    QSignalSpy walked(truth.get(), &Truth::walkedTo);
    truth->step(-1);
    QTRY_COMPARE(walked.count(), 1);
    QCOMPARE(walked[0][0].toPoint(), QPoint(1, 47));
}

void TruthViewTest::theListIsBounded() {
    const Size large{400, 300};
    auto report = shadedReport();
    report->stages[0] = stageOf(0, flat(large, 7), flat(large, 90));
    results->setReport(report);
    truth->setWatched(true);
    look();
    QCOMPARE(truth->found()->mismatches.size(), Truth::maxListed);
    QCOMPARE(truth->found()->explanation.pixels, std::uint64_t(120000));
    QVERIFY(listNote(*truth->found()).contains("10"));
}

void TruthViewTest::theListNamesPlacesAndWorkgroups() {
    TruthPanel panel(*truth);
    panel.show();
    look();
    const auto* list = panel.findChild<QTableView*>("truth.list");
    const auto cell = [&](int row, int column) { return list->model()->index(row, column).data().toString(); };
    QCOMPARE(list->model()->rowCount(), 96);
    enum { X, Y, Channel, Result, Reference, Distance, Group };
    const int row = 2 * 9 + 1; // x 1, y 9
    QCOMPARE(cell(row, X) + ' ' + cell(row, Y), QStringLiteral("1 9"));
    QCOMPARE(cell(row, Result), QStringLiteral("129"));
    QCOMPARE(cell(row, Reference), QStringLiteral("124"));
    QCOMPARE(cell(row, Distance), QStringLiteral("+5"));
    QCOMPARE(cell(row, Group), QStringLiteral("0, 1 at 1, 1")); // tiles of 16 x 8
    QSignalSpy walked(truth.get(), &Truth::walkedTo);
    emit const_cast<QTableView*>(list)->clicked(list->model()->index(row, 0));
    QCOMPARE(walked[0][0].toPoint(), QPoint(1, 9));
}

void TruthViewTest::theHistogramCountsDistances() {
    TruthPanel panel(*truth);
    panel.show();
    look();
    const auto* plot = panel.findChild<DifferencePlot*>();
    QCOMPARE(plot->readout(5).remove(QChar(0x202F)), QStringLiteral("d +5: 32 samples"));
    QCOMPARE(plot->readout(0).remove(QChar(0x202F)), QStringLiteral("d 0: 2976 samples"));
    QCOMPARE(plot->plot()->graphCount(), 1);
    results->setReport(nullptr);
    QCOMPARE(plot->plot()->graphCount(), 0);
}

void TruthViewTest::metricsComeWithFormulas() {
    Metrics metrics{5, 0.25, -0.25, 1, 48.13, 0.9999999};
    const QList<MetricLine> lines = metricLines(metrics, {SampleType::U8, 1});
    QCOMPARE(lines[2].value, QStringLiteral("−0.25 steps"));
    QCOMPARE(lines[5].value, QStringLiteral("> 0.99999"));
    for (const MetricLine& line : lines)
        QVERIFY(!line.formula.isEmpty() && line.tip.contains('\n'));
    metrics.psnrDb = std::numeric_limits<double>::infinity();
    metrics.ssim.reset();
    QVERIFY(metricLines(metrics, {SampleType::F32, 1})[4].value.startsWith(QChar(0x221E)));
    QCOMPARE(metricLines(metrics, {SampleType::F32, 1})[5].value, QStringLiteral("–"));
}

void TruthViewTest::twoSettingsAreNeitherRightNorWrong() {
    TruthPanel panel(*truth);
    panel.show();
    results->choose(1);
    results->pin();
    auto b = shadedReport();
    b->output = wrongAtTheLeft();
    b->stages[1] = stageOf(1, b->output, b->output);
    results->setReport(b);
    look();
    QCOMPARE(truth->found()->explanation.pixels, std::uint64_t(2 * 48)); // against A, though its own reference is equal
    QVERIFY2(panel.findings().contains("≠ At the border") && !panel.findings().contains("It looks like"),
             qPrintable(panel.findings()));
    results->unpin();
    look();
    QVERIFY2(panel.findings().contains("✓ Every sample is equal"), qPrintable(panel.findings()));
}

void TruthViewTest::threePicturesBesideEachOther() {
    showView();
    view_->setBefore(flat({100, 100}, 10));
    view_->setAfter(flat({100, 100}, 90));
    view_->setReference(flat({100, 100}, 40));
    view_->setMode(ViewMode::Truth);
    settle();
    QCOMPARE(grayAt(66, 150), 90);
    QCOMPARE(grayAt(200, 150), 40);
    QVERIFY(grayAt(334, 150) > 200); // 50 steps, amplified to white
    view_->showOther(true);
    QCOMPARE(grayAt(66, 150), 40);
    QCOMPARE(grayAt(200, 150), 90);
    view_->showOther(false);
    view_->zoomBy(8, {66, 150}); // linked: the same place in all of them
    settle();
    QCOMPARE(view_->pixelAt({66, 150}).value_or(QPoint()), view_->pixelAt({66 + 134, 150}).value_or(QPoint(-1, -1)));
}

void TruthViewTest::theGridLiesOverTheDifference() {
    showView();
    view_->setBefore(flat({100, 100}, 10));
    view_->setAfter(flat({100, 100}, 90));
    view_->setReference(flat({100, 100}, 90)); // black
    view_->setMode(ViewMode::Difference);
    view_->setDividerPosition(0);
    settle();
    const auto brightColumns = [&] {
        int bright = 0;
        const QImage picture = view_->grab().toImage();
        for (int x = 100; x < 300; ++x)
            bright += qGray(picture.pixel(x, 205)) > 40;
        return bright;
    };
    QCOMPARE(brightColumns(), 0);
    QSignalSpy grid(view_.get(), &ImageView::gridChanged);
    view_->setTile({25, 20});
    QCOMPARE(grid.count(), 1);
    QVERIFY(brightColumns() >= 2);
    view_->setGridShown(false);
    QCOMPARE(brightColumns(), 0);
}

LIGHTBENCH_TEST(TruthViewTest, QApplication)
#include "truth_view.moc"
