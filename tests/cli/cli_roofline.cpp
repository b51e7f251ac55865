// `roofline` as a process: peak rates are measured once and kept, and every kernel has its place under them.
#include <QImage>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliRooflineTest : public QObject {
    Q_OBJECT

    Folder folder_;

private slots:
    void initTestCase() { saveImage(patterned({{610, 470}, {SampleType::U8, 4}}), folder_.path("photo.png")); }

    /// One measurement, which takes a while: what the file holds first is no list of peak rates.
    void keptAndUsed() {
        const Environment kept{{"LIGHTBENCH_PEAK_RATES", folder_.path("kept/peak-rates.csv")}};
        QDir(folder_.path("")).mkdir("kept");
        folder_.put("kept/peak-rates.csv", "something else\n");
        const ProgramOutcome first = folder_.run({"roofline", "--report", "first.json"}, kept);
        QVERIFY2(first.code == 0 && first.output.contains("read local memory"), qPrintable(first.text()));
        QVERIFY2(first.errors.contains("cannot be used") && first.errors.count('\n') == 1, qPrintable(first.text()));
        const ProgramOutcome next = folder_.run({"roofline", "photo.png", "--stack", "grayscale | floyd-steinberg",
                                                 "--repeat", "2", "--report", "next.json", "--plot", "next.svg"},
                                                kept);
        QVERIFY2(next.code == 0 && next.errors.isEmpty(), qPrintable(next.text()));
        const QJsonObject one = folder_.json("first.json"), other = folder_.json("next.json");
        QCOMPARE(other["peak_rates_measured"], one["peak_rates_measured"]);
        QCOMPARE(other["device"], one["device"]);
        const QJsonArray kernels = other["kernels"].toArray();
        QCOMPARE(kernels.size(), 2);
        QCOMPARE(kernels[1]["filter"].toString(), QString("floyd-steinberg"));
        QVERIFY(kernels[0]["share_of_roof"].toDouble() > 0 && !kernels[0]["limit"].toString().isEmpty());
        QVERIFY2(next.output.contains(kernels[0]["why"].toString()), qPrintable(next.text()));
        QVERIFY(folder_.read("next.svg").contains("operations per byte"));
        // Qt paints the other formats. Peak rates are measured again on request.
        const ProgramOutcome again =
            folder_.run({"roofline", "--again", "--report", "again.json", "--plot", "again.png"}, kept);
        QVERIFY2(again.code == 0 && again.errors.isEmpty(), qPrintable(again.text()));
        QVERIFY(folder_.json("again.json")["peak_rates_measured"] != one["peak_rates_measured"]);
        const QImage picture(folder_.path("again.png"));
        QVERIFY2(picture.width() > 400 && picture.height() > 200, qPrintable(again.text()));
        QCOMPARE(folder_.run({"roofline", "--plot", "again.pdf"}, kept).code, 0);
        QVERIFY(folder_.read("again.pdf").startsWith("%PDF-"));
    }

    void refusals() {
        folder_.refused({"roofline", "photo.png"}, "say what runs");
        folder_.refused({"roofline", "--plot", "a.gif"}, "--plot writes");
        folder_.refused({"roofline", "photo.png", "--stack", "invert", "--report", "photo.png"}, "would overwrite");
    }
};

LIGHTBENCH_TEST(CliRooflineTest, QCoreApplication)
#include "cli_roofline.moc"
