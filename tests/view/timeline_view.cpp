// The Timeline tab: bars that are the report's, a sum that adds up, a range that follows without jumping, and reading
// it by mouse and by keys.
#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "tests/built_in_stacks.h"
#include "tests/test_program.h"
#include "ui/charts/timeline_chart.h"
#include "ui/panels/run/timeline_panel.h"
#include "ui/theme/theme.h"

using namespace lightbench;

namespace {
QString plain(QString text) { return text.replace(thinSpace, ' '); }

StageReport stageOf(int index, const char* filter) {
    StageReport stage;
    stage.stackIndex = index;
    stage.filter = filter;
    return stage;
}

/// Two kernels, of which the second waits behind the first, and a download; `scale` times 1 ms long.
std::shared_ptr<Report> ranFor(double scale = 1) {
    auto report = std::make_shared<Report>();
    report->filters = builtInFilters();
    report->stages = {stageOf(0, "grayscale"), stageOf(2, "gaussian")};
    report->repeats = 7;
    report->warmedUp = true;
    Timeline& t = report->timeline;
    t.repeat = 3;
    t.wallUs = 1000 * scale;
    t.device = {{DeviceWork::Kernel, 0, "gray", 5, 7, 20, 300 * scale, 4000},
                {DeviceWork::Kernel, 2, "blur", 9, 12, 300 * scale, 900 * scale, 8000},
                {DeviceWork::Download, -1, "download", 905 * scale, 905 * scale, 910 * scale, 990 * scale, 100}};
    t.host = {{HostWork::Build, 0, "grayscale", -9000, -4000},
              {HostWork::Enqueue, 0, "gray", 2, 6},
              {HostWork::Enqueue, 2, "blur", 8, 10},
              {HostWork::Wait, -1, "download", 15, 999 * scale},
              {HostWork::Check, 0, "grayscale", 1100 * scale, 6000 * scale}};
    t.correlation = ClockCorrelation::QueuedStamps;
    t.uncertaintyUs = 1.5;
    return report;
}

int indexOf(const TimelineChart& chart, TimelineBar::Row row, double beginUs) {
    const auto found = std::ranges::find_if(chart.bars(), [=](const TimelineBar& bar) {
        return bar.row == row && std::abs(bar.time.begin - beginUs) < 1e-9;
    });
    return found == chart.bars().end() ? -1 : int(found - chart.bars().begin());
}

void turnWheel(QWidget* widget, QPointF at, int delta, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}
} // namespace

class TimelineViewTest : public QObject {
    Q_OBJECT

    Session session_{builtInFilters()};
    Results results_{session_};
    std::unique_ptr<TimelinePanel> panel_;
    TimelineChart* chart() const { return panel_->chart(); }
    QRectF barAt(TimelineBar::Row row, double beginUs) const {
        return chart()->rectOf(chart()->bars()[std::size_t(indexOf(*chart(), row, beginUs))]);
    }

private slots:
    void init() {
        results_.setReport(nullptr);
        panel_ = std::make_unique<TimelinePanel>(results_);
        panel_->resize(1200, 190);
        panel_->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
    }

    void emptyStatesTeach() {
        const auto says = [this](const QString& text) {
            const auto labels = panel_->findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [&](QLabel* label) { return label->isVisible() && label->text().contains(text); });
        };
        QVERIFY(says("where the time of a run goes") && !chart()->isVisible());
        auto reused = ranFor();
        reused->timeline.device.clear();
        results_.setReport(reused);
        QVERIFY(says("Nothing ran") && !chart()->isVisible());
        for (const QToolButton* button : panel_->findChildren<QToolButton*>())
            QVERIFY(!button->isEnabled());
        results_.setReport(ranFor());
        QVERIFY(!says("Nothing ran") && chart()->isVisible());
        // While the first stage runs, the newest report is still that of the stack without stages.
        auto bare = ranFor();
        bare->stages.clear();
        bare->timeline = {};
        results_.setReport(bare);
        session_.add(makeStage("invert"));
        QVERIFY(results_.isStale() && says("where the time of a run goes") && !says("no stages"));
        session_.remove(0);
    }

    /// Every command and everything the host did is a bar, where it belongs on the axis.
    void barsAreTheReports() {
        results_.setReport(ranFor());
        const auto count = [this](TimelineBar::Row row) {
            return std::ranges::count(chart()->bars(), row, &TimelineBar::row);
        };
        QCOMPARE(count(TimelineBar::Device), 3);
        QCOMPARE(count(TimelineBar::Queue), 5); // queued and submitted; the download was not held back
        QCOMPARE(count(TimelineBar::Host), 5);
        const QRectF gray = barAt(TimelineBar::Device, 20), blur = barAt(TimelineBar::Device, 300);
        QVERIFY(std::abs(gray.right() - blur.left()) < 1e-6 && gray.top() == blur.top());
        QVERIFY(std::abs(blur.width() / gray.width() - 600.0 / 280) < 1e-6);
        // What waits at the same time lies below each other.
        QVERIFY(barAt(TimelineBar::Queue, 12).top() > barAt(TimelineBar::Queue, 7).top());
        QVERIFY(barAt(TimelineBar::Host, 2).top() > barAt(TimelineBar::Queue, 12).bottom());
        QVERIFY(barAt(TimelineBar::Host, -9000).isEmpty()); // out of sight
    }

    void sumAddsUp() {
        results_.setReport(ranFor());
        // 2..5 and 905: the host; 5..20 and 905..910: the queue; 990..999: the answer; 0..2, 900..905, 999..1000: other
        QCOMPARE(
            plain(panel_->status()),
            "Repeat 4 of 7 (the median): 1.00 ms = kernels 0.880 · download 0.0800 · queue 0.0200 · host 0.00300 · "
            "answers 0.0140 · other 0.00300 ms");
        QVERIFY2(plain(panel_->readout()).contains("99.7 % accounted for · the clocks of device and host"),
                 qPrintable(panel_->readout()));
        QVERIFY2(plain(panel_->readout()).contains("± 1.50 µs"), qPrintable(panel_->readout()));
    }

    void barsAreRead() {
        results_.setReport(ranFor());
        const QPoint at = barAt(TimelineBar::Device, 300).center().toPoint();
        QTest::mouseMove(chart(), at);
        QVERIFY2(plain(panel_->readout())
                     .startsWith("3 Gaussian · blur · ran 600.00 µs, from 300.00 µs to 900.00 µs · "
                                 "queued 3.00 µs, submitted 288.00 µs before it started · 13.3 MB/s"),
                 qPrintable(panel_->readout()));
        QTest::mouseMove(chart(), QPoint(chart()->width() / 2, chart()->height() - 2));
        QVERIFY(panel_->readout().contains("accounted for"));
    }

    /// Whole rounds of keys: row by row, bar by bar; what is chosen comes into sight.
    void keysReadToo() {
        results_.setReport(ranFor());
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Right);
        QVERIFY(panel_->readout().contains("gray"));
        QTest::keyClick(chart(), Qt::Key_Right);
        QVERIFY(panel_->readout().contains("blur"));
        QTest::keyClick(chart(), Qt::Key_Down);
        QVERIFY2(panel_->readout().contains("submitted to the device"), qPrintable(panel_->readout()));
        QTest::keyClick(chart(), Qt::Key_Down);
        QCOMPARE(chart()->bars()[std::size_t(chart()->current())].row, TimelineBar::Host);
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(chart(), Qt::Key_Left);
        QVERIFY2(panel_->readout().contains("building"), qPrintable(panel_->readout()));
        QVERIFY(chart()->range().begin < -6500); // it lay before the run
        QTest::keyClick(chart(), Qt::Key_Home);
        QCOMPARE(chart()->range().begin, 0.0);
        QCOMPARE(chart()->accessibleDescription(), panel_->readout());
        const double length = chart()->range().length();
        QTest::keyClick(chart(), Qt::Key_PageUp);
        QVERIFY(chart()->range().length() < length);
        QTest::keyClick(chart(), Qt::Key_End);
        QVERIFY(chart()->range().begin <= -9000 && chart()->range().end >= 6000);
    }

    /// The wheel zooms at the mouse, dragging moves, a double-click brings the run back.
    void zoomAndMove() {
        results_.setReport(ranFor());
        const TimeRange fitted = chart()->range();
        const QPointF at = barAt(TimelineBar::Device, 300).topLeft() + QPointF(0, 5);
        turnWheel(chart(), at, 480);
        QVERIFY(std::abs(chart()->range().length() / fitted.length() - 0.4096) < 1e-6);
        QVERIFY(std::abs(barAt(TimelineBar::Device, 300).left() - at.x()) < 1e-6);
        const TimeRange zoomedIn = chart()->range();
        QTest::mousePress(chart(), Qt::LeftButton, {}, at.toPoint());
        QTest::mouseMove(chart(), at.toPoint() + QPoint(40, 0));
        QTest::mouseRelease(chart(), Qt::LeftButton, {}, at.toPoint() + QPoint(40, 0));
        QVERIFY(std::abs(barAt(TimelineBar::Device, 300).left() - at.x() - 40) < 1e-6);
        QVERIFY(std::abs(chart()->range().length() - zoomedIn.length()) < 1e-9);
        turnWheel(chart(), at, 120, Qt::ShiftModifier);
        QVERIFY(chart()->range().begin < zoomedIn.begin);
        QTest::mouseDClick(chart(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(chart()->range(), fitted);
    }

    /// While a slider is dragged each run takes another time: the axis stays, unless it would cut the run off or be
    /// nearly empty; and where the user looks closer, it stays whatever comes.
    void axisDoesNotJump() {
        results_.setReport(ranFor());
        const TimeRange first = chart()->range();
        QVERIFY(first.begin == 0 && first.end >= 1000 && first.end <= 1500);
        for (const double scale : {0.9, 1.05, 0.7, 1.0, 0.65}) {
            results_.setReport(ranFor(scale));
            QCOMPARE(chart()->range(), first);
        }
        results_.setReport(ranFor(5));
        QVERIFY(chart()->range().end >= 5000);
        results_.setReport(ranFor(0.45));
        QVERIFY(chart()->range().end < 1000);
        turnWheel(chart(), {600, 20}, 240);
        const TimeRange byHand = chart()->range();
        results_.setReport(ranFor(8));
        QCOMPARE(chart()->range(), byHand);
    }

    void wholeRunIsAClickAway() {
        results_.setReport(ranFor());
        QToolButton* everything = nullptr;
        QToolButton* repeat = nullptr;
        for (QToolButton* button : panel_->findChildren<QToolButton*>()) {
            if (button->text() == "Repeat") repeat = button;
            if (button->text() == "Whole run") everything = button;
        }
        QVERIFY(repeat && everything && repeat->isChecked());
        QTest::mouseClick(everything, Qt::LeftButton);
        QVERIFY(everything->isChecked() && !repeat->isChecked());
        QVERIFY(chart()->range().begin <= -9000 && chart()->range().end >= 6000);
        QVERIFY(!barAt(TimelineBar::Host, -9000).isEmpty());
        QTest::mouseClick(repeat, Qt::LeftButton);
        QVERIFY(repeat->isChecked() && !everything->isChecked() && chart()->range().begin == 0);
    }

    void exportIsAskedFor() {
        results_.setReport(ranFor());
        QSignalSpy asked(panel_.get(), &TimelinePanel::exportRequested);
        for (QToolButton* button : panel_->findChildren<QToolButton*>())
            if (button->text().startsWith("Export")) button->click();
        QCOMPARE(asked.size(), 1);
    }

    void ticks() {
        QStringList texts;
        for (const TimeTick& tick : ticksOf({0, 25000}, 6))
            texts << plain(tick.text);
        QCOMPARE(texts, (QStringList{"0", "5 ms", "10 ms", "15 ms", "20 ms", "25 ms"}));
        texts.clear();
        for (const TimeTick& tick : ticksOf({-1.25, 1.3}, 6))
            texts << plain(tick.text);
        QCOMPARE(texts, (QStringList{"-1.0 µs", "-0.5 µs", "0", "0.5 µs", "1.0 µs"}));
        for (const double length : {1e-1, 3.7, 1e3, 12345.0, 9.9e8}) {
            const QList<TimeTick> all = ticksOf({0.3 * length, 1.3 * length}, 8);
            QVERIFY(all.size() >= 2 && all.size() <= 9);
        }
        QCOMPARE(ticksOf({0, 0}, 8).size(), 0);
    }

    void rangesKeepTheirBounds() {
        const TimeRange all{0, 1000};
        QVERIFY(zoomed(all, 500, 1e-9, all).length() >= 0.1);
        QVERIFY(zoomed(all, 500, 1e9, all).length() <= 3000);
        QVERIFY(moved(all, 1e9, all).begin <= 1000 && moved(all, -1e9, all).end >= 0);
        QVERIFY(followed({0, 0}, {0, 0}).length() > 0); // a run that took no time
    }

    /// Text on a stage's colour can be read in both themes (4.5 to 1, WCAG 2.1), and stages differ.
    void stageColours() {
        const auto luminance = [](const QColor& colour) {
            const auto linear = [](double p) { return p <= 0.04045 ? p / 12.92 : std::pow((p + 0.055) / 1.055, 2.4); };
            return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
        };
        for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light}) {
            applyTheme(*qApp, mode);
            for (int stage = 0; stage < 6; ++stage) {
                const double a = luminance(stageColour(stage)), b = luminance(textOn(stageColour(stage)));
                QVERIFY((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05) >= 4.5);
                QVERIFY(stageColour(stage) != stageColour(stage + 1));
            }
        }
    }
};

LIGHTBENCH_TEST(TimelineViewTest, QApplication)
#include "timeline_view.moc"
