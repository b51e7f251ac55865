// The numbers of the command line: times that add up, what each of them is, and differences by colour and alpha.
#include <QJsonArray>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"
#include "tests/trace_check.h"

using namespace lightbench;

class CliNumbersTest : public QObject {
    Q_OBJECT

    Folder folder_;

    void succeeds(const QStringList& arguments, int code = 0) {
        const ProgramOutcome outcome = folder_.run(arguments);
        QVERIFY2(outcome.code == code, qPrintable(outcome.text()));
    }

private slots:
    void initTestCase() { saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png")); }

    void reportsAddUp() {
        succeeds({"run", "photo.png", "-o", "out.png", "--stack", "grayscale | gaussian sigma=1.5", "--verify",
                  "--repeat", "5", "--report", "report.json"});
        const QJsonObject report = folder_.json("report.json");
        QCOMPARE(report["input"]["path"].toString(), "photo.png");
        QCOMPARE(report["output"]["format"].toString(), "gray 8-bit");
        QVERIFY(!report["device"]["name"].toString().isEmpty());
        QCOMPARE(report["stages"].toArray().size(), 2);
        for (const QJsonValue stage : report["stages"].toArray()) {
            double sum = 0;
            for (const QJsonValue kernel : stage["kernels"].toArray()) {
                sum += kernel["run_us"].toDouble() / 1000;
                QCOMPARE(kernel["samples_us"].toArray().size(), 5);
            }
            const double whole = stage["gpu_ms"].toDouble();
            QVERIFY2(whole > 0 && std::abs(sum - whole) <= 1e-6 + 1e-6 * whole,
                     qPrintable(QString::number(sum - whole)));
            QVERIFY(stage["reference_ms"].toDouble() > 0);
            const auto references = stage["reference_samples_ms"].toArray().size();
            QVERIFY(references >= 1 && references <= 5); // as often as the kernels, if time allows
            QCOMPARE(stage["speedup"].toDouble(), stage["reference_ms"].toDouble() / whole);
            QVERIFY(stage["difference"]["verdict"].toString() != "not checked");
        }
        QCOMPARE(report["wall_samples_ms"].toArray().size(), 5);
        const QJsonObject run = report["median_run"].toObject();
        QCOMPARE(run["wall_ms"].toDouble(), report["wall_ms"].toDouble());
        double parts = 0;
        for (const char* part : {"upload_ms", "kernels_ms", "download_ms", "other_ms"})
            parts += run[part].toDouble();
        QVERIFY(std::abs(parts - run["wall_ms"].toDouble()) < 1e-9 * parts);
        double pixels = 0;
        for (const QJsonValue count : report["histogram"]["output"][0].toArray())
            pixels += count.toDouble();
        QCOMPARE(pixels, 61.0 * 47);
    }

    /// Through the worker: the timeline of the median repeat, and the trace of the same.
    void traceTellsWhereTheTimeWent() {
        succeeds({"run", "photo.png", "-o", "out.png", "--stack", "grayscale | gaussian sigma=2", "--repeat", "3",
                  "--report", "t.json", "--trace", "trace.json"});
        const QJsonObject report = folder_.json("t.json"), trace = folder_.json("trace.json");
        const QJsonObject timeline = report["timeline"].toObject(), parts = timeline["parts"].toObject();
        double sum = 0;
        for (const QJsonValue part : parts)
            sum += part.toDouble();
        const double wall = timeline["wall_us"].toDouble();
        QVERIFY(std::abs(wall / 1000 - report["median_run"]["wall_ms"].toDouble()) < 1e-6);
        QVERIFY(std::abs(sum - wall) < 1e-3);
        // How much of the wall time they explain depends on what else the machine does.
        for (const char* part : {"kernels_us", "host_us"})
            QVERIFY2(parts[part].toDouble() > 0, part);
        QCOMPARE(tests::traceFaults(trace), QStringList());
        QStringList names;
        for (const QJsonValue event : trace["traceEvents"].toArray())
            names << event["name"].toString();
        for (const QJsonValue stage : report["stages"].toArray())
            for (const QJsonValue kernel : stage["kernels"].toArray())
                QVERIFY2(names.contains(kernel["name"].toString()), qPrintable(names.join(' ')));
        QVERIFY(names.contains("download") && names.contains("download: submitted"));
    }

    /// Several inputs go into one trace; one that failed leaves nothing there.
    void severalInputsShareATrace() {
        folder_.put("broken.png", "no image");
        succeeds({"run", "photo.png", "broken.png", "-o", "many/", "--stack", "invert", "--trace", "many.json"}, 2);
        const QJsonObject trace = folder_.json("many.json");
        QCOMPARE(tests::traceFaults(trace), QStringList());
        const QString text = folder_.read("many.json");
        QVERIFY(text.contains("photo.png: host") && !text.contains("broken.png"));
    }

    /// A single run and a measured median do not look alike, and what spread means stands with it.
    void tableSaysWhatItsTimesAre() {
        const QStringList command{"run", "photo.png", "-o", "out.png", "--stack", "histogram | invert"};
        const QString once = folder_.run(command).output,
                      often = folder_.run(command + QStringList{"--repeat", "4"}).output;
        QVERIFY2(once.contains("a single run after a warm-up") && once.contains(" 1 run ") && !once.contains("+-"),
                 qPrintable(once));
        QVERIFY2(often.contains("medians of 4 repeats after a warm-up; spread: half their interquartile range"),
                 qPrintable(often));
        for (const QString& line : often.split('\n'))
            if (line.contains("    ") && line.contains("/s")) QVERIFY2(line.contains("+- "), qPrintable(line));
        QVERIFY2(often.contains("whole run = upload") && often.contains("rest"), qPrintable(often));
    }

    /// Figures of the colours, as scikit-image has them, and alpha by itself: constant, it would only dilute.
    void alphaIsApart() {
        Image changed = loadImage(folder_.path("photo.png"))->clone();
        for (std::size_t i = 0; i < changed.shape().samples(); i += 4)
            changed.samples<std::uint8_t>()[i] ^= 4; // red of every pixel, by 4
        saveImage(changed, folder_.path("changed.png"));
        const ProgramOutcome outcome = folder_.run({"compare", "photo.png", "changed.png", "--report", "c.json"});
        QCOMPARE(outcome.code, 1);
        const QJsonObject figures = folder_.json("c.json")["difference"].toObject();
        QCOMPARE(figures["mean_abs"].toDouble(), 4.0 / 3);
        QCOMPARE(figures["rmse"].toDouble(), std::sqrt(16.0 / 3));
        QCOMPARE(figures["samples"].toInt(), 3 * 61 * 47);
        QCOMPARE(figures["channels"].toArray().size(), 4);
        QCOMPARE(figures["channels"][0]["psnr_db"].toDouble(), 20 * std::log10(255.0 / 4));
        QCOMPARE(figures["alpha"]["mismatched"].toInt(-1), 0);
        for (const char* word : {"33.3 %", "red", "alpha", "36.1 dB"})
            QVERIFY2(outcome.output.contains(word), qPrintable(outcome.text()));
        for (std::size_t i = 0; i < changed.shape().samples(); i += 4)
            changed.samples<std::uint8_t>()[i] ^= 4;
        changed.samples<std::uint8_t>()[7] ^= 1; // alpha alone
        saveImage(changed, folder_.path("changed.png"));
        succeeds({"compare", "photo.png", "changed.png"}, 1);
    }

    /// What the differences look like, in the text and in the reports, of two files and of a stage.
    void differencesAreExplained() {
        folder_.copyKernels("skewed");
        QByteArray text = folder_.read("skewed/point/invert/plain.cl");
        QVERIFY(text.contains("dst[i] = inverted;"));
        folder_.put("skewed/point/invert/plain.cl",
                    text.replace("dst[i] = inverted;", "dst[i] = x < 2 ? s : inverted;"));
        const QStringList run{"run",       "photo.png", "-o",
                              "wrong.png", "--stack",   "invert variant=plain | invert variant=plain",
                              "--explain", "--report",  "r.json"};
        const ProgramOutcome outcome = folder_.run(run, {{"LIGHTBENCH_KERNELS", folder_.path("skewed")}});
        QCOMPARE(outcome.code, 1);
        for (const char* words : {"1 invert: what it looks like", "within 2 pixels of the left border", "2 invert",
                                  "20 log10(full scale / RMSE)", "SSIM = 0."})
            QVERIFY2(outcome.output.contains(words), qPrintable(outcome.text()));
        const QJsonObject report = folder_.json("r.json");
        const QJsonValue stage = report["stages"][0]["explanation"];
        QCOMPARE(stage["findings"][0]["pattern"].toString(), "border");
        QCOMPARE(stage["pixels"].toInt(), 2 * 47);
        QVERIFY(stage["metrics"]["ssim"].toDouble() < 1);

        succeeds({"run", "photo.png", "-o", "right.png", "--stack", "invert", "--explain"});
        const QStringList compare{"compare", "right.png", "photo.png", "--report", "c.json"};
        succeeds(compare, 1);
        QVERIFY(!folder_.json("c.json").contains("explanation"));
        succeeds(compare + QStringList{"--explain", "--workgroup", "16x8"}, 1);
        const QJsonObject compared = folder_.json("c.json");
        QCOMPARE(compared["explanation"]["findings"][0]["pattern"].toString(), "everywhere");
        folder_.refused({"compare", "right.png", "photo.png", "--workgroup", "16x8"}, "--explain");
        folder_.refused({"compare", "right.png", "photo.png", "--explain", "--workgroup", "0x8"}, "0x8");
    }

    /// One step in 255 in a few pixels: the picture shows it, and the factor is said.
    void differencePictureIsNeverBlackInBlack() {
        folder_.copyKernels("wrong");
        const QByteArray right = folder_.read("wrong/point/invert/plain.cl");
        QByteArray wrong = right;
        wrong.replace("dst[i] = inverted;", "dst[i] = inverted; if (x == 3 && y == 2) dst[i].x ^= 1;");
        QVERIFY(wrong != right);
        folder_.put("wrong/point/invert/plain.cl", wrong);
        const Environment environment{{"LIGHTBENCH_KERNELS", folder_.path("wrong")}};
        const QStringList command{"run",          "photo.png", "-o", "out.png", "--stack", "invert variant=plain",
                                  "--difference", "d.png"};
        const ProgramOutcome outcome = folder_.run(command, environment);
        QVERIFY2(outcome.code == 1 && outcome.output.contains("x 255, so that the largest is white") &&
                     outcome.output.contains("samples that differ: 1"),
                 qPrintable(outcome.text()));
        const ImagePtr picture = loadImage(folder_.path("d.png"));
        QCOMPARE(picture->at(3, 2, 0), 255.0);
        QCOMPARE(picture->at(2, 2, 0), 0.0);
        folder_.run(command + QStringList{"--amplify", "8"}, environment); // as asked
        QCOMPARE(loadImage(folder_.path("d.png"))->at(3, 2, 0), 8.0);
        QVERIFY(folder_.run(command).output.contains("black, every sample is equal"));
    }
};

LIGHTBENCH_TEST(CliNumbersTest, QCoreApplication)
#include "cli_numbers.moc"
