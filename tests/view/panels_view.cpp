// The histogram and difference panels: what they show of a report, and what they ask for.
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

#include <algorithm>
#include <limits>

#include "core/filter/filter.h"
#include "tests/test_program.h"
#include "ui/charts/histogram_axes.h"
#include "ui/panels/difference_panel.h"
#include "ui/panels/difference_text.h"
#include "ui/panels/histogram_panel.h"
#include "ui/panels/verdict_rows.h"
#include "ui/theme/theme.h"
#include "ui/view/overlay.h"

using namespace lightbench;

namespace {

constexpr Format gray8{SampleType::U8, 1};

HistogramPtr grayHistogram(std::initializer_list<std::pair<int, std::uint32_t>> counts) {
    Histogram histogram{{"gray"}, {Bins{}}};
    for (const auto& [bin, count] : counts)
        histogram.bins[0][std::size_t(bin)] = count;
    return std::make_shared<const Histogram>(std::move(histogram));
}

HistogramPtr colourHistogram() {
    Histogram histogram{{"red", "green", "blue", "alpha", "luma"}, std::vector<Bins>(5, Bins{})};
    for (std::size_t c = 0; c < 5; ++c)
        histogram.bins[c][10 * c] = 100;
    return std::make_shared<const Histogram>(std::move(histogram));
}

Difference matching() { return {Verdict::Match, 0, 0, 0, std::numeric_limits<double>::infinity(), 0, 33647712, 0, {}}; }

/// A stage that matches, and one that does not.
std::shared_ptr<Report> checkedReport() {
    auto report = std::make_shared<Report>();
    report->checked = true;
    report->output = std::make_shared<const Image>(ImageShape{{8, 8}, gray8});
    StageReport stage;
    stage.filter = "grayscale";
    stage.output = {{8, 8}, gray8};
    stage.difference = matching();
    report->stages.push_back(stage);
    stage.stackIndex = 2; // the second stage of the stack is disabled
    stage.difference = {Verdict::Mismatch, 12, 0.5, 2.25, 41.1, 214, 33647712, 3, Point{412, 77}};
    report->stages.push_back(stage);
    report->endToEnd = {Verdict::WithinTolerance, 1, 0.001, 0.02, 80, 9, 33647712, 0, Point{1, 2}};
    return report;
}

bool shows(const QWidget& panel, const QString& text) {
    const auto labels = panel.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](QLabel* label) { return label->isVisibleTo(&panel) && label->text().contains(text); });
}

QString thin(const char* text) { return QString(text).replace(' ', thinSpace); }

} // namespace

/// Results of a session whose device is that of the reports here; end to end is chosen.
struct SessionOfResults {
    Session session;
};
struct ShownResults : SessionOfResults, Results {
    ShownResults() : Results(session) {
        session.setDevice(DeviceInfo{});
        choose(-1);
    }
};

class TestPanels : public QObject {
    Q_OBJECT

private slots:
    void histogramWithoutData() {
        HistogramPanel panel;
        QVERIFY(shows(panel, "No image yet"));
        QVERIFY(panel.plot()->isHidden());
        panel.setHistograms(grayHistogram({{0, 1}}), nullptr, gray8);
        QVERIFY(!panel.plot()->isHidden());
        panel.setHistograms(nullptr, nullptr, gray8);
        QVERIFY(panel.plot()->isHidden());
    }

    void histogramCurvesHoldTheCounts() {
        HistogramPanel panel;
        panel.setHistograms(grayHistogram({{3, 70}, {4, 30}}), grayHistogram({{0, 60}, {255, 40}}), gray8);
        panel.setShown(true, false);
        QCOMPARE(panel.plot()->graphCount(), 1);
        const auto data = panel.plot()->graph(0)->data();
        QCOMPARE(data->size(), 256);
        QCOMPARE(data->at(3)->value, 70.0);
        QCOMPARE(data->at(3)->key, 3.5);
        panel.setShown(false, true); // two lone bins are drawn as bars beside the curve
        QCOMPARE(panel.plot()->graphCount(), 2);
        QCOMPARE(panel.plot()->graph(1)->data()->size(), 2);
        panel.setShown(false, false);
        QCOMPARE(panel.plot()->graphCount(), 0);
    }

    void histogramAxes() {
        HistogramPanel panel;
        panel.setHistograms(grayHistogram({{3, 70000}, {4, 30}}), nullptr, {SampleType::U16, 1});
        QVERIFY(panel.isLogarithmic());
        QCOMPARE(panel.plot()->yAxis->scaleType(), QCPAxis::stLogarithmic);
        panel.setLogarithmic(false);
        QCOMPARE(panel.plot()->yAxis->scaleType(), QCPAxis::stLinear);
        QCOMPARE(panel.plot()->yAxis->range().lower, 0.0);
        QVERIFY(panel.plot()->yAxis->range().upper > 70000);
        QCOMPARE(panel.plot()->xAxis->range().upper, 65536.0);
        QVERIFY(!panel.plot()->xAxis->label().isEmpty() && !panel.plot()->yAxis->label().isEmpty());
        panel.setHistograms(grayHistogram({{3, 1}}), nullptr, {SampleType::F32, 1});
        QCOMPARE(panel.plot()->xAxis->range().upper, 1.0);
    }

    void histogramChannels() {
        HistogramPanel panel;
        panel.setHistograms(colourHistogram(), nullptr, {SampleType::U8, 4});
        QCOMPARE(panel.plot()->graph(0)->data()->at(40)->value, 100.0); // luma
        panel.setChannel("green");
        QCOMPARE(panel.plot()->graph(0)->data()->at(10)->value, 100.0);
        panel.setChannel("all");
        QCOMPARE(panel.plot()->graphCount(), 3);
        panel.setChannel("nonsense");
        QCOMPARE(panel.channel(), QString("all"));
    }

    void histogramReadout() {
        HistogramPanel panel;
        panel.setHistograms(grayHistogram({{3, 30000}, {4, 10000}}), grayHistogram({{3, 400}}), gray8);
        QCOMPARE(panel.readout(3), "value 3 · before " + thin("30 000") + " px (75 %) · after 400 px (100 %)");
        QCOMPARE(binText(143, {SampleType::U16, 1}), thin("36 608") + "–" + thin("36 863"));
        panel.resize(300, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.plot()->replot();
        const QPoint at(int(panel.plot()->xAxis->coordToPixel(3.5)), panel.plot()->axisRect()->center().y());
        QTest::mouseMove(panel.plot(), at);
        const int bin =
            int(panel.plot()->xAxis->pixelToCoord(at.x())); // a pixel of the plot may hold more than one bin
        QVERIFY(shows(panel, panel.readout(bin).section(" · ", 0, 1)));
        QTest::keyClick(panel.plot(), Qt::Key_Right); // the keyboard reads on from there
        QVERIFY(shows(panel, panel.readout(bin + 1).section(" · ", 0, 1)));
    }

    void histogramReadoutSaysTheChannel() {
        HistogramPanel panel;
        panel.setHistograms(colourHistogram(), grayHistogram({{40, 400}}), {SampleType::U8, 1});
        QVERIFY2(panel.readout(40).startsWith("luma 40 · before 100 px"), qPrintable(panel.readout(40)));
        panel.setChannel("green");
        QVERIFY2(panel.readout(10).startsWith("green 10 · before 100 px"), qPrintable(panel.readout(10)));
        panel.setChannel("all");
        QVERIFY2(panel.readout(10).contains("before R 0 G 100 B 0 px"), qPrintable(panel.readout(10)));
    }

    void spikesDoNotRuleTheLinearAxis() {
        Bins photo{};
        for (std::size_t i = 0; i < 256; ++i)
            photo[i] = 1000 + 10 * (i % 50);
        photo[0] = photo[255] = 500000;
        const auto cutMarks = [](const HistogramPanel& panel) {
            int marks = 0;
            for (int i = 0; i < panel.plot()->graphCount(); ++i)
                if (panel.plot()->graph(i)->name() == "cut") marks += panel.plot()->graph(i)->data()->size();
            return marks;
        };
        HistogramPanel panel;
        panel.setHistograms(std::make_shared<const Histogram>(Histogram{{"gray"}, {photo}}), nullptr, gray8);
        QCOMPARE(cutMarks(panel), 0); // a logarithmic axis has room for them
        panel.setLogarithmic(false);
        const double top = panel.plot()->yAxis->range().upper;
        QVERIFY2(top > 1490 && top < 2500, qPrintable(QString::number(top)));
        QCOMPARE(cutMarks(panel), 2);
        QVERIFY(shows(panel, thin("500 000")));
        panel.setHistograms(nullptr, grayHistogram({{0, 60}, {255, 400000}}), gray8); // nothing but spikes
        QVERIFY(panel.plot()->yAxis->range().upper > 400000);
        QCOMPARE(cutMarks(panel), 0);
    }

    /// NaN and infinities are in no bin: the panel says how many there are, and counts them as pixels.
    void histogramSaysWhatNoBinHolds() {
        Histogram floats{{"gray"}, {Bins{}}, {OutsideCounts{.nans = 30, .minusInfinities = 2, .above = 5}}};
        floats.bins[0][255] = 68;
        HistogramPanel panel;
        panel.setHistograms(nullptr, std::make_shared<const Histogram>(floats), {SampleType::F32, 1});
        QVERIFY(shows(panel, "after: 30 NaN, 2 −∞, 5 above 1."));
        QVERIFY(panel.readout(255).contains("after 68 px (68"));
        panel.setHistograms(nullptr, grayHistogram({{0, 60}}), gray8);
        QVERIFY(!shows(panel, "NaN"));
    }

    void ticksNeverOverlap() {
        const QFont font = interfaceFont(0.8);
        for (const SampleType type : {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32})
            for (const int width : {120, 180, 300, 500}) {
                const auto ticker = valueTicker({type, 1}, width, font).dynamicCast<QCPAxisTickerText>();
                const double full = Format{type, 1}.fullScale();
                double end = -1e9;
                for (auto tick = ticker->ticks().begin(); tick != ticker->ticks().end(); ++tick) {
                    const double half = QFontMetrics(font).horizontalAdvance(tick.value()) / 2.0;
                    const double middle = tick.key() / full * width;
                    QVERIFY2(middle - half > end, qPrintable(tick.value()));
                    end = middle + half;
                }
                QVERIFY(ticker->ticks().size() >= 2);
            }
    }

    void namesHaveTheRoomOfTheirRow() {
        const QFontMetrics metrics(interfaceFont());
        const QString name = "3 Floyd-Steinberg", quick = "✓ match", slow = "≈ within 1 · 24 differ";
        const int width = metrics.horizontalAdvance(name) + metrics.horizontalAdvance(quick) + 24;
        QCOMPARE(VerdictRows::shownName(name, quick, width, metrics), name);
        QVERIFY(VerdictRows::shownName(name, slow, width, metrics).endsWith(QChar(0x2026)));
    }

    void histogramFollowsTheTheme() {
        HistogramPanel panel;
        panel.setHistograms(grayHistogram({{3, 1}}), nullptr, gray8);
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            applyTheme(*qApp, mode);
            QCoreApplication::processEvents();
            QCOMPARE(panel.plot()->xAxis->tickLabelColor(), theme().textDim);
        }
    }

    /// Nobody is told to turn on what is on, and no button comes and goes while a hand drags.
    void theCheckThatIsOnIsNotOffered() {
        ShownResults results;
        DifferencePanel panel(results);
        panel.setCheckOn(true);
        results.setReport(std::make_shared<const Report>());
        QVERIFY(panel.findChild<QPushButton*>()->isHidden());
        QVERIFY(shows(panel, "did not come to its end"));
        results.begin(1, false);
        QVERIFY(shows(panel, "as soon as nothing changes"));
        QVERIFY(panel.findChild<QPushButton*>()->isHidden());
        panel.setCheckOn(false);
        QVERIFY(shows(panel, "Turn on the check"));
        QVERIFY(!panel.findChild<QPushButton*>()->isHidden());
    }

    void uncheckedSaysHowToCheck() {
        ShownResults results;
        DifferencePanel panel(results);
        QSignalSpy asked(&panel, &DifferencePanel::checkRequested);
        QVERIFY(shows(panel, "not checked"));
        auto* button = panel.findChild<QPushButton*>();
        QVERIFY(button->isHidden()); // before the first run the check may well be on
        results.setReport(std::make_shared<const Report>());
        QVERIFY(!button->isHidden());
        button->click();
        QCOMPARE(asked.count(), 1);
        QVERIFY(shows(panel, "not checked"));
        auto empty = std::make_shared<Report>();
        empty->checked = true;
        results.setReport(empty);
        QVERIFY(shows(panel, "nothing to check"));
        QVERIFY(button->isHidden());
        results.setReport(nullptr);
        results.begin(1, true);
        QVERIFY(shows(panel, "checking…"));
        QVERIFY(button->isHidden());
    }

    void figuresOfTheChosenStage() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(checkedReport());
        QVERIFY(shows(panel, "≈ within 1"));
        results.choose(0);
        QVERIFY(shows(panel, "✓ match · every sample equal"));
        QVERIFY(shows(panel, "∞" + thin(" dB")));
        QVERIFY(shows(panel, "0 of " + thin("33 647 712")));
        QVERIFY(!shows(panel, "x 412"));
        results.choose(2);
        QVERIFY(shows(panel, "✗ mismatch"));
        QVERIFY(shows(panel, "12 of 255"));
        QVERIFY(shows(panel, "0.5 · 2.25 steps"));
        QVERIFY(shows(panel, "x 412, y 77"));
        QVERIFY(shows(panel, "NaN"));
        results.choose(7); // not in the report: end to end
        QVERIFY(shows(panel, "≈ within 1"));
    }

    /// Alpha has figures of its own, and a mismatch in it alone says so.
    void figuresByChannel() {
        auto report = checkedReport();
        Difference& difference = report->stages[1].difference;
        difference = {Verdict::Mismatch, 0, 0, 0, std::numeric_limits<double>::infinity(), 0, 192, 0, Point{1, 1}, {}};
        difference.channels = {{1, 0.2, 0.4, 56, 3, 64, 0}, {2, 0.2, 0.5, 54, 3, 64, 0}, {}, {9, 1, 3, 38, 16, 64, 0}};
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(report);
        results.choose(2);
        QVERIFY(shows(panel, "0.4 · 0.5 · 0 · 3"));
        QVERIFY(shows(panel, "alpha: 25" + thin(" %") + " differ"));
        QVERIFY(channelsTip(difference).contains("green: largest 2, mean 0.2, RMSE 0.5, PSNR 54.0 dB, 3 differ"));
    }

    /// The histogram is of the image that is shown; one that nobody has counted yet is counted in the background.
    void histogramOfAnyImage() {
        HistogramPanel panel;
        Image seven({{8, 8}, gray8});
        std::fill_n(seven.samples<std::uint8_t>(), 64, std::uint8_t(7));
        const auto image = std::make_shared<const Image>(std::move(seven));
        panel.showResult(grayHistogram({{3, 1}}), image, grayHistogram({{9, 64}})); // taken as it is
        QVERIFY(panel.readout(9).contains("after 64 px (100"));
        panel.showResult(grayHistogram({{3, 1}}), image, nullptr);
        QTRY_VERIFY(panel.readout(7).contains("after 64 px (100"));
        QVERIFY(panel.readout(9).contains("after 0 px"));
    }

    void stagesAreListedAndChosen() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(checkedReport());
        auto* list = panel.findChild<QTableWidget*>();
        QCOMPARE(list->rowCount(), 3);
        QCOMPARE(list->item(0, 0)->text(), "1 " + QString::fromStdString(filterById("grayscale").label));
        QVERIFY(list->item(1, 0)->text().startsWith("3 "));
        QCOMPARE(list->item(2, 0)->text(), QString("End to end"));
        QSignalSpy chosen(&results, &Results::sourceChanged);
        list->setCurrentCell(1, 0);
        QCOMPARE(results.source(), 2);
        QVERIFY(shows(panel, "✗ mismatch"));
        list->setCurrentCell(2, 0);
        QCOMPARE(results.source(), -1);
        QCOMPARE(chosen.count(), 2);
        results.setReport(checkedReport()); // a new report is no choice of the user
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(results.source(), -1);
    }

    void theFirstMismatchIsALink() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(checkedReport());
        results.choose(2);
        QSignalSpy pixel(&panel, &DifferencePanel::showPixel);
        for (auto* label : panel.findChildren<QLabel*>())
            if (label->text().contains("<a href")) emit label->linkActivated("pixel");
        QCOMPARE(pixel.count(), 1);
        QCOMPARE(pixel.takeFirst().at(0).toPoint(), QPoint(412, 77));
    }

    void aDifferenceThatGrewIsNoFault() {
        auto report = checkedReport();
        report->stages.pop_back();
        report->stages[0].difference.verdict = Verdict::WithinTolerance;
        report->endToEnd = {Verdict::Mismatch, 255, 87, 149, 4.67, 602178, 1764000, 0, Point{460, 25}};
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(report);
        results.choose(-1);
        QVERIFY(shows(panel, "≈ 34.1" + thin(" %") + " differ"));
        QVERIFY(!shows(panel, "✗"));
        QCOMPARE(panel.findChild<QTableWidget*>()->item(1, 1)->foreground().color(),
                 verdictColour(Verdict::WithinTolerance));
        report->stages[0].difference.verdict = Verdict::Mismatch; // then it is one
        results.setReport(report);
        QVERIFY(shows(panel, "✗ mismatch"));
    }

    void staleFiguresSaySo() {
        ShownResults results;
        DifferencePanel panel(results);
        results.setReport(checkedReport());
        results.session.add(makeStage("invert"));
        QVERIFY(shows(panel, "of the last run"));
        results.session.undoStack()->undo();
        QVERIFY(!shows(panel, "of the last run"));
    }

    void numbersOfTheLegend() {
        QCOMPARE(legendNumbers({DifferenceStyle::FalseColour, 1, gray8}), (QStringList{"0", "128", "255"}));
        QCOMPARE(legendNumbers({DifferenceStyle::Absolute, 64, gray8}), (QStringList{"0", "1.99", "3.98"}));
        QCOMPARE(legendNumbers({DifferenceStyle::Signed, 2, gray8}), (QStringList{"−64", "0", "+63.5"}));
        QCOMPARE(legendNumbers({DifferenceStyle::Absolute, 65535 / 3.0, {SampleType::U16, 1}}),
                 (QStringList{"0", "1.5", "3"}));
        QCOMPARE(legendNumbers({DifferenceStyle::Mask, 1, gray8}), (QStringList{"equal", "", "differs"}));
    }

    void textOfFigures() {
        Difference difference = checkedReport()->stages[1].difference;
        QCOMPARE(shareText(difference), "0.000636" + thin(" %"));
        QCOMPARE(sourceVerdictText(difference), "✗ 0.000636" + thin(" %") + " differ");
        QCOMPARE(psnrText(difference), "41.1" + thin(" dB"));
        difference.maxAbs = 0.25;
        QCOMPARE(largestText(difference, {SampleType::F32, 1}), QString("0.25 of 1.0"));
        QCOMPARE(figureText(0), QString("0"));
        QCOMPARE(figureText(-8.06e-6), QString("−8.06e−6"));
        QCOMPARE(figureText(12345.6), QString("12346"));
    }
};

LIGHTBENCH_TEST(TestPanels, QApplication)
#include "panels_view.moc"
