// Numbers that are none: infinities and NaN in images, and what people type where a number should be.
#include <QJsonArray>
#include <QTest>

#include <cmath>
#include <limits>

#include "core/codecs/npy.h"
#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
constexpr float infiniteSample = std::numeric_limits<float>::infinity();
} // namespace

class CliOddNumbersTest : public QObject {
    Q_OBJECT

    Folder folder_;

    /// Gray, four samples wide.
    void put(const QString& name, std::initializer_list<float> samples) {
        Image image({{4, int(samples.size()) / 4}, {SampleType::F32, 1}});
        std::ranges::copy(samples, image.samples<float>());
        const std::vector<std::byte> bytes = writeNpy(image);
        folder_.put(name, QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())));
    }

private slots:
    void initTestCase() { put("zeros.npy", {0, 0, 0, 0}); }

    void comparedToAnInfinity() {
        put("odd.npy", {0, 0.5f, infiniteSample, 0});
        for (const QStringList& pair : {QStringList{"odd.npy", "zeros.npy"}, QStringList{"zeros.npy", "odd.npy"}}) {
            const ProgramOutcome outcome =
                folder_.run(QStringList{"compare"} + pair + QStringList{"--report", "c.json", "--explain"});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(!outcome.output.contains("equal)") && outcome.output.contains("not defined") &&
                         outcome.output.contains("1 infinitely far apart"),
                     qPrintable(outcome.text()));
            const QJsonObject figures = folder_.json("c.json")["difference"].toObject();
            QVERIFY(figures["psnr_db"].isNull() && figures["max_abs"].isNull());
            QCOMPARE(figures["infinities"].toInt(), 1);
            QCOMPARE(figures["mismatched"].toInt(), 2);
            QCOMPARE(figures["mean_abs"].toDouble(), 0.5 / 3);
        }
    }

    void comparedToANaN() {
        put("odd.npy", {0, 0.5f, std::nanf(""), 0});
        const ProgramOutcome outcome = folder_.run({"compare", "odd.npy", "zeros.npy", "--report", "c.json"});
        QVERIFY2(outcome.code == 1 && !outcome.output.contains("equal)") &&
                     outcome.output.contains("1 NaN on one side"),
                 qPrintable(outcome.text()));
        QCOMPARE(folder_.json("c.json")["difference"].toObject()["nans"].toInt(), 1);
        // On both sides they are equal.
        const ProgramOutcome equal = folder_.run({"compare", "odd.npy", "odd.npy"});
        QVERIFY2(equal.code == 0 && equal.output.contains("infinite (equal)"), qPrintable(equal.text()));
    }

    /// In a table and in a report, NaN and infinities are in no bin.
    void histogramCountsThemApart() {
        put("odd.npy", {0, std::nanf(""), -infiniteSample, infiniteSample, -0.5f, 1.5f, 1, std::nanf("")});
        folder_.succeeds(
            {"run", "odd.npy", "-o", "out.npy", "--stack", "transpose", "--histogram", "h.csv", "--report", "r.json"});
        const QString rows = folder_.read("h.csv");
        QVERIFY(rows.startsWith("channel,bin,input,output\ngray,0,2,2\n"));
        QVERIFY2(rows.contains("\ngray,255,2,2\ngray,nan,2,2\ngray,minus_infinity,1,1\ngray,plus_infinity,1,1\n"
                               "gray,below_0,1,1\ngray,above_1,1,1\n"),
                 qPrintable(rows));
        const QJsonObject outside =
            folder_.json("r.json")["histogram"].toObject()["input_outside"].toArray()[0].toObject();
        QCOMPARE(outside["nan"].toInt(), 2);
        QCOMPARE(outside["minus_infinity"].toInt(), 1);
    }

    void numbersThatAreNone_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("given");
        const auto rows = [](const QString& option, const QStringList& more, const QStringList& values) {
            for (const QString& value : values)
                QTest::addRow("%s %s", qPrintable(option), qPrintable(value))
                    << (more + QStringList{option + "=" + value}) << value;
        };
        const QStringList whole{"1,5", "1.5", "1e1", "0x10", "7 ", "7x", "-1", "nan", "inf", "99999999999", "٣"};
        rows("--repeat", {}, whole);
        rows("--timeout", {}, whole);
        rows("--jobs", {}, whole);
        rows("--amplify", {"--difference", "d.npy"}, whole);
        for (const char* sigma : {"1,5", "0x2", "2px", "nan", "inf", "-1", "1e400", "2 3", "1.5.2", "--2"})
            QTest::addRow("sigma %s", sigma) << QStringList{"--stack", QString("gaussian sigma=") + sigma} << sigma;
        for (const char* k : {"3.0", "3,0", "1e1", "0x3", "-3", "99999999999", "3k", "nan"})
            QTest::addRow("k %s", k) << QStringList{"--stack", QString("median k=") + k} << k;
        for (const char* region : {"0,0,1,1,1", "0,0,1", "0,0,1.5,1", "0;0;1;1", "0,0,-1,1", "0,0,99999999999,1"})
            QTest::addRow("region %s", region) << QStringList{"--stack", QString("invert region=") + region} << region;
        for (const char* size : {"8", "8x", "x8", "16x16x2", "1e1", "16,16", "0", "-8", "16 x 16", "99999x1"})
            QTest::addRow("workgroup %s", size)
                << QStringList{"--stack", QString("invert workgroup='%1'").arg(size)} << size;
    }
    void numbersThatAreNone() {
        QFETCH(QStringList, options);
        QStringList arguments{"run", "zeros.npy", "-o", "out.npy"};
        if (!options.contains("--stack")) arguments += QStringList{"--stack", "invert"};
        const ProgramOutcome outcome = folder_.run(arguments + options);
        if (QString(QTest::currentDataTag()) == "workgroup 8") return; // is one
        QVERIFY2(outcome.code == 2 && outcome.errors.count('\n') == 1, qPrintable(outcome.text()));
    }

    void decimalCommasAreTold() {
        folder_.refused({"run", "zeros.npy", "-o", "out.npy", "--stack", "gaussian sigma=1,5"}, "such as 1.5");
    }

    void sizesAndTimesThatAreNone() {
        for (const char* size : {"4kk", "1080p,", "8.5k", "1e3x8", "0x8", "-8x8", "8x", "99999999999x8"})
            folder_.refused({"bench", "--stack", "invert", "--sizes", size}, "size");
        for (const char* cap : {"1,5", "0.5s", "nan", "-1", "1e1"})
            folder_.refused({"bench", "--stack", "invert", "--cap", cap}, "--cap");
        for (const char* time : {"10", "1,5m", "-1m", "nanm", "infs", "1e99h", "m", "10 m"})
            folder_.refused({"tune", "--all", "--journal", "t.csv", "--time", time}, "--time");
        for (const char* margin : {"1,5", "1%", "nan", "0", "-1", "100", "inf"})
            folder_.refused(
                {"experiment", "zeros.npy", "--stack", "invert", "--axis", "workgroup=64,128", "--margin", margin},
                "--margin");
    }

    /// As a spreadsheet saves a journal.
    void journalsWithAByteOrderMark() {
        const QStringList command{"run",    "zeros.npy", "-o",  "out/",      "--stack",
                                  "invert", "--format",  "npy", "--journal", "j.csv"};
        folder_.succeeds(command);
        QByteArray text = folder_.read("j.csv");
        folder_.put("j.csv", "\xef\xbb\xbf" + text.replace("\n", "\r\n") + "\r\n");
        folder_.succeeds(command);
        QVERIFY(folder_.read("j.csv").startsWith("input,") || !folder_.read("j.csv").startsWith("\xef\xbb\xbf"));
        QCOMPARE(folder_.read("j.csv").count('\n'), 2);
    }
};

LIGHTBENCH_TEST(CliOddNumbersTest, QCoreApplication)
#include "cli_odd_numbers.moc"
