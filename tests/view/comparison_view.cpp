// Two settings side by side in the panels beside the image: what they show of A and B, and that they go back to before
// and after.
#include <QApplication>
#include <QLabel>
#include <QTest>

#include <algorithm>

#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"
#include "tests/view/view_support.h"
#include "ui/panels/difference/difference_panel.h"
#include "ui/panels/histogram/histogram_panel.h"
#include "ui/state/session/comparison.h"
#include "ui/state/session/results.h"
#include "ui/theme/theme.h"

using namespace lightbench;

namespace {

constexpr Size flatSize{8, 8};

/// Whose output's histogram is not counted yet.
std::shared_ptr<Report> reportOf(const ImagePtr& input, const ImagePtr& output) {
    auto report = std::make_shared<Report>();
    report->input = input;
    report->output = output;
    report->inputHistogram = std::make_shared<const Histogram>(histogramOf(*report->input));
    return report;
}

QString textsOf(const QWidget& panel) {
    QStringList texts;
    for (const QLabel* label : panel.findChildren<QLabel*>())
        if (label->isVisibleTo(&panel)) texts << label->text();
    return texts.join('\n').replace(thinSpace, ' ');
}

} // namespace

class ComparisonViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        session = std::make_unique<Session>(builtInFilters());
        results = std::make_unique<Results>(*session);
        session->setImage(flat(flatSize, 3), "image");
        show(flat(flatSize, 7));
    }
    void differenceOfTwoSettings();
    void settingsAreNamedByWhatDiffers();
    void histogramsOfTwoSettings();

private:
    void show(const ImagePtr& output) { results->setReport(reportOf(session->image(), output)); }
    std::unique_ptr<Session> session;
    std::unique_ptr<Results> results;
};

/// The figures are of B against A, and neither is right or wrong.
void ComparisonViewTest::differenceOfTwoSettings() {
    DifferencePanel panel(*results);
    results->pin();
    QTRY_VERIFY2(textsOf(panel).contains("= equal"), qPrintable(textsOf(panel)));
    QVERIFY(textsOf(panel).contains("DIFFERENCE OF B FROM A"));
    show(flat(flatSize, 10));
    QTRY_VERIFY2(textsOf(panel).contains("≠ 100 % of samples differ"), qPrintable(textsOf(panel)));
    QVERIFY(textsOf(panel).contains("3 of 255"));
    show(flat({8, 9}, 10));
    QVERIFY(textsOf(panel).contains("different shapes"));
    results->unpin();
    QVERIFY(textsOf(panel).contains("DIFFERENCE FROM REFERENCE") && !textsOf(panel).contains("≠"));
}

void ComparisonViewTest::settingsAreNamedByWhatDiffers() {
    const auto named = [](const char* a, const char* b) {
        const auto [ofA, ofB] = settingsThatDiffer(parseStack(a), builtInFilters(), parseStack(b), builtInFilters());
        return ofA + QStringLiteral(" / ") + ofB;
    };
    QCOMPARE(named("median k=5", "median k=7"), QStringLiteral("median k=5 / median k=7"));
    QCOMPARE(named("median", "median k=7"), QStringLiteral("median k=3 / median k=7")); // the default is named, too
    QCOMPARE(named("invert | median k=5", "invert | median k=5 variant=cpu"),
             QStringLiteral("2 median variant=auto / 2 median variant=cpu"));
    QCOMPARE(named("invert", "grayscale"), QStringLiteral("invert / grayscale"));
    QCOMPARE(named("invert", "invert"), QStringLiteral("invert / invert"));
}

/// Both are counted in the background where nobody did.
void ComparisonViewTest::histogramsOfTwoSettings() {
    HistogramPanel panel(*results);
    results->pin();
    show(flat(flatSize, 10));
    QTRY_VERIFY2(panel.readout(7).contains("A 64 px"), qPrintable(panel.readout(7)));
    QVERIFY2(panel.readout(7).contains("B 0 px") && panel.readout(10).contains("B 64 px"),
             qPrintable(panel.readout(10)));
    results->unpin();
    QTRY_VERIFY2(panel.readout(3).contains("before 64 px"), qPrintable(panel.readout(3)));
    QVERIFY(panel.readout(10).contains("after 64 px"));
}

LIGHTBENCH_TEST(ComparisonViewTest, QApplication)
#include "comparison_view.moc"
