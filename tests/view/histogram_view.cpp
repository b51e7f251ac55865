// The histogram panel: its curves, axes and readout, and what no bin holds.
#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

#include <algorithm>

#include "tests/test_program.h"
#include "ui/charts/histogram_plot.h"
#include "ui/panels/histogram/histogram_panel.h"
#include "ui/theme/theme.h"

using namespace lightbench;

namespace {

constexpr Format grayBytes{SampleType::U8, 1};

HistogramPtr binsOfGray(std::initializer_list<std::pair<int, std::uint32_t>> counts) {
    Histogram histogram{{"gray"}, {Bins{}}};
    for (const auto& [bin, count] : counts)
        histogram.bins[0][std::size_t(bin)] = count;
    return std::make_shared<const Histogram>(std::move(histogram));
}

HistogramPtr binsOfColours() {
    Histogram histogram{{"red", "green", "blue", "alpha", "luma"}, std::vector<Bins>(5, Bins{})};
    for (std::size_t c = 0; c < 5; ++c)
        histogram.bins[c][10 * c] = 100;
    return std::make_shared<const Histogram>(std::move(histogram));
}

bool showsText(const QWidget& panel, const QString& text) {
    const auto labels = panel.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](QLabel* label) { return label->isVisibleTo(&panel) && label->text().contains(text); });
}

QString thinSpaced(const char* text) { return QString(text).replace(' ', thinSpace); }

/// Presses or releases one of the panel's buttons.
void check(const HistogramPanel& panel, const char* button, bool isChecked) {
    panel.findChild<QAbstractButton*>(QLatin1String(button))->setChecked(isChecked);
}
} // namespace

class TestHistogramPanel : public QObject {
    Q_OBJECT

private slots:
    void histogramWithoutData() {
        HistogramPanel panel;
        QVERIFY(showsText(panel, "No result yet"));
        QVERIFY(panel.plot()->isHidden());
        panel.setHistograms(binsOfGray({{0, 1}}), nullptr, grayBytes);
        QVERIFY(!panel.plot()->isHidden());
        panel.setHistograms(nullptr, nullptr, grayBytes);
        QVERIFY(panel.plot()->isHidden());
    }

    void histogramCurvesHoldTheCounts() {
        HistogramPanel panel;
        panel.setHistograms(binsOfGray({{3, 70}, {4, 30}}), binsOfGray({{0, 60}, {255, 40}}), grayBytes);
        check(panel, "histogramBefore", true);
        check(panel, "histogramAfter", false);
        QCOMPARE(panel.plot()->graphCount(), 1);
        const auto data = panel.plot()->graph(0)->data();
        QCOMPARE(data->size(), 256);
        QCOMPARE(data->at(3)->value, 70.0);
        QCOMPARE(data->at(3)->key, 3.5);
        check(panel, "histogramBefore", false);
        check(panel, "histogramAfter", true); // two lone bins are drawn as bars beside the curve
        QCOMPARE(panel.plot()->graphCount(), 2);
        QCOMPARE(panel.plot()->graph(1)->data()->size(), 2);
        check(panel, "histogramBefore", false);
        check(panel, "histogramAfter", false);
        QCOMPARE(panel.plot()->graphCount(), 0);
    }

    void histogramAxes() {
        HistogramPanel panel;
        panel.setHistograms(binsOfGray({{3, 70000}, {4, 30}}), nullptr, {SampleType::U16, 1});
        QVERIFY(panel.isLogarithmic());
        QCOMPARE(panel.plot()->yAxis->scaleType(), QCPAxis::stLogarithmic);
        check(panel, "histogramLog", false);
        QCOMPARE(panel.plot()->yAxis->scaleType(), QCPAxis::stLinear);
        QCOMPARE(panel.plot()->yAxis->range().lower, 0.0);
        QVERIFY(panel.plot()->yAxis->range().upper > 70000);
        QCOMPARE(panel.plot()->xAxis->range().upper, 65536.0);
        QVERIFY(!panel.plot()->xAxis->label().isEmpty() && !panel.plot()->yAxis->label().isEmpty());
        panel.setHistograms(binsOfGray({{3, 1}}), nullptr, {SampleType::F32, 1});
        QCOMPARE(panel.plot()->xAxis->range().upper, 1.0);
    }

    void histogramChannels() {
        HistogramPanel panel;
        panel.setHistograms(binsOfColours(), nullptr, {SampleType::U8, 4});
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
        panel.setHistograms(binsOfGray({{3, 30000}, {4, 10000}}), binsOfGray({{3, 400}}), grayBytes);
        QCOMPARE(panel.readout(3), "value 3 · before " + thinSpaced("30 000") + " px (75 %) · after 400 px (100 %)");
        QCOMPARE(binText(143, {SampleType::U16, 1}), thinSpaced("36 608") + "–" + thinSpaced("36 863"));
        panel.resize(300, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.plot()->replot();
        const QPoint at(int(panel.plot()->xAxis->coordToPixel(3.5)), panel.plot()->axisRect()->center().y());
        QTest::mouseMove(panel.plot(), at);
        const int bin =
            int(panel.plot()->xAxis->pixelToCoord(at.x())); // a pixel of the plot may hold more than one bin
        QVERIFY(showsText(panel, panel.readout(bin).section(" · ", 0, 1)));
        QTest::keyClick(panel.plot(), Qt::Key_Right); // the keyboard reads on from there
        QVERIFY(showsText(panel, panel.readout(bin + 1).section(" · ", 0, 1)));
    }

    void histogramReadoutSaysTheChannel() {
        HistogramPanel panel;
        panel.setHistograms(binsOfColours(), binsOfGray({{40, 400}}), {SampleType::U8, 1});
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
        panel.setHistograms(std::make_shared<const Histogram>(Histogram{{"gray"}, {photo}}), nullptr, grayBytes);
        QCOMPARE(cutMarks(panel), 0); // a logarithmic axis has room for them
        check(panel, "histogramLog", false);
        const double top = panel.plot()->yAxis->range().upper;
        QVERIFY2(top > 1490 && top < 2500, qPrintable(QString::number(top)));
        QCOMPARE(cutMarks(panel), 2);
        QVERIFY(showsText(panel, thinSpaced("500 000")));
        panel.setHistograms(nullptr, binsOfGray({{0, 60}, {255, 400000}}), grayBytes); // nothing but spikes
        QVERIFY(panel.plot()->yAxis->range().upper > 400000);
        QCOMPARE(cutMarks(panel), 0);
    }

    /// NaN and infinities are in no bin: the panel says how many there are, and counts them as pixels.
    void histogramSaysWhatNoBinHolds() {
        Histogram floats{{"gray"}, {Bins{}}, {OutsideCounts{.nans = 30, .minusInfinities = 2, .above = 5}}};
        floats.bins[0][255] = 68;
        HistogramPanel panel;
        panel.setHistograms(nullptr, std::make_shared<const Histogram>(floats), {SampleType::F32, 1});
        QVERIFY(showsText(panel, "after: 30 NaN, 2 −∞, 5 above 1."));
        QVERIFY(panel.readout(255).contains("after 68 px (68"));
        panel.setHistograms(nullptr, binsOfGray({{0, 60}}), grayBytes);
        QVERIFY(!showsText(panel, "NaN"));
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

    void histogramFollowsTheTheme() {
        HistogramPanel panel;
        panel.setHistograms(binsOfGray({{3, 1}}), nullptr, grayBytes);
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            applyTheme(*qApp, mode);
            QCoreApplication::processEvents();
            QCOMPARE(panel.plot()->xAxis->tickLabelColor(), theme().textDim);
        }
    }

    /// Shows the histogram of the current image. A histogram that is not known yet is counted in the background.
    void histogramOfAnyImage() {
        HistogramPanel panel;
        Image seven({{8, 8}, grayBytes});
        std::fill_n(seven.samples<std::uint8_t>(), 64, std::uint8_t(7));
        const auto image = std::make_shared<const Image>(std::move(seven));
        panel.showPair({nullptr, binsOfGray({{3, 1}})}, {image, binsOfGray({{9, 64}})}); // taken as it is
        QVERIFY(panel.readout(9).contains("after 64 px (100"));
        panel.showPair({nullptr, binsOfGray({{3, 1}})}, {image, nullptr});
        QTRY_VERIFY(panel.readout(7).contains("after 64 px (100"));
        QVERIFY(panel.readout(9).contains("after 0 px"));
    }
};

LIGHTBENCH_TEST(TestHistogramPanel, QApplication)
#include "histogram_view.moc"
