// The Roofline panel and the timing table's shares on an engine without a device: without peak rates they say how to
// get them, with them every kernel has its place and says what limits it.
#include <QAbstractButton>
#include <QApplication>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"
#include "ui/charts/roofline_chart.h"
#include "ui/panels/run/roofline_panel.h"
#include "ui/panels/run/timing_model.h"
#include "ui/state/engine/device_peak_rates.h"
#include "ui/state/session/messages.h"
#include "ui/state/session/session.h"

using namespace lightbench;

namespace {
/// Copies 100 GB/s and computes 1000 GFLOP/s.
class PeakRatesEngine : public tests::FakeEngine {
public:
    explicit PeakRatesEngine(std::atomic<bool>& isFailing) : fails_(isFailing) {}
    PeakRates peakRates(int, const std::stop_token&) override {
        if (fails_) throw Error(ErrorKind::Device, "it is busy");
        PeakRates all;
        all.readGbPerS.best = all.readGbPerS.minimum = 120;
        all.copyGbPerS.best = all.copyGbPerS.minimum = 100;
        all.gigaOperationsPerS.best = all.gigaOperationsPerS.minimum = 1000;
        all.localGbPerS.best = all.localGbPerS.minimum = 2000;
        all.launchUs = 5;
        all.bytes = 1;
        return all;
    }

private:
    std::atomic<bool>& fails_;
};

KernelReport kernel(const char* name, std::uint64_t bytes, std::uint64_t operations) {
    KernelReport row;
    row.name = name;
    row.global = {1 << 20, 1};
    row.local = {256, 1};
    row.runUs = 1000;
    row.timingsUs = {1000};
    row.bytes = bytes;
    row.operations = operations;
    return row;
}

ReportPtr aReport(const DeviceInfo& device, bool isWarm = true) {
    auto report = std::make_shared<Report>();
    report->device = device;
    report->input = std::make_shared<Image>(ImageShape{{8, 6}, {SampleType::U8, 1}});
    report->warmedUp = isWarm;
    report->stack = {makeStage("gaussian")};
    StageReport stage;
    stage.filter = "gaussian";
    stage.kernels = {kernel("fast", 80'000'000, 40'000'000), kernel("slow", 2'000'000, 1'000'000),
                     kernel("moves_only", 60'000'000, 0)};
    report->stages = {stage};
    return report;
}
} // namespace

class RooflinePanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        fails = false;
        folder = std::make_unique<QTemporaryDir>();
        session = std::make_unique<Session>(builtInFilters());
        device = tests::FakeEngine().devices().devices.front();
        session->setDevice(device);
        results = std::make_unique<Results>(*session);
        thread = std::make_unique<EngineThread>([this] { return std::make_unique<PeakRatesEngine>(fails); });
        peakRates = std::make_unique<DevicePeakRates>(*session, *thread, messages, file());
        panel = std::make_unique<RooflinePanel>(*results, *peakRates);
        panel->resize(1100, 320);
        panel->show();
    }
    void cleanup() {
        panel.reset();
        peakRates.reset();
        thread.reset();
        results.reset();
        session.reset();
    }

    void whatIsMissingIsSaid() {
        QVERIFY(panel->emptyText().contains("Every kernel of a run"));
        results->setReport(aReport(device));
        QVERIFY2(panel->emptyText().contains("have not been measured"), qPrintable(panel->emptyText()));
        fails = true;
        peakRates->measure();
        QTRY_VERIFY(!peakRates->isMeasuring());
        QVERIFY2(panel->emptyText().contains("it is busy"), qPrintable(panel->emptyText()));
    }

    void everyKernelHasItsPlace() {
        results->setReport(aReport(device));
        measure();
        QVERIFY(panel->emptyText().isEmpty());
        QVERIFY2(panel->status().contains("copy 100"), qPrintable(panel->status()));
        QCOMPARE(panel->table()->model()->rowCount(), 3);
        QCOMPARE(cell(0, 1).remove(QChar(0x202f)), QString("80.0%"));
        QCOMPARE(cell(0, 2), QString("memory"));
        QCOMPARE(cell(1, 2), QString("latency"));
        const QRectF fast = panel->chart()->rectOf(0), slow = panel->chart()->rectOf(1);
        QVERIFY(fast.center().y() < slow.center().y()); // faster is higher
        QVERIFY(std::abs(fast.center().x() - slow.center().x()) < 1);
        QVERIFY(panel->chart()->rectOf(2).isEmpty()); // computes nothing: no place on a logarithmic axis
    }

    void theChosenOneSaysWhatLimitsIt() {
        results->setReport(aReport(device));
        measure();
        QTest::mouseClick(panel->chart()->viewport(), Qt::LeftButton, {}, panel->chart()->rectOf(1).center().toPoint());
        QCOMPARE(panel->chart()->current(), 1);
        QVERIFY2(panel->readout().contains("slow: latency"), qPrintable(panel->readout()));
        QCOMPARE(panel->table()->currentIndex().row(), 1);
        panel->table()->setCurrentIndex(panel->table()->model()->index(0, 0));
        QCOMPARE(panel->chart()->current(), 0);
    }

    void theyAreKeptForTheNextTime() {
        measure();
        DevicePeakRates next(*session, *thread, messages, file());
        QVERIFY(next.known() && next.known()->peakRates.copyGbPerS.best == 100);
        DeviceInfo other = device;
        other.driver = "2.0";
        session->setDevice(other);
        QVERIFY(!next.known() && !next.of(device));
    }

    void theTimingTableHasShares() {
        results->setReport(aReport(device));
        const TimingModel model(*results, peakRates.get());
        const auto cell = [&](int row) {
            return model.index(row, TimingModel::Share).data().toString().remove(QChar(0x202f));
        };
        QCOMPARE(cell(1), QString());
        measure();
        QCOMPARE(cell(1), QString("80.0%"));
        QVERIFY(model.index(2, TimingModel::Share).data(Qt::ToolTipRole).toString().startsWith("latency: "));
    }

    void coldRunsAreToldApart() {
        results->setReport(aReport(device, false));
        measure();
        QVERIFY(panel->status().contains("one cold run"));
        QVERIFY(cell(0, 3).endsWith("(cold)"));
    }

private:
    QString cell(int row, int column) const { return panel->table()->model()->index(row, column).data().toString(); }
    PeakRatesFile file() const { return PeakRatesFile(folder->filePath("peak-rates.csv").toStdString()); }
    void measure() {
        peakRates->measure();
        QTRY_VERIFY(!peakRates->isMeasuring() && peakRates->known());
    }

    std::atomic<bool> fails = false;
    DeviceInfo device;
    Messages messages;
    std::unique_ptr<QTemporaryDir> folder;
    std::unique_ptr<Session> session;
    std::unique_ptr<Results> results;
    std::unique_ptr<EngineThread> thread;
    std::unique_ptr<DevicePeakRates> peakRates;
    std::unique_ptr<RooflinePanel> panel;
};

LIGHTBENCH_TEST(RooflinePanelTest, QApplication)
#include "roofline_panel.moc"
