// The report's JSON: every documented name is there, and what was not measured is null.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

#include "core/base/whole_file.h"
#include "core/run/report_json.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
ImagePtr flat(int width, int height, int channels) {
    Image image({{width, height}, {SampleType::U8, channels}});
    for (std::byte& b : image.bytes())
        b = std::byte{7};
    return std::make_shared<const Image>(std::move(image));
}

Report sampleReport() {
    Report report;
    report.device.name = "A device";
    report.input = flat(5, 3, 4);
    report.output = flat(5, 3, 1);
    report.inputHistogram = std::make_shared<const Histogram>(histogramOf(*report.input));
    report.outputHistogram = std::make_shared<const Histogram>(histogramOf(*report.output));
    report.stack = {makeStage("grayscale")};
    StageReport stage;
    stage.filter = "grayscale";
    stage.variant = "plain";
    stage.workgroup = {16, 4};
    stage.parameters = report.stack[0].parameters;
    stage.output = report.output->shape();
    KernelReport kernel;
    kernel.name = "grayscale_plain";
    kernel.global = {16, 4};
    kernel.local = {16, 4};
    kernel.runUs = 12.5;
    kernel.bytes = 75;
    kernel.timingsUs = {12.5, 13, 12};
    stage.kernels = {kernel};
    stage.gpuMs = 0.0125;
    stage.referenceMs = 0.025;
    stage.referenceTimingsMs = {0.02, 0.025, 0.03};
    stage.referenceSpreadMs = 0.0025;
    stage.referenceThreads = 2;
    report.stages = {stage};
    report.runs = {{10, 1, 6, 2}, {8, 4, 2, 1}, {12, 5, 5, 5}};
    report.warnings = {"a warning"};
    return report;
}

QStringList missing(const QJsonObject& object, const QStringList& names) {
    QStringList absent;
    for (const QString& name : names)
        if (!object.contains(name)) absent += name;
    return absent;
}

QJsonObject parsed(const Json& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json.text())).object();
}

const QStringList differenceNames{"max_abs", "mean_abs", "rmse", "psnr_db", "mismatched", "first_mismatch", "verdict"};
} // namespace

class ReportJsonTest : public QObject {
    Q_OBJECT

private slots:
    void everyNameOfTheSpecification() {
        const QJsonObject json = parsed(reportJson(sampleReport(), "in.png", "out.png"));
        QCOMPARE(missing(json, {"device", "input", "output", "stages", "build_ms", "upload_ms", "download_ms",
                                "wall_ms", "end_to_end", "histogram", "warnings"}),
                 QStringList());
        QCOMPARE(missing(json["device"].toObject(), {"name", "platform", "driver", "type", "index"}), QStringList());
        for (const char* image : {"input", "output"})
            QCOMPARE(missing(json[image].toObject(), {"path", "width", "height", "format"}), QStringList());
        const QJsonObject stage = json["stages"][0].toObject();
        QCOMPARE(missing(stage, {"filter", "variant", "workgroup", "parameters", "kernels", "gpu_ms", "reference_ms",
                                 "speedup", "difference"}),
                 QStringList());
        QCOMPARE(missing(stage["kernels"][0].toObject(), {"name", "global", "local", "queued_us", "submit_us", "run_us",
                                                          "bytes", "gb_per_s", "samples_us"}),
                 QStringList());
        QCOMPARE(missing(stage["difference"].toObject(), differenceNames), QStringList());
        QCOMPARE(missing(json["end_to_end"].toObject(), differenceNames), QStringList());
    }

    void values() {
        const QJsonObject json = parsed(reportJson(sampleReport(), "in.png", "out.png"));
        QCOMPARE(json["input"]["path"].toString(), "in.png");
        QCOMPARE(json["input"]["width"].toInt(), 5);
        QCOMPARE(json["input"]["format"].toString(), "RGBA 8-bit");
        QCOMPARE(json["stages"][0]["workgroup"].toArray(), (QJsonArray{16, 4}));
        QCOMPARE(json["stages"][0]["samples_us"].toArray(), (QJsonArray{12.5, 13, 12}));
        QCOMPARE(json["histogram"]["input"].toArray().size(), 5);
        QCOMPARE(json["histogram"]["output"].toArray().size(), 1);
        QCOMPARE(json["histogram"]["output"][0].toArray().size(), 256);
        QCOMPARE(json["histogram"]["output"][0][7].toInt(), 15);
        QCOMPARE(json["histogram"]["output_channels"].toArray(), (QJsonArray{"gray"}));
        QCOMPARE(json["warnings"].toArray(), (QJsonArray{"a warning"}));
    }

    void whatWasNotCheckedIsNull() {
        const QJsonObject stage = parsed(reportJson(sampleReport(), "a", "b"))["stages"][0].toObject();
        QVERIFY(stage["reference_ms"].isNull());
        QVERIFY(stage["speedup"].isNull());
        QVERIFY(stage["difference"]["max_abs"].isNull());
        QCOMPARE(stage["difference"]["verdict"].toString(), "not checked");
    }

    void differences() {
        Difference equal;
        equal.verdict = Verdict::Match;
        equal.psnrDb = std::numeric_limits<double>::infinity();
        QVERIFY(parsed(toJson(equal))["psnr_db"].isNull());
        QCOMPARE(parsed(toJson(equal))["max_abs"].toDouble(-1), 0.0);
        QVERIFY(parsed(toJson(equal))["first_mismatch"].isNull());
        Difference wrong;
        wrong.verdict = Verdict::Mismatch;
        wrong.psnrDb = 41.5;
        wrong.rmse = std::numeric_limits<double>::quiet_NaN();
        wrong.mismatched = 3;
        wrong.firstMismatch = Point{4, 2};
        QCOMPARE(parsed(toJson(wrong))["psnr_db"].toDouble(), 41.5);
        QVERIFY(parsed(toJson(wrong))["rmse"].isNull());
        QCOMPARE(parsed(toJson(wrong))["first_mismatch"].toArray(), (QJsonArray{4, 2}));
        QCOMPARE(parsed(toJson(wrong))["verdict"].toString(), "mismatch");
    }

    void channelsAndAlpha() {
        const Difference gray = compareImages(*flat(5, 3, 1), *flat(5, 3, 1), exactly());
        QVERIFY(parsed(toJson(gray))["alpha"].isNull());
        QCOMPARE(parsed(toJson(gray))["channels"].toArray().size(), 1);
        QCOMPARE(parsed(toJson(gray))["channels"][0]["name"].toString(), "gray");
        Image other = flat(5, 3, 4)->clone();
        other.samples<std::uint8_t>()[1] = 10;
        other.samples<std::uint8_t>()[3] = 0;
        const QJsonObject json = parsed(toJson(compareImages(other, *flat(5, 3, 4), exactly())));
        QCOMPARE(json["samples"].toInt(), 45);
        QCOMPARE(json["mean_abs"].toDouble(), 3.0 / 45);
        QCOMPARE(json["channels"].toArray().size(), 4);
        QCOMPARE(json["channels"][1]["name"].toString(), "green");
        QCOMPARE(json["channels"][1]["max_abs"].toDouble(), 3.0);
        QVERIFY(json["channels"][0]["psnr_db"].isNull()); // infinite
        QCOMPARE(json["alpha"]["max_abs"].toDouble(), 7.0);
        QCOMPARE(json["alpha"]["mismatched"].toInt(), 1);
    }

    void checkedStage() {
        Report report = sampleReport();
        report.checked = true;
        report.stages[0].difference.verdict = Verdict::Match;
        const QJsonObject stage = parsed(reportJson(report, "a", "b"))["stages"][0].toObject();
        QCOMPARE(stage["speedup"].toDouble(), 2.0);
        QCOMPARE(stage["reference_threads"].toInt(), 2);
    }

    /// A reference that was timed by the check alone is a cold one: no factor is made of it.
    void coldStage() {
        Report report = sampleReport();
        report.checked = true;
        report.stages[0].difference.verdict = Verdict::Match;
        report.stages[0].referenceTimingsMs.clear();
        const QJsonObject stage = parsed(reportJson(report, "a", "b"))["stages"][0].toObject();
        QCOMPARE(stage["reference_ms"].toDouble(), 0.025);
        QVERIFY(stage["speedup"].isNull() && stage["reference_spread_ms"].isNull());
        QCOMPARE(stage["reference_samples_ms"].toArray(), QJsonArray());
    }

    void samplesAndTheMedianRun() {
        const QJsonObject json = parsed(reportJson(sampleReport(), "a", "b"));
        QCOMPARE(json["wall_samples_ms"].toArray(), (QJsonArray{10, 8, 12}));
        QCOMPARE(
            json["median_run"].toObject(),
            (QJsonObject{{"wall_ms", 10}, {"upload_ms", 1}, {"kernels_ms", 6}, {"download_ms", 2}, {"other_ms", 1}}));
        QCOMPARE(json["stages"][0]["kernels"][0]["spread_us"].toDouble(), 0.25);
        QCOMPARE(json["stages"][0]["reference_samples_ms"].toArray(), (QJsonArray{0.02, 0.025, 0.03}));
    }

    void namesOfFiles() {
        QCOMPARE(pathJson("").text(), std::string("{\n    \"path\": null\n}\n"));
        QCOMPARE(parsed(pathJson("caf\xc3\xa9\t.png"))["path"].toString(), QString::fromUtf8("caf\xc3\xa9\t.png"));
        const QJsonObject broken = parsed(pathJson("caf\xe9.png"));
        QCOMPARE(broken["path"].toString(), "caf\\xe9.png");
        QCOMPARE(broken["path_hex"].toString(), "636166e92e706e67");
    }

    void savedWhole() {
        QTemporaryDir folder;
        const QString path = folder.filePath("r.json");
        const Json json = reportJson(sampleReport(), "a", "b");
        writeWhole(path.toStdString(), json.text());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(file.readAll()).object(), parsed(json));
    }
};

LIGHTBENCH_TEST(ReportJsonTest, NoApplication)
#include "core_report_json.moc"
