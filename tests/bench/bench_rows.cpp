// What is made of measured points: who wins, the table's columns, shares of peak rates, and the peak rates themselves.
#include <QTest>

#include <atomic>
#include <barrier>

#include "app/cli/row_table.h"
#include "app/cli/run_parallel.h"
#include "core/base/error.h"
#include "core/experiment/experiment_report.h"
#include "core/run/stack_text.h"
#include "gpu/driver/devices.h"
#include "gpu/measure/peak_rates.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
ExperimentPoint pointOf(const std::string& stack, int device = 0) {
    return {parseStack(stack), device, {640, 480}, {SampleType::U8, 1}, builtInFilters()};
}

/// As measured: quartiles 1 around the median.
PointRow measuredRow(const ExperimentPoint& point, double us, Verdict verdict = Verdict::Match) {
    PointRow row = unmeasuredRow(point, {});
    row.variant = point.stack.front().variant;
    row.repeats = us > 0 ? 5 : 0;
    row.status = PointStatus::NotRaced;
    row.spanUs = {us, us, us - 1, us + 1};
    row.verdict = verdict;
    return row;
}
} // namespace

class BenchRowsTest : public QObject {
    Q_OBJECT
private slots:
    /// All of them at the same time; the end waits for all, whoever failed.
    void worksAtOnce() {
        std::barrier meet(3);
        std::atomic<int> ended{0};
        const auto work = [&] {
            meet.arrive_and_wait();
            ++ended;
        };
        runParallel({work, work, work});
        QCOMPARE(ended, 3);
        const auto fails = [&] { throw Error(ErrorKind::Input, "the disk is full"); };
        QVERIFY_THROWS_EXCEPTION(Error, runParallel({fails, [&] { ++ended; }}));
        QCOMPARE(ended, 4);
        runParallel({});
    }

    /// Points of several devices that do not race each other have a winner each.
    void devicesApart() {
        std::vector<ExperimentPoint> points;
        for (const int number : {0, 1})
            for (const char* variant : {"strips", "two-pass"})
                points.push_back(pointOf(std::string("gaussian variant=") + variant, number));
        QCOMPARE(pointGroups(points).size(), 1u);
        for (ExperimentPoint& point : points)
            point.racesWithinDevice = true;
        const std::vector<PointGroup> groups = pointGroups(points);
        QCOMPARE(groups.size(), 2u);
        QVERIFY(groups[0].members == (std::vector<std::size_t>{0, 1}));
        QVERIFY(groups[1].members == (std::vector<std::size_t>{2, 3}));
    }

    void wrongResultsDoNotCompete() {
        std::vector<ExperimentPoint> points;
        for (const char* variant : {"strips", "two-pass", "fused", "plain", "cpu"})
            points.push_back(pointOf(std::string("gaussian variant=") + variant));
        std::vector<PointRow> rows{measuredRow(points[0], 10, Verdict::Mismatch), measuredRow(points[1], 20),
                                   measuredRow(points[2], 21.5, Verdict::WithinTolerance), measuredRow(points[3], 30),
                                   measuredRow(points[4], 0)};
        rows[0].mismatched = 7;
        const PointStatus statuses[] = {PointStatus::WrongResult, PointStatus::Winner, PointStatus::Tie,
                                        PointStatus::Slower, PointStatus::NotRun};
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].status = statuses[i];
        rows[2].ratioLower = 0.99;
        rows[2].ratioUpper = 1.02;
        QVERIFY(explanationText(rows[0]).find("7 samples") != std::string::npos && explanationText(rows[1]).empty());
        const QString text = QString::fromStdString(rankingText(points, rows));
        QVERIFY2(text.contains("fastest: variant=two-pass") &&
                     text.contains("wrong results, which do not compete: variant=strips"),
                 qPrintable(text));
        QVERIFY2(text.contains("noise: variant=fused") && text.contains("1 of 5 points") && !text.contains(" on "),
                 qPrintable(text));
        for (PointRow& row : rows)
            row.status = PointStatus::WrongResult;
        QVERIFY(rankingText(points, rows).find("fastest") == std::string::npos);
    }

    void winnersNameTheirDevice() {
        const std::vector<ExperimentPoint> points{pointOf("invert", 0), pointOf("invert", 1)};
        std::vector<PointRow> rows{measuredRow(points[0], 20), measuredRow(points[1], 10)};
        rows[0].device = rows[1].device = "NVIDIA H200";
        rows[0].status = PointStatus::Slower;
        rows[1].status = PointStatus::Winner;
        const QString text = QString::fromStdString(rankingText(points, rows));
        QVERIFY2(text.contains("fastest: variant=auto workgroup= on 1 NVIDIA H200"), qPrintable(text));
    }

    // Whatever the labels are, a column's cells stand below its heading.
    void tableKeepsItsColumns() {
        const std::string longest =
            "convolution k=31 kernel=random seed=12345 border=reflect101 | gaussian sigma=12.5 radius=40";
        std::vector<ExperimentPoint> points{pointOf("invert"), pointOf(longest), pointOf("invert", 1)};
        for (bool axes : {false, true}) {
            for (ExperimentPoint& point : points)
                point.axes = axes ? "convolution.border=reflect101 convolution.kernel=random gaussian.sigma=12.5" : "";
            const RowTable table(points);
            const QString heading = QString::fromStdString(table.heading());
            QVERIFY(heading.contains("device"));
            for (const ExperimentPoint& point : points) {
                PointRow row = measuredRow(point, 123.4);
                row.variant = "two-pass-local-and-longer | another-variant-with-a-long-name | a-third";
                row.provenance.requestedRepeats = 20;
                const QString line = QString::fromStdString(table.line(point, row)).chopped(1).section('\n', -1);
                QCOMPARE(line.indexOf("match, 5 of 20 repeats"), heading.indexOf("verdict"));
                QCOMPARE(line.indexOf("0.123") + 5, heading.indexOf("ms") + 2);
            }
        }
        QVERIFY(RowTable({points[0]}).heading().find("device") == std::string::npos);
    }

    void overThePeakRateIsInCache() {
        QCOMPARE(shareText(1.01), std::string("in cache"));
        QCOMPARE(shareText(0.5), std::string("50.0 %"));
        QCOMPARE(shareText(0.000666), std::string("0.07 %"));
        QCOMPARE(shareText(0.00001), std::string("<0.01 %"));
        QCOMPARE(shareText(0), std::string("-"));
        const PeakRates peakRates{{100}, {50}, {}, {}, 0, 1};
        PointRow row;
        row.gbPerS = 80;
        addShares(row, parseStack("invert"), builtInFilters(), peakRates);
        QCOMPARE(row.readShare, 0.8);
        QCOMPARE(row.copyShare, 1.6);
        PointRow looks = row;
        looks.copyShare = 0;
        addShares(looks, parseStack("histogram | !invert"), builtInFilters(), peakRates);
        QCOMPARE(looks.copyShare, 0.0);
    }

    void peakRatesAreTheBestOfRounds() {
        const DeviceCatalog catalog = findDevices();
        DeviceSession session(catalog.list.devices.front(), catalog.handles.front(), {});
        const PeakRates found = measurePeakRates(session, 1 << 20);
        QVERIFY(found.rounds > 1 && found.bytes == 1 << 20);
        for (const PeakRate& peakRate : {found.readGbPerS, found.copyGbPerS, found.gigaOperationsPerS}) {
            QVERIFY(peakRate.minimum > 0 && peakRate.best >= peakRate.minimum);
            QVERIFY(peakRate.form.find("work-item") != std::string::npos);
        }
    }
};

LIGHTBENCH_TEST(BenchRowsTest, NoApplication)
#include "bench_rows.moc"
