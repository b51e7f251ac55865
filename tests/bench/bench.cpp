// The commands bench and experiment as a process. What is measured is checked and written down; what cannot run says
// why. What the journal has is not measured again, unless something else measured it. No time is judged.
#include <QTest>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "core/codecs/npy.h"
#include "core/experiment/row.h"
#include "core/run/stack_text.h"
#include "gpu/opencl_engine.h"
#include "tests/built_in_stacks.h"
#include "tests/experiment/row_from_cells.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
struct Outcome {
    int code = -1;
    QString output, errors;
};

Outcome outcomeOf(const QString& program, const QStringList& words) {
    QProcess process;
    process.start(program, words);
    if (!process.waitForFinished(120'000)) process.kill();
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

Outcome measured(const QStringList& words) { return outcomeOf(LIGHTBENCH_CLI, words); }
Outcome bench(const QStringList& words) { return measured(QStringList{"bench"} + words); }

const QStringList ablation{"experiment", "--stack",        "histogram variant=local-banked", "--axis", "image=random",
                           "step=all",   "--no-peak-rates"};

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}
} // namespace

class BenchTest : public QObject {
    Q_OBJECT
private slots:
    void stepsAreListed() {
        const Outcome outcome = measured(ablation + QStringList{"--size", "64", "--repeat", "1"});
        for (const char* step : {"read only", "plus scatter", "plus local reduction", "plus global reduction"})
            QCOMPARE(outcome.output.count(QString("\nstep=\"%1\" image=random ").arg(step)), 1);
    }

    void formerNamesStillRead() {
        const Outcome outcome = measured({"sweep", "--stack", "invert", "--axis", "workgroup=64", "--size", "64",
                                          "--repeat", "1", "--csv", name("former.csv"), "--no-ceilings"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(textOf(name("former.csv")).contains("workgroup=64"));
        QStringList warnings = outcome.errors.split('\n').filter("is now called");
        for (QString& warning : warnings)
            warning = warning.section("warning: ", 1);
        QCOMPARE(warnings,
                 (QStringList{"sweep is now called experiment; write experiment from now on",
                              "--no-ceilings is now called --no-peak-rates; write --no-peak-rates from now on",
                              "--csv is now called --journal; write --journal from now on"}));
    }

    void formerProgramForwards_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("now");
        const auto row = [](const QStringList& words, const QString& now) {
            QTest::newRow(qPrintable(words.join(' '))) << words << now;
        };
        row({"--version"}, "--version");
        row({"--stack", "invert", "--help"}, "bench --stack invert --help");
        row({"bench", "--help"}, "bench --help");
        row({"tune", "--show", "--help"}, "tune --show --help");
        row({"sweep", "--stack", "gaussian sigma=2", "--csv=a.csv", "--help"},
            "experiment --stack 'gaussian sigma=2' --journal=a.csv --help");
        row({"ablation", "--axis", "image=random", "--help"},
            "experiment --axis image=random --help --stack 'histogram variant=local-banked' --size 8k --axis step=all");
        row({"ladder", "--rungs", "3", "-s", "invert", "--size=64", "--help"},
            "experiment -s invert --size=64 --help --axis image=all --axis step=3");
    }

    void formerProgramForwards() {
        QFETCH(QStringList, words);
        QFETCH(QString, now);
        const Outcome outcome = outcomeOf(QFileInfo(LIGHTBENCH_CLI).path() + "/lightbench-bench", words);
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.errors,
                 "lightbench-bench: warning: lightbench-cli does this now; write: lightbench-cli " + now + "\n");
        const QString command = now.section(' ', 0, 0);
        QCOMPARE(outcome.output, measured(command == now ? QStringList{now} : QStringList{command, "--help"}).output);
    }

    void nothingMeasuredIsAnError() {
        const Outcome outcome = measured(
            {"experiment", "--stack", "invert", "--axis", "workgroup=16384,32768", "--size", "64", "--no-peak-rates"});
        QCOMPARE(outcome.code, 3);
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains("none of 2 points"),
                 qPrintable(outcome.errors));
    }

    /// Into the process that measures, and to its compiler.
    void buildOptionsArrive() {
        const Outcome outcome = measured({"experiment", "--stack", "invert", "--axis", "workgroup=64", "--size", "64",
                                          "--no-peak-rates", "--build-options", "-include nowhere.h"});
        QCOMPARE(outcome.code, 3);
        QVERIFY2(outcome.output.contains("invert does not build"), qPrintable(outcome.output + outcome.errors));
    }

    void oneStackInDetail() {
        const Outcome outcome = bench({"--stack", "invert | histogram", "--size", "200x100", "--repeat", "3",
                                       "--no-peak-rates", "--report", name("one.json")});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.errors));
        for (const char* word : {"invert_segments", "span of events", "sum of events", "wall clock", "match", "(auto)"})
            QVERIFY2(outcome.output.contains(word), word);
        const QJsonObject report = QJsonDocument::fromJson(textOf(name("one.json")).toUtf8()).object();
        const QJsonObject row = report["rows"].toArray()[0].toObject();
        QCOMPARE(row["verdict"].toString(), "match");
        QCOMPARE(row["repeats"].toInt(), 3);
        QVERIFY(row["span_us"].toDouble() > 0 && report["device"].toObject()["name"].isString());
    }

    // However short the warm-up, all sets are used: with fewer of them caches would flatter the slow ones.
    void capMeasuresOnAllBuffers() {
        const auto image = std::make_shared<const Image>(Image({{200, 100}, {SampleType::U8, 1}}));
        const auto engine = makeOpenClEngine();
        const auto measured = [&](double capMs) {
            MeasureRequest request;
            request.filters = builtInFilters();
            request.image = image;
            request.stack = parseStack("invert");
            request.options = {.repeat = 3, .buffers = 8, .capMs = capMs};
            return engine->measure(request, {});
        };
        QCOMPARE(measured(0).buffers, 8);
        const Measurement capped = measured(1e-6);
        QCOMPARE(capped.warmUps, 1);
        QCOMPARE(capped.buffers, 8);
        QCOMPARE(capped.repeats, 1);
        QCOMPARE(capped.verdict(), Verdict::Match);
    }

    void givenImage() {
        Image image({{70, 50}, {SampleType::U16, 1}});
        std::fill_n(image.samples<std::uint16_t>(), 70 * 50, std::uint16_t(300));
        const std::vector<std::byte> npy = writeNpy(image);
        writeWhole(file("in.npy"), std::string(reinterpret_cast<const char*>(npy.data()), npy.size()));
        const Outcome outcome =
            bench({"--stack", "invert", "--input", name("in.npy"), "--repeat", "1", "--no-peak-rates"});
        QVERIFY2(outcome.code == 0 && outcome.output.contains("70 x 50, gray 16-bit"), qPrintable(outcome.output));
    }

    void reportOnTheStandardOutputIsAlone() {
        for (const QStringList& what :
             {QStringList{"bench", "--stack", "invert"}, QStringList{"bench", "--filter", "transpose"},
              QStringList{"experiment", "--stack", "invert", "--axis", "workgroup=8,64"}}) {
            const Outcome outcome =
                measured(what + QStringList{"--size", "64", "--repeat", "1", "--no-peak-rates", "--report", "-"});
            QVERIFY2(QJsonDocument::fromJson(outcome.output.toUtf8()).isObject(), qPrintable(outcome.output));
        }
    }

    void uncheckedSaysSo() {
        const Outcome outcome =
            bench({"--stack", "invert", "--size", "64", "--no-check", "--no-peak-rates", "--repeat", "1"});
        QVERIFY(outcome.code == 0 && outcome.output.contains("not checked"));
    }

    void tableGoesOnAndKeepsReasons() {
        const QStringList words{
            "--filter", "transpose", "random-trees", "--sizes",         "64x48,100x30",   "--format", "f32",
            "--repeat", "2",         "--journal",    name("table.csv"), "--no-peak-rates"};
        const Outcome first = bench(words);
        QVERIFY2(first.code == 0, qPrintable(first.errors));
        const QString text = textOf(name("table.csv"));
        QVERIFY(text.contains("transpose variant=cpu") && text.contains("100x30"));
        QVERIFY2(text.contains("random-trees") && text.contains("8-bit"),
                 "random-trees takes no float and must say so");
        const Outcome again = bench(words);
        QCOMPARE(again.code, 0);
        QCOMPARE(textOf(name("table.csv")), text);
        QVERIFY2(again.output.contains("match, kept"), qPrintable(again.output));
        QCOMPARE(QString(again.output).remove(", kept"), first.output);
    }

    void checksOnAnotherSize() {
        const Outcome outcome = bench({"--stack", "invert", "--sizes", "200x100,300x100", "--check-size", "50x50",
                                       "--repeat", "1", "--no-peak-rates"});
        QVERIFY2(outcome.code == 0 && outcome.output.contains("match (at 50x50)"), qPrintable(outcome.output));
    }

    void sweepKeepsWhatCannotRun() {
        const QStringList words{
            "experiment",     "--stack", "invert",   "--axis", "workgroup=64,32768", "image=random,constant",
            "--size",         "64x64",   "--repeat", "2",      "--no-peak-rates",    "--journal",
            name("sweep.csv")};
        const Outcome outcome = measured(words);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.errors));
        const auto rows = parseCsv(textOf(name("sweep.csv")).toStdString());
        QCOMPARE(rows.size(), std::size_t(5));
        const PointRow good = rowFromCells(rows[1]), bad = rowFromCells(rows[3]);
        QVERIFY(good.hasTime() && good.verdict == Verdict::Match && good.axes == "workgroup=64 image=random");
        QVERIFY(!bad.hasTime() && bad.reason.find("32768") != std::string::npos);
    }

    void ablationChecksItsLastStep() {
        const Outcome outcome =
            measured(ablation + QStringList{"--size", "300x200", "--repeat", "2", "--journal", name("ablation.csv")});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.errors));
        const auto rows = parseCsv(textOf(name("ablation.csv")).toStdString());
        QCOMPARE(rows.size(), std::size_t(5));
        for (std::size_t i = 1; i < rows.size(); ++i) {
            const PointRow row = rowFromCells(rows[i]);
            QVERIFY2(row.hasTime(), row.reason.c_str());
            QCOMPARE(row.verdict, i == 4 ? Verdict::Match : Verdict::NotChecked);
        }
    }

    void errorsAreOneLine_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("told");
        const auto row = [](const QStringList& words, const QString& told) {
            QTest::newRow(qPrintable(words.join(' '))) << words << told;
        };
        row({"bench", "--stak", "invert"}, "did you mean --stack");
        row({"bench", "--stack", "invrt"}, "did you mean invert");
        row({"bench", "--stack", "!invert"}, "no stage");
        row({"bench", "--stack", "invert", "--filter", "invert"}, "not both");
        row({"bench", "--stack", "invert", "--size", "0"}, "is not a size");
        row({"bench", "--stack", "invert", "--sizes", "64,"}, "empty");
        row({"bench", "--stack", "invert", "--format", "u9"}, "no format");
        row({"bench", "--stack", "invert", "--image", "rando"}, "did you mean random");
        row({"bench", "--stack", "invert", "--repeat", "0"}, "1..10000");
        row({"bench", "--stack", "invert", "--device", "99"}, "no device");
        row({"bench", "--filter", "invrt"}, "did you mean invert");
        row({"bench", "--filter", "invert", "transpose,invert"}, "--filter has invert twice");
        row({"bench", "--stack", "invert", "--sizes", "64,65,64"}, "--sizes has 64 twice");
        row({"bench", "--stack", "invert", "--sizes", "64", "--size", "65"}, "not both");
        row({"bench", "--stack", "invert", "--check-size", "8", "--no-check"}, "not both");
        row({"bench", "--filter", "invert", "--build-log"}, "goes with --stack");
        row({"experiment", "--stack", "invert", "--axis", "size=64", "--axis", "size=65"}, "twice");
        row({"experiment", "--axis", "size=64"}, "--stack");
        row({"experiment", "--stack", "!invert", "--axis", "size=64"}, "no stage");
        row({"experiment", "--stack", "gaussian", "--axis", "gaussian.sigma=1..50..0.1", "gaussian.radius=1..150",
             "size=1..100"},
            "points");
        row({"experiment", "--stack", "!histogram", "--axis", "step=all"}, "no stage");
        row({"bench", "--stack", "invert", "--input", "gone.npy"}, "gone.npy");
        row({"bench", "--filter", "invert", "--input", "gone.npy"}, "--stack");
        row({"experiment", "--stack", "invert", "--axis", "step=all"}, "only histogram variant=local");
        row({"experiment", "--stack", "histogram variant=local", "--axis", "step=4"}, "3 (plus global reduction)");
        row({"experiment", "--stack", "histogram variant=local", "--axis", "step=0", "histogram.variant=local,cpu"},
            "only histogram variant=local");
        row({"experiment", "--stack", "invert", "--before", "invert"}, "--before needs an image");
        row({"experiment", "in.png", "--stack", "invert", "--size", "64"}, "leave in.png out");
        row({"rub"}, "no command");
        row({"bench", "more"}, "unexpected argument");
    }

    void errorsAreOneLine() {
        QFETCH(QStringList, words);
        QFETCH(QString, told);
        const Outcome outcome = measured(words);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.errors.contains(told), qPrintable(outcome.errors));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.startsWith("lightbench-cli: "),
                 qPrintable(outcome.errors));
    }

private:
    QString name(const QString& file) const { return folder_.filePath(file); }
    std::string file(const QString& file) const { return name(file).toStdString(); }
    QTemporaryDir folder_;
};

LIGHTBENCH_TEST(BenchTest, QCoreApplication)
#include "bench.moc"
