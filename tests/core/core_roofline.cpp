// Rooflines: places of kernels, what the figures of those far below point to, and peak rates that are kept in a file.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

#include "core/plot/plot_layout.h"
#include "core/plot/roofline_drawing.h"
#include "core/roofline/peak_rates_file.h"
#include "core/run/engine.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
/// Memory copies 100 GB/s, the device computes 1000 GFLOP/s, a launch takes 5 us: the ridge is at 10 operations a byte.
PeakRates peakRates() {
    PeakRates all;
    all.readGbPerS = {120, 110, "wide"};
    all.copyGbPerS = {100, 95, "narrow, 4 at once"};
    all.gigaOperationsPerS = {1000, 990, "x, \"y\""};
    all.localGbPerS = {2000, 1900, "z"};
    all.launchUs = 5;
    all.bytes = 1 << 28;
    all.rounds = 6;
    return all;
}

DeviceInfo gpu() {
    DeviceInfo device;
    device.name = "Big GPU";
    device.driver = "1.2";
    device.type = DeviceType::Gpu;
    device.computeUnits = 100;
    device.preferredMultiple = 32;
    device.localMemory = 48 << 10;
    return device;
}

DeviceInfo aProcessor() {
    DeviceInfo device = gpu();
    device.type = DeviceType::Cpu;
    device.computeUnits = 4;
    return device;
}

/// A kernel of many workgroups that runs for a millisecond at these shares of both peak rates.
KernelReport kernel(double memoryShare, double arithmeticShare) {
    KernelReport report;
    report.name = "some_kernel";
    report.global = {1 << 20, 1};
    report.local = {256, 1};
    report.runUs = 1000;
    report.bytes = std::uint64_t(memoryShare * 100e6);
    report.operations = std::uint64_t(arithmeticShare * 1000e6);
    return report;
}

RooflinePoint point(const KernelReport& report, const DeviceInfo& device = gpu()) {
    return rooflinePointOf(report, device, peakRates());
}

QString limitOf(const RooflinePoint& one) { return QString::fromStdString(limitName(one.limit)); }

class MeasuringEngine : public Engine {
public:
    const DeviceList& devices() override { return list; }
    ReportPtr run(const RunRequest&, const RunMonitor&) override { return nullptr; }
    Measurement measure(const MeasureRequest&, const RunMonitor&) override { return {}; }
    PeakRates peakRates(int, const std::stop_token&) override {
        ++measured;
        return rates;
    }
    PeakRates rates = ::peakRates();
    DeviceList list;
    int measured = 0;
};
} // namespace

class CoreRoofline : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const char* name) const { return folder_.filePath(name); }
    PeakRatesFile file(const char* name) const { return PeakRatesFile(path(name).toStdString()); }

private slots:
    /// An engine that cannot watch memory does not say that it found nothing.
    void enginesWithoutAMemoryCheckSaySo() {
        MeasuringEngine engine;
        QVERIFY_EXCEPTION_THROWN(engine.checkMemory({}, 1, {}), Error);
    }

    void figures() {
        const RooflinePoint one = point(kernel(0.8, 0.04));
        QCOMPARE(one.gbPerS, 80.0);
        QCOMPARE(one.gigaOperationsPerS, 40.0);
        QCOMPARE(one.intensity, 0.5);
        QCOMPARE(one.share, 0.8);
        QCOMPARE(roofAt(peakRates(), 0.5), 50.0);
        QCOMPARE(roofAt(peakRates(), 1e6), 1000.0);
        QCOMPARE(ridgeOf(peakRates()), 10.0);
        // On the line of its own intensity its share is that of the roof above it.
        QCOMPARE(one.gigaOperationsPerS / roofAt(peakRates(), one.intensity), one.share);
    }

    void nearTheRoofs() {
        QCOMPARE(limitOf(point(kernel(0.7, 0.1))), QString("memory"));
        QCOMPARE(limitOf(point(kernel(0.2, 0.6))), QString("arithmetic"));
        QCOMPARE(limitOf(point(kernel(3.0, 0.1))), QString("cache"));
        // Nothing lies above its roof without a word.
        for (const RooflinePoint& above : {point(kernel(1.07, 0.1)), point(kernel(0.2, 1.07))})
            QVERIFY2(QString::fromStdString(above.why).contains("107 %") &&
                         QString::fromStdString(above.why).contains("measure them again"),
                     above.why.c_str());
        const RooflinePoint bytes = point(kernel(0.2, 4.0));
        QCOMPARE(limitOf(bytes), QString("arithmetic"));
        QVERIFY(bytes.why.starts_with("4.00 times the multiply-adds of floats"));
        VERIFY_CONTAINS(QString::fromStdString(point(kernel(0.7, 0.1)).why), "70.0 % of what memory can move");
    }

    void launch() {
        KernelReport report = kernel(0.1, 0);
        report.runUs = 12;
        report.bytes = 1000;
        const RooflinePoint one = point(report);
        QCOMPARE(limitOf(one), QString("launch"));
        VERIFY_CONTAINS(QString::fromStdString(one.why), "an empty launch takes 5.00 us of its 12.0 us");
    }

    void occupancy() {
        KernelReport report = kernel(0.1, 0);
        report.global = {256 * 30, 1};
        QCOMPARE(limitOf(point(report)), QString("occupancy"));
        VERIFY_CONTAINS(QString::fromStdString(point(report).why), "30 workgroups for 100 compute units");
        report.local = {0, 0}; // the driver's own choice, which it does not tell
        QVERIFY(!QString::fromStdString(point(report).why).contains("workgroups for"));
        report.global = {32 * 200, 1};
        report.local = {32, 1};
        VERIFY_CONTAINS(QString::fromStdString(point(report).why), "64 work-items per compute unit");
        QCOMPARE(limitOf(point(report, aProcessor())),
                 QString("latency")); // a CPU's threads need no others to hide waits
    }

    void trafficAndLatency() {
        const RooflinePoint some = point(kernel(0.4, 0.01));
        QCOMPARE(limitOf(some), QString("traffic"));
        VERIFY_CONTAINS(QString::fromStdString(some.why), "2.50 times the 38.1 MiB that it must");
        QCOMPARE(limitOf(point(kernel(0.05, 0.01))), QString("latency"));
        QCOMPARE(limitOf(point(kernel(0.05, 0.4))), QString("latency")); // its nearer roof is not memory's
        QCOMPARE(limitOf(point(kernel(0, 0.3))), QString("latency")); // without traffic there is none beyond the plan's
    }

    void whatHasNoPlace() {
        Report report;
        report.device = gpu();
        StageReport stage;
        stage.filter = "some";
        stage.stackIndex = 3;
        KernelReport fill = kernel(0.1, 0.1), host = fill;
        fill.global = {0, 0};
        host.onHost = true;
        stage.kernels = {fill, kernel(0.7, 0.1), host};
        report.stages = {stage};
        const std::vector<RooflinePoint> points = rooflineOf(report, peakRates());
        QCOMPARE(points.size(), std::size_t(1));
        QCOMPARE(points[0].stackIndex, 3);
        QCOMPARE(toJson(points[0])["limit"].text(), Json("memory").text());
        QCOMPARE(rooflinePointOf(kernel(0.7, 0.1), gpu(), {}).share, 0.0);
        QCOMPARE(limitOf(rooflinePointOf(kernel(0.7, 0.1), gpu(), {})), QString("unknown"));
    }

    void drawing() {
        RooflineSheet sheet{"A title", {"a note"}, peakRates(), {}};
        for (const KernelReport& report : {kernel(0.8, 0.04), kernel(0.05, 0.5), kernel(0.5, 0)})
            sheet.points.push_back(point(report));
        const PlotDrawing paper = rooflineDrawing(sheet);
        QStringList texts;
        for (const PlotShape& shape : paper.shapes)
            if (shape.kind == PlotShape::Text) texts << QString::fromStdString(shape.text);
        for (const char* text : {"A title", "a note", "GFLOP/s", "operations per byte", "copy 100 GB/s",
                                 "local memory 2000 GB/s", "multiply-add 1000 GFLOP/s"})
            QVERIFY2(texts.contains(text), text);
        for (const PlotShape& shape : paper.shapes)
            for (const PlotSpot& spot : shape.points)
                QVERIFY(spot.x >= 0 && spot.x <= paper.width && spot.y >= 0 && spot.y <= paper.height);
        // The one that computes nothing has no place on a logarithmic axis; the one near the flat roof lies right of
        // and above the other.
        QCOMPARE(paper.markAreas.size(), std::size_t(2));
        QVERIFY(paper.markAreas[1].rect.x > paper.markAreas[0].rect.x &&
                paper.markAreas[1].rect.y < paper.markAreas[0].rect.y);
        QVERIFY(rooflineDrawing({}, exportFrame(300)).shapes.empty());
        VERIFY_CONTAINS(QString::fromStdString(rooflinePointTip(sheet.points[0])), "80.0 % of its peak\nmemory: ");
    }

    void keptAndFound() {
        const PeakRatesFile kept = file("sub/peak-rates.csv");
        QVERIFY(!kept.find(gpu()));
        kept.keep(gpu(), {peakRates(), "now"});
        const auto found = kept.find(gpu());
        QVERIFY(found && found->measured == "now");
        QCOMPARE(found->peakRates.gigaOperationsPerS.form, std::string("x, \"y\""));
        QCOMPARE(found->peakRates.copyGbPerS.minimum, 95.0);
        QCOMPARE(found->peakRates.launchUs, 5.0);
        DeviceInfo newer = gpu();
        newer.driver = "1.3";
        QVERIFY(!kept.find(newer));
        kept.keep(newer, {peakRates(), "later"});
        kept.keep(gpu(), {peakRates(), "again"});
        QVERIFY(kept.find(newer)->measured == "later" && kept.find(gpu())->measured == "again");
        QVERIFY(!PeakRatesFile("").find(gpu()));
    }

    /// As a spreadsheet saves it.
    void spreadsheetsFilesAreRead() {
        file("sheet.csv").keep(gpu(), {peakRates(), "now"});
        QFile content(path("sheet.csv"));
        QVERIFY(content.open(QIODevice::ReadWrite));
        const QByteArray text = "\xef\xbb\xbf" + content.readAll().replace("\n", "\r\n") + "\r\n,,,\r\n";
        content.resize(0);
        content.write(text);
        content.close();
        QVERIFY(file("sheet.csv").find(gpu())->measured == "now");
    }

    void somethingElseIsToldAndReplaced() {
        MeasuringEngine engine;
        QStringList warnings;
        const auto warn = [&](const std::string& line) { warnings << QString::fromStdString(line); };
        const auto ask = [&](const char* name, bool remeasure) {
            return peakRatesOf(engine, gpu(), file(name), remeasure, {}, warn).peakRates.copyGbPerS.best;
        };
        for (const char* text : {"not a list\n", "\x01\x02\xff"}) {
            QFile other(path("other.csv"));
            QVERIFY(other.open(QIODevice::WriteOnly));
            other.write(text);
            other.close();
            warnings.clear();
            engine.measured = 0;
            QCOMPARE(ask("other.csv", false), 100.0);
            QCOMPARE(warnings.size(), 1);
            VERIFY_CONTAINS(warnings.front(), "other.csv, which keeps the peak rates of devices, cannot be used");
            QCOMPARE(ask("other.csv", false), 100.0);
            QCOMPARE(engine.measured, 1); // the second time they were kept
        }
        QCOMPARE(ask("other.csv", true), 100.0);
        QCOMPARE(engine.measured, 2);
        QCOMPARE(warnings.size(), 1);
    }

    void cutShort() {
        const PeakRatesFile kept = file("cut.csv");
        kept.keep(gpu(), {peakRates(), "now"});
        QFile content(path("cut.csv"));
        QVERIFY(content.open(QIODevice::ReadWrite));
        QByteArray text = content.readAll();
        text.replace("100", "1oo");
        content.resize(0);
        content.write(text);
        content.close();
        VERIFY_CONTAINS(messageOf([&] { kept.find(gpu()); }), "is not a number");
    }

    /// As a driver without event times gives them.
    void ratesThatNoClockGivesAreNotKept() {
        for (const double rate : {std::numeric_limits<double>::infinity(), std::nan(""), 0.0, 1e12}) {
            MeasuringEngine engine;
            engine.rates.copyGbPerS.best = rate;
            const PeakRatesFile none = file("none.csv");
            VERIFY_CONTAINS(messageOf([&] { peakRatesOf(engine, gpu(), none, false, {}, [](const std::string&) {}); }),
                            "the peak rates of Big GPU were not measured");
            QVERIFY(!QFile::exists(path("none.csv")));
            // An older program kept them: they are told of and measured again, and another device's are used.
            DeviceInfo other = gpu();
            other.name = "Other GPU";
            const PeakRatesFile kept = file("odd.csv");
            kept.keep(gpu(), {engine.rates, "then"});
            kept.keep(other, {peakRates(), "then"});
            VERIFY_CONTAINS(messageOf([&] { kept.find(gpu()); }), "its rates of Big GPU are no measured values");
            QVERIFY(kept.find(other).has_value());
            MeasuringEngine well;
            QStringList warnings;
            peakRatesOf(well, gpu(), kept, false, {},
                        [&](const std::string& line) { warnings << QString::fromStdString(line); });
            QCOMPARE(warnings.size(), 1);
            QCOMPARE(kept.find(gpu())->peakRates.copyGbPerS.best, 100.0);
        }
    }

    void whatCannotBeKeptIsMeasuredAllTheSame() {
        MeasuringEngine engine;
        QStringList warnings;
        const PeakRatesFile nowhere("/proc/nowhere/peak-rates.csv");
        const auto found = peakRatesOf(engine, gpu(), nowhere, false, {},
                                       [&](const std::string& line) { warnings << QString::fromStdString(line); });
        QCOMPARE(found.peakRates.copyGbPerS.best, 100.0);
        VERIFY_CONTAINS(warnings.join('\n'), "were measured, but not saved");
    }
};

LIGHTBENCH_TEST(CoreRoofline, QCoreApplication)
#include "core_roofline.moc"
