// The Replay panel on an engine without a device: what can be recorded is said, a recording is shown and played, and
// what goes wrong or is stopped leaves what was there.
#include <QAbstractButton>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <atomic>

#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"
#include "ui/charts/replay_picture.h"
#include "ui/charts/workgroup_chart.h"
#include "ui/panels/run/replay_panel.h"
#include "ui/state/session/session.h"

using namespace lightbench;

namespace {
constexpr Size size{8, 6};

/// Records rows one after the other, a workgroup each; all but the first wait for three pixels.
class RecordingEngine : public tests::FakeEngine {
public:
    explicit RecordingEngine(std::atomic<bool>& isFailing, std::atomic<int>& pause)
        : fails_(isFailing), pauseMs_(pause) {}
    ReportPtr run(const RunRequest& request, const RunMonitor& monitor) override {
        for (int i = 0; i < pauseMs_; ++i) {
            if (monitor.stop.stop_requested()) throw Error(ErrorKind::Cancelled, "stopped");
            QThread::msleep(1);
        }
        if (fails_) throw Error(ErrorKind::Build, "it does not build");
        Recording recording;
        recording.stackIndex = request.options.record;
        recording.filter = request.stack[std::size_t(recording.stackIndex)].filter;
        recording.variant = "row-per-group";
        recording.workgroup = {1, 1};
        Image stamps({size, {SampleType::U32, 1}});
        for (std::uint32_t i = 0; i < size.area(); ++i)
            stamps.samples<std::uint32_t>()[i] = i;
        recording.stamps = std::make_shared<const Image>(std::move(stamps));
        for (std::uint32_t row = 0; row < std::uint32_t(size.height); ++row)
            recording.groups.push_back({8 * row, 8 * row + 8, row > 0 ? 3u : 0u, row > 0 ? 1u : 0u});
        auto report = std::make_shared<Report>();
        report->input = request.image;
        report->recording = std::make_shared<const Recording>(std::move(recording));
        return report;
    }

private:
    std::atomic<bool>& fails_;
    std::atomic<int>& pauseMs_;
};

ImagePtr smallImage() { return std::make_shared<Image>(ImageShape{size, {SampleType::U8, 1}}); }
} // namespace

class ReplayPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        fails = false;
        pauseMs = 0;
        session = std::make_unique<Session>(builtInFilters());
        session->setDevice(tests::FakeEngine().devices().devices.front());
        session->add(makeStage("invert"));
        session->add(makeStage("floyd-steinberg"));
        session->setImage(smallImage(), QStringLiteral("photo.png"));
        thread = std::make_unique<EngineThread>([this] { return std::make_unique<RecordingEngine>(fails, pauseMs); });
        panel = std::make_unique<ReplayPanel>(*session, *thread);
        panel->resize(1000, 300);
        panel->show();
    }
    void cleanup() {
        panel.reset();
        thread.reset();
        session.reset();
    }

    void whatCannotBeRecordedIsSaid() {
        QVERIFY(panel->emptyText().contains("Record builds"));
        session->setCurrent(0);
        QVERIFY2(panel->emptyText().contains("replay is not available"), qPrintable(panel->emptyText()));
        panel->record();
        QVERIFY(!panel->isRecording());
        session->setImage({}, {});
        QVERIFY(panel->emptyText().contains("Open an image"));
        session->setDevice({});
        QVERIFY(panel->emptyText().contains("no device"));
    }

    void whatIsRecordedIsShown() {
        record();
        QVERIFY(panel->emptyText().isEmpty());
        QVERIFY2(panel->status().contains("an order, not times"), qPrintable(panel->status()));
        QVERIFY2(panel->status().contains("5 of 6 workgroups waited"), qPrintable(panel->status()));
        QCOMPARE(panel->report()->recording->stackIndex, 1);
        QCOMPARE(panel->time(), 48.0); // shown whole
        const QImage& whole = panel->picture()->picture();
        QCOMPARE(whole.size(), QSize(8, 6));
        QCOMPARE(whole.pixelColor(0, 0), QColor(68, 1, 84));
        // The workgroups stand below each other, one after the other in time.
        QVERIFY(panel->groups()->barOf(0).bottom() <= panel->groups()->barOf(1).top() + 0.5);
        QVERIFY(panel->groups()->barOf(5).right() > panel->groups()->barOf(4).right());
        QCOMPARE(panel->groups()->barOf(0).left(), panel->groups()->plot().left());
    }

    void timeUncoversPixels() {
        record();
        panel->setTime(3);
        const QImage& picture = panel->picture()->picture();
        const auto isGrey = [&](int x, int y) { return picture.pixelColor(x, y).saturation() == 0; };
        QVERIFY(!isGrey(0, 0) && !isGrey(3, 0) && isGrey(4, 0) && isGrey(0, 1));
        const QRectF plot = panel->groups()->plot();
        QTest::mouseClick(panel->groups(), Qt::LeftButton, {}, plot.center().toPoint());
        QVERIFY(std::abs(panel->time() - 24) < 1);
        panel->setTime(1e9);
        QCOMPARE(panel->time(), 48.0);
    }

    void itPlaysToItsEnd() {
        record();
        panel->play();
        QVERIFY(panel->isPlaying() && panel->time() < 48);
        panel->play();
        QVERIFY(!panel->isPlaying());
        panel->setTime(47.5);
        panel->play();
        QTRY_VERIFY(!panel->isPlaying());
        QCOMPARE(panel->time(), 48.0);
    }

    void whatFailsLeavesWhatWasThere() {
        fails = true;
        panel->record();
        QTRY_VERIFY(!panel->isRecording());
        QVERIFY2(panel->emptyText().contains("it does not build"), qPrintable(panel->emptyText()));
        fails = false;
        record();
        fails = true;
        panel->record();
        QTRY_VERIFY(!panel->isRecording());
        QVERIFY(panel->emptyText().isEmpty() && panel->status().contains("it does not build"));
    }

    void aStoppedOneSaysNothing() {
        pauseMs = 10000;
        panel->record();
        QVERIFY(panel->isRecording());
        QTest::qWait(50);
        panel->record();
        QVERIFY(!panel->isRecording() && panel->error().isEmpty());
        pauseMs = 0;
        record();
        QVERIFY(panel->report());
    }

private:
    void record() {
        panel->record();
        QTRY_VERIFY(!panel->isRecording() && panel->report());
    }

    std::atomic<bool> fails = false;
    std::atomic<int> pauseMs = 0;
    std::unique_ptr<Session> session;
    std::unique_ptr<EngineThread> thread;
    std::unique_ptr<ReplayPanel> panel;
};

LIGHTBENCH_TEST(ReplayPanelTest, QApplication)
#include "replay_panel.moc"
