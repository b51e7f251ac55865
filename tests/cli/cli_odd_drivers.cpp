// The command line on drivers that answer oddly, simulated by a preloaded library: no event times, calls that fail,
// and small workgroups.
#include <QRegularExpression>
#include <QTest>

#include "tests/cli/injected.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliOddDrivers : public QObject {
    Q_OBJECT

    Folder folder_;
    OddDriver odd_;

    /// On a driver that is odd in this way, which is proven.
    ProgramOutcome run(const QStringList& arguments, const QString& way, const Environment& environment = {}) const {
        return odd_.run(folder_, arguments, way, environment);
    }
    static void addClocks() {
        QTest::addColumn<QString>("clock");
        QTest::newRow("all stamps 0") << "no-times";
        QTest::newRow("all stamps equal") << "equal-times";
        QTest::newRow("stamps 0, 1, 2 and 3, as of rusticl 22.3") << "counted-times";
    }
    QString content(const QString& name) const {
        return QFile::exists(folder_.path(name)) ? QString::fromUtf8(folder_.read(name)) : QString();
    }

private slots:
    void initTestCase() {
        saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png"));
        saveImage(patterned({{200, 150}, {SampleType::U8, 1}}), folder_.path("gray.png"));
    }

    void noPeakRates_data() { addClocks(); }
    void noPeakRates() {
        QFETCH(QString, clock);
        const ProgramOutcome outcome = run({"roofline"}, clock, {{"LIGHTBENCH_PEAK_RATES", folder_.path("none.csv")}});
        QVERIFY2(outcome.code == 3 && outcome.output.isEmpty() && outcome.errors.contains("were not measured"),
                 qPrintable(outcome.text()));
        QVERIFY(!QFile::exists(folder_.path("none.csv")));
    }

    void noWinner_data() { addClocks(); }
    void noWinner() {
        QFETCH(QString, clock);
        const ProgramOutcome outcome = run(
            {"experiment", "photo.png", "--stack", "invert", "--axis", "workgroup=1,2", "--journal", clock + ".csv"},
            clock);
        QVERIFY2(!outcome.output.contains("winner") && outcome.text().contains("no usable event times"),
                 qPrintable(outcome.text()));
        const QString rows = content(clock + ".csv");
        QVERIFY2(rows.contains("no usable event times") && !rows.contains(QRegularExpression("\\de-\\d")),
                 qPrintable(rows));
    }

    /// A run goes on, and says that it has no times.
    void runWithoutTimes() {
        for (const QString& clock : {QStringLiteral("no-times"), QStringLiteral("counted-times")}) {
            const ProgramOutcome outcome = run({"run", "photo.png", "-o", "inverted.png", "--stack", "invert"}, clock);
            QVERIFY2(outcome.code == 0 && outcome.text().contains("no usable time for invert_segments") &&
                         !outcome.output.contains("GB/s"),
                     qPrintable(outcome.text()));
        }
    }

    void nothingTuned_data() { addClocks(); }
    void nothingTuned() {
        QFETCH(QString, clock);
        const ProgramOutcome outcome = run({"tune", "--filter", "invert", "--sizes", "64x48", "--formats", "u8",
                                            "--time", "4s", "--tuning", "tuned.csv"},
                                           clock);
        QVERIFY2(outcome.code >= 0 && content("tuned.csv").count('\n') <= 1,
                 qPrintable(outcome.text() + content("tuned.csv")));
    }

    void deviceThatCannotBeOpened() {
        const ProgramOutcome outcome = run({"run", "photo.png", "-o", "never.png", "--stack", "invert"}, "no-context");
        QVERIFY2(outcome.code == 3 && outcome.errors.contains("CL_OUT_OF_RESOURCES from clCreateContext") &&
                     outcome.errors.contains("close other programs") && !outcome.errors.contains("kernel"),
                 qPrintable(outcome.text()));
    }

    void kernelThatCannotBeMade() {
        const ProgramOutcome outcome = run({"run", "photo.png", "-o", "never.png", "--stack", "invert"}, "no-kernel");
        QVERIFY2(outcome.code == 3 && outcome.errors.contains("cannot create its kernel") &&
                     outcome.errors.contains("CL_INVALID_KERNEL_NAME") && !outcome.errors.contains("one name"),
                 qPrintable(outcome.text()));
    }

    /// Nobody chose a workgroup: what `auto` takes is what the kernels take.
    void smallWorkgroups_data() {
        QTest::addColumn<QString>("stack");
        for (const char* stack : {"box k=9", "erode k=9", "sobel mix=0.5", "sobel mix=0.5 workgroup=8x4",
                                  "gaussian sigma=3", "histogram", "equalize", "template-matching", "transpose",
                                  "rotate angle=10", "connected-components", "harris", "integral", "otsu"})
            QTest::newRow(stack) << QString(stack);
    }
    void smallWorkgroups() {
        QFETCH(QString, stack);
        const ProgramOutcome outcome =
            run({"run", "gray.png", "-o", "small.npy", "--verify", "-q", "--stack", stack}, "few-items");
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
    }

    void workgroupsThatAreTooSmall() {
        const ProgramOutcome tiles =
            run({"run", "gray.png", "-o", "never.png", "--stack", "rotate angle=10 variant=tiles"}, "few-items");
        if (tiles.code != 0)
            QVERIFY2(tiles.code == 2 && tiles.errors.contains("at most 32 work-items") &&
                         tiles.errors.contains("use another variant") && !tiles.errors.contains("smaller workgroup\n"),
                     qPrintable(tiles.text()));
        const ProgramOutcome chosen =
            run({"run", "gray.png", "-o", "never.png", "--stack", "invert variant=plain workgroup=64"}, "few-items");
        QVERIFY2(chosen.code == 2 && chosen.errors.contains("Use a smaller workgroup"), qPrintable(chosen.text()));
    }

    /// What a kernel declares is compared with what the device has before the launch, whether the driver reports it or
    /// not: no driver ends the process.
    void tooMuchLocalMemory_data() {
        QTest::addColumn<QString>("way");
        QTest::newRow("as the driver has it") << "";
        QTest::newRow("reports nothing, and ends") << "silent-local";
    }
    void tooMuchLocalMemory() {
        QFETCH(QString, way);
        const auto kernel = [](const char* length) {
            return QByteArray("#define LENGTH ") + length +
                   "\nkernel void tiled(global const uchar* src, global uchar* dst, int width, int height) {\n"
                   "    local uint tile[LENGTH];\n"
                   "    const int x = get_global_id(0), y = get_global_id(1);\n"
                   "    tile[get_local_id(0) * (LENGTH / 2048)] = x;\n"
                   "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "    if (x < width && y < height) dst[y * width + x] = tile[get_local_id(0) * (LENGTH / 2048)];\n"
                   "}\n";
        };
        const QStringList words{"run", "gray.png", "-o", "never.npy", "--kernels", "tiled.cl", "--stack", "tiled"};
        folder_.put("tiled.cl", kernel("(1 << 26)"));
        const ProgramOutcome outcome = way.isEmpty() ? folder_.run(words) : run(words, way);
        QVERIFY2(outcome.code == 2 && outcome.errors.count('\n') == 1 &&
                     outcome.errors.contains("kernel tiled needs 256 MiB of local memory") &&
                     outcome.errors.contains("Make the local arrays that it declares smaller") &&
                     !outcome.errors.contains("crashed"),
                 qPrintable(outcome.text()));
        folder_.put("tiled.cl", kernel("2048"));
        const ProgramOutcome fits = way.isEmpty() ? folder_.run(words) : run(words, way);
        QVERIFY2(fits.code == 0, qPrintable(fits.text()));
    }

    /// The compiler of Mesa's rusticl ends the process where it meets a vector that it does not know.
    void compilerThatEndsItsProcess() {
        const ProgramOutcome outcome =
            run({"run", "gray.png", "-o", "never.png", "--stack", "invert | median k=5"}, "no-median");
        QVERIFY2(outcome.code == 3 && outcome.errors.count('\n') == 1, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.contains("median variant=") && outcome.errors.contains("crashed its process") &&
                     outcome.errors.contains("Unsupported vector type") && outcome.errors.contains("another variant"),
                 qPrintable(outcome.text()));
    }

    /// It ends at one variant only, at the one that `auto` takes: another one runs, and all go on and say so.
    void compilerThatEndsAtOneVariant() {
        const QStringList words{"run", "gray.png", "-o", "median.png", "--stack", "invert | median k=5", "--verify"};
        static const QRegularExpression chosen(QStringLiteral("median +([a-z-]+) \\(auto\\)"));
        const ProgramOutcome usual = folder_.run(words);
        const QString variant = chosen.match(usual.output).captured(1);
        QVERIFY2(usual.code == 0 && !variant.isEmpty(), qPrintable(usual.text()));
        const QString ended = "because " + variant + " ended the driver's process on ";
        const Environment environment{
            {"LIGHTBENCH_ODD_PROGRAM", "median/" + QString(variant).replace('-', '_') + ".cl\""}};

        const ProgramOutcome other = run(words, "refused", environment);
        QVERIFY2(other.code == 0 && other.text().contains(ended), qPrintable(other.text()));
        QVERIFY(chosen.match(other.output).hasMatch() && chosen.match(other.output).captured(1) != variant);

        const ProgramOutcome race =
            run({"experiment", "gray.png", "--stack", "median k=5", "--axis", "variant=auto,cpu," + variant, "--repeat",
                 "3", "--no-peak-rates", "--journal", "ended.csv"},
                "refused", environment);
        QVERIFY2(race.code == 0 && race.output.contains("winner"), qPrintable(race.text()));
        int failed = 0;
        for (const QByteArray& row : folder_.read("ended.csv").split('\n'))
            failed += row.contains("crashed its process while it was built") && row.contains("Unsupported vector type");
        QVERIFY2(failed == 2, folder_.read("ended.csv").constData()); // the variant, and `auto`, which is the same

        const ProgramOutcome sweep = run({"bench", "--stack", "median k=3", "--stack", "median k=5", "--size", "64x48",
                                          "--repeat", "2", "--build-options", "-DNOTHING"},
                                         "refused", environment);
        QVERIFY2(sweep.code == 0 && sweep.errors.count(ended) == 1, qPrintable(sweep.text()));
    }
};

LIGHTBENCH_TEST(CliOddDrivers, QCoreApplication)
#include "cli_odd_drivers.moc"
