// What the timing table says of a report: stages and their kernels, measured and cold figures, the whole run's parts.
#include "ui/panels/run/timing_model.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

#include "tests/built_in_stacks.h"
#include "tests/test_program.h"
#include "ui/panels/run/timing_table.h"
#include "ui/theme/theme.h"

using namespace lightbench;

namespace {
KernelReport kernel(const char* name, std::vector<double> samples) {
    KernelReport row;
    row.name = name;
    row.bytes = 1000000;
    row.timingsUs = std::move(samples);
    row.runUs = row.timingsUs[row.timingsUs.size() / 2];
    return row;
}

StageReport stageOf(int index, const char* filter, std::vector<KernelReport> kernels) {
    StageReport stage;
    stage.stackIndex = index;
    stage.filter = filter;
    for (const KernelReport& one : kernels)
        stage.gpuMs += one.runUs / 1e3;
    stage.kernels = std::move(kernels);
    stage.gpuSpreadMs = 1.5;
    stage.difference.verdict = Verdict::Match;
    stage.referenceMs = 222;
    stage.referenceTimingsMs = {220, 222, 225};
    return stage;
}

/// Three repeats of a stage of one kernel and a stage of three steps.
std::shared_ptr<Report> measured(DeviceType type = DeviceType::Gpu) {
    auto report = std::make_shared<Report>();
    report->device.type = type;
    report->stages = {stageOf(0, "grayscale", {kernel("grayscale_direct", {900, 1000, 1100})}),
                      stageOf(1, "histogram",
                              {kernel("fill", {3, 4, 5}), kernel("histogram_count", {20000, 30000, 36000}),
                               kernel("histogram_sum", {1400, 1400, 1400})})};
    report->runs = {{930, 1, 32, 19}, {112, 0.5, 78.1, 19}, {90, 0.25, 60, 18}};
    report->wallMs = 112;
    report->wallSpreadMs = 210;
    report->buildMs = 831;
    report->repeats = 3;
    report->checked = report->warmedUp = true;
    return report;
}

/// The same stack, run once while it is edited.
std::shared_ptr<Report> cold() {
    auto report = measured();
    report->warmedUp = false;
    report->repeats = 1;
    report->runs = {{112, 0.5, 78.1, 19}};
    for (StageReport& stage : report->stages)
        stage.referenceTimingsMs.clear();
    return report;
}

QString plain(QString text) { return text.replace(thinSpace, ' '); }
} // namespace

class TimingModelTest : public QObject {
    Q_OBJECT

    Session session_{builtInFilters()};
    Results results_{session_};
    TimingModel model_{results_};
    QVariant cell(int row, int column, int role = Qt::DisplayRole) const {
        return model_.data(model_.index(row, column), role);
    }
    QString text(int row, int column) const { return plain(cell(row, column).toString()); }

private slots:
    /// Total, reference, factor and verdict of a stage stand on the stage's row, its kernels below it.
    void stageOfSeveralKernels() {
        results_.setReport(measured());
        QCOMPARE(model_.rowCount(), 6);
        QVERIFY(text(1, TimingModel::Stage).startsWith("2 "));
        QCOMPARE(text(1, TimingModel::Time), "31.4 ms");
        QCOMPARE(text(1, TimingModel::Reference), "222 ms");
        QCOMPARE(text(1, TimingModel::Speedup), "7.07 ×");
        QVERIFY(text(1, TimingModel::VerdictColumn).contains("match"));
        QVERIFY(text(1, TimingModel::Kernel).contains("3"));
        QCOMPARE(text(2, TimingModel::Kernel).trimmed(), "fill");
        QCOMPARE(text(2, TimingModel::Time), "4.00 µs");
        for (int row : {2, 3, 4})
            for (int column :
                 {TimingModel::Stage, TimingModel::Reference, TimingModel::Speedup, TimingModel::VerdictColumn})
                QCOMPARE(text(row, column), QString());
        QCOMPARE(cell(1, TimingModel::Time, TimingModel::BarRole).toDouble(), 1.0);
        QCOMPARE(cell(3, TimingModel::Time, TimingModel::BarRole).toDouble(), 30 / 31.404);
    }

    /// While two settings are compared each row has A's time, and how many times as long B's is.
    void twoSettingsSideBySide() {
        results_.setReport(measured());
        QCOMPARE(text(0, TimingModel::PinnedTime), QString());
        const TimingTable table(results_);
        QVERIFY(!table.text(TimingTable::Form::Tabs).contains("B ÷ A"));
        results_.pin();
        auto other = std::make_shared<Report>(*measured());
        other->stages[0].gpuMs = 0.25;
        other->stages[0].kernels[0].runUs = 250;
        other->stages[1].filter = "invert";
        results_.setReport(other);
        QCOMPARE(text(0, TimingModel::Time), "250 µs");
        QCOMPARE(text(0, TimingModel::PinnedTime), "1.00 ms");
        QCOMPARE(text(0, TimingModel::Ratio), "0.250 ×");
        QCOMPARE(text(1, TimingModel::PinnedTime), "–"); // of another filter
        QCOMPARE(text(model_.rowCount() - 1, TimingModel::Ratio), "1.00 ×");
        QVERIFY(table.text(TimingTable::Form::Tabs).contains("B ÷ A"));
        other = std::make_shared<Report>(*other);
        other->warmedUp = false;
        results_.setReport(other);
        QCOMPARE(text(0, TimingModel::Ratio), "0.250 × (cold)");
        results_.unpin();
        QCOMPARE(text(0, TimingModel::Ratio), QString());
    }

    void stageOfOneKernel() {
        results_.setReport(measured());
        QVERIFY(text(0, TimingModel::Stage).startsWith("1 "));
        QCOMPARE(text(0, TimingModel::Kernel), "grayscale_direct");
        QCOMPARE(text(0, TimingModel::Time), "1.00 ms");
        QCOMPARE(text(0, TimingModel::Speedup), "222 ×");
    }

    /// Headline, parts and factor are those of the one repeat whose time is the median; compiling is no part of it.
    void wholeRunAddsUp() {
        results_.setReport(measured());
        const int row = model_.rowCount() - 1;
        QCOMPARE(text(row, TimingModel::Time), "112 ms");
        const QString parts = text(row, TimingModel::Kernel);
        QCOMPARE(parts, "upload 0.500 · kernels 78.1 · download 19.0 · rest 14.4 ms; built before in 831 ms");
        double sum = 0;
        auto numbers = QRegularExpression("[0-9.]+").globalMatch(parts.section(';', 0, 0));
        while (numbers.hasNext())
            sum += numbers.next().captured().toDouble();
        QVERIFY(std::abs(sum - 112) < 0.5);
        QCOMPARE(text(row, TimingModel::Speedup), "3.96 ×"); // 444 over 112
    }

    void spreads() {
        results_.setReport(measured());
        QCOMPARE(text(0, TimingModel::Spread), "± 50.0 µs");
        QCOMPARE(text(1, TimingModel::Spread), "± 1.50 ms");
        QCOMPARE(text(3, TimingModel::Spread), "± 4.00 ms"); // of each kernel too
        QCOMPARE(text(5, TimingModel::Spread), "± 210 ms");
        for (int row : {0, 1, 3, 5}) {
            const QString tip = cell(row, TimingModel::Spread, Qt::ToolTipRole).toString();
            QVERIFY2(tip.contains("interquartile") && tip.contains("3 repeats"), qPrintable(tip));
        }
    }

    void columnIsCalledWhatTheDeviceIs_data() {
        QTest::addColumn<DeviceType>("type");
        QTest::addColumn<QString>("heading");
        QTest::newRow("GPU") << DeviceType::Gpu << "GPU";
        QTest::newRow("CPU") << DeviceType::Cpu << "CPU device";
        QTest::newRow("other") << DeviceType::Accelerator << "Device";
    }
    void columnIsCalledWhatTheDeviceIs() {
        QFETCH(DeviceType, type);
        QFETCH(QString, heading);
        results_.setReport(measured(type));
        QCOMPARE(model_.headerData(TimingModel::Time, Qt::Horizontal, Qt::DisplayRole).toString(), heading);
    }

    /// One cold run while editing, and a measurement: other signs, other style, and no factor.
    void coldAndMeasuredDiffer() {
        for (const bool isCold : {false, true}) {
            results_.setReport(isCold ? cold() : measured());
            const int whole = model_.rowCount() - 1;
            for (int row : {0, 1, 2, whole}) {
                QCOMPARE(text(row, TimingModel::Time).endsWith(" (cold)"), isCold);
                QCOMPARE(cell(row, TimingModel::Time, TimingModel::ColdRole).toBool(), isCold);
                QCOMPARE(text(row, TimingModel::Spread) == "1 run", isCold);
            }
            QCOMPARE(text(whole, TimingModel::VerdictColumn), isCold ? "single cold run" : "median of 3");
            for (int row : {0, 1, whole}) {
                QCOMPARE(text(row, TimingModel::Speedup) == "press F5", isCold);
                QCOMPARE(text(row, TimingModel::Reference).endsWith(" (cold)"), isCold);
            }
        }
    }

    /// A run that measures nothing has no time; a stack without stages has no row.
    void nothingIsTimedThatDidNotRun() {
        auto reused = cold();
        for (StageReport& stage : reused->stages)
            stage.reused = true;
        results_.setReport(reused);
        const int whole = model_.rowCount() - 1;
        QCOMPARE(text(whole, TimingModel::Time), "–");
        QVERIFY(text(whole, TimingModel::Kernel).contains("reused"));
        auto empty = cold();
        empty->stages.clear();
        results_.setReport(empty);
        QCOMPARE(model_.rowCount(), 0);
    }

    /// Whatever the width, a spread and a verdict are shown whole.
    void nothingMeasuredIsCutOff() {
        TimingTable table(results_);
        table.resize(700, 300);
        results_.setReport(measured());
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        const QFontMetrics metrics(table.font());
        const TimingModel* model = table.timings();
        for (int row = 0; row < model->rowCount(); ++row)
            for (int column : {TimingModel::Time, TimingModel::Spread, TimingModel::Reference, TimingModel::Speedup,
                               TimingModel::VerdictColumn})
                QVERIFY(metrics.horizontalAdvance(model->index(row, column).data().toString()) + 8 <
                        table.columnWidth(column));
    }
};

LIGHTBENCH_TEST(TimingModelTest, QApplication)
#include "timing_model.moc"
