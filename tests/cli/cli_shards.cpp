// Work that several programs share out, one of which is killed in the middle: submitted again it goes on, and what all
// of them wrote makes the whole, without doubles.
#include <QTest>

#include <QJsonArray>

#include "core/base/csv.h"
#include "tests/cli/injected.h"
#include "tests/cli/pocl_devices.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliShards : public QObject {
    Q_OBJECT

    Folder folder_;
    OddDriver odd_;
    QStringList images_, devices_;

    /// The cells of a column of a CSV file.
    QStringList column(const QString& name, const std::string& column) const {
        const std::vector<CsvRow> table = parseCsv(folder_.read(name).toStdString());
        const auto place = std::size_t(std::ranges::find(table.at(0), column) - table.at(0).begin());
        QStringList cells;
        for (std::size_t i = 1; i < table.size(); ++i)
            cells += QString::fromStdString(table[i].at(place));
        return cells;
    }
    int lines(const QString& name) const {
        QFile file(folder_.path(name));
        return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
    }
    /// Starts the program and kills it, without a warning, once its journal has so many lines.
    void killed(const QStringList& arguments, const QString& journal, int atLine) const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LIGHTBENCH_TUNING", "off");
        environment.insert("LIGHTBENCH_PEAK_RATES", "off");
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder_.path("."));
        process.start(LIGHTBENCH_CLI, arguments);
        QVERIFY(process.waitForStarted());
        QVERIFY(waitUntil([&] { return lines(journal) >= atLine; }));
        process.kill();
        process.waitForFinished();
    }
    QStringList runs(const QString& shard, const QString& journal, const QString& out = "out") const {
        return QStringList{"run"} + images_ +
               QStringList{"-o", out, "--stack", "gaussian sigma=3", "--shard", shard, "--journal", journal};
    }
    /// Tunes own filters, whose kernels run with one workgroup size: so there is little to build.
    static QStringList tunes(const QString& filters) {
        return {"tune",  "--kernels", "tuned", "--filter", filters, "--sizes",
                "64x64", "--formats", "u8",    "--time",   "40s"};
    }
    static QStringList sweep(const QString& shard, const QString& journal) {
        return {"experiment",
                "a0.png",
                "--stack",
                "gaussian",
                "--axis",
                "gaussian.sigma=1,2,4",
                "--axis",
                "variant=auto,plain",
                "--no-peak-rates",
                "--cap",
                "2",
                "--repeat",
                "400",
                "--precision",
                "1",
                "--shard",
                shard,
                "--journal",
                journal};
    }

private slots:
    void initTestCase() {
        for (int i = 0; i < 7; ++i) {
            images_ << QString("a%1.png").arg(i);
            saveImage(patterned({{200 + i, 160}, {SampleType::U8, 4}}), folder_.path(images_.back()));
        }
        devices_ = poclDeviceNames(folder_);
        QCOMPARE(devices_.size(), 2);
        QDir(folder_.path(".")).mkdir("tuned");
        const QByteArray text =
            "// Changes every sample by 10.\n"
            "kernel __attribute__((reqd_work_group_size(8, 8, 1)))\n"
            "void NAME(global const uchar* src, global uchar* dst, int width, int height) {\n"
            "    int x = get_global_id(0), y = get_global_id(1);\n"
            "    if (x < width && y < height) dst[y * width + x] = CHANGE(src[y * width + x], (uchar)10);\n"
            "}\n";
        for (const auto& [name, change] : {std::pair{"lighter", "add_sat"}, {"darker", "sub_sat"}})
            folder_.put(QString("tuned/") + name + ".cl",
                        QByteArray(text).replace("NAME", name).replace("CHANGE", change));
    }

    void runIsSharedOut() {
        QDir(folder_.path(".")).mkdir("out");
        killed(runs("1/2", "run1.csv"), "run1.csv", 3); // the heading and two images
        const int before = lines("run1.csv");
        const ProgramOutcome again = folder_.run(runs("1/2", "run1.csv"));
        QVERIFY2(again.code == 0 && again.output.contains("shard 1 of 2: 4 images"), qPrintable(again.text()));
        QCOMPARE(again.output.count("  kept, done "), before - 1);
        folder_.succeeds(runs("2/2", "run2.csv"));
        folder_.succeeds({"run", "--merge", "run1.csv", "run2.csv", "run1.csv", "--journal", "run.csv"});
        QStringList inputs = column("run.csv", "input");
        inputs.sort();
        QCOMPARE(inputs, images_);
        for (const QString& image : images_)
            QVERIFY(QFile::exists(folder_.path("out/" + image)));
        // The whole journal serves a call for the whole.
        QStringList whole = runs("1/1", "run.csv");
        const ProgramOutcome all = folder_.run(whole);
        QVERIFY2(all.code == 0 && all.output.count("  kept, done ") == 7, qPrintable(all.text()));
        // A result that is not what was written is made anew.
        folder_.put("out/a3.png", "something else");
        QCOMPARE(folder_.run(whole).output.count("  kept, done "), 6);
    }

    void anExperimentIsSharedOut() {
        killed(sweep("1/2", "e1.csv"), "e1.csv", 3); // sigma 1 and 4
        folder_.succeeds(sweep("1/2", "e1.csv"));
        folder_.succeeds(sweep("2/2", "e2.csv"));
        folder_.succeeds({"experiment", "--merge", "e2.csv", "e1.csv", "--journal", "e.csv"});
        folder_.succeeds({"experiment", "--merge", "e2.csv", "e1.csv", "--journal", "e.csv"});
        QStringList axes = column("e.csv", "axes");
        QCOMPARE(axes.size(), 6);
        QCOMPARE(axes.removeDuplicates(), qsizetype(0));
        QCOMPARE(column("e.csv", "status").count("winner"), 3);
        QVERIFY(!column("e.csv", "ended").contains(""));
        // It is the journal of the whole: nothing is measured again.
        QStringList whole = sweep("1/1", "e.csv");
        const ProgramOutcome all = folder_.run(whole);
        QVERIFY2(all.code == 0 && all.output.count(", kept") == 6, qPrintable(all.text()));
    }

    /// As Slurm numbers the tasks of an array.
    void byJobArrays() {
        const auto task = [](int id, int count) {
            return Environment{{"SLURM_ARRAY_TASK_ID", QString::number(id)},
                               {"SLURM_ARRAY_TASK_MIN", QString::number(count == 1 ? id : 1)},
                               {"SLURM_ARRAY_TASK_COUNT", QString::number(count)}};
        };
        for (const QString& shard : {QString("slurm"), QString("slurm/3")}) {
            const ProgramOutcome outcome = folder_.run(runs(shard, "s.csv", "slurm"), task(2, 3));
            QVERIFY2(outcome.code == 0 && outcome.output.contains("shard 2 of 3: 2 images"),
                     qPrintable(outcome.text()));
        }
        const ProgramOutcome part = folder_.run(runs("slurm/3", "s.csv", "slurm"), task(3, 1));
        QVERIFY2(part.output.contains("shard 3 of 3"), qPrintable(part.text()));
        QCOMPARE(folder_.run(runs("slurm", "s.csv", "slurm"), task(3, 1)).code, 2);
        QCOMPARE(folder_.run(runs("slurm", "s.csv", "slurm")).code, 2);
        QCOMPARE(column("s.csv", "input"), (QStringList{"a1.png", "a4.png", "a2.png", "a5.png"}));
    }

    void tuningIsSharedOut() {
        const auto tune = [](const QString& shard, const QString& journal) {
            return tunes("lighter,darker") + QStringList{"--tuning", "off", "--shard", shard, "--journal", journal};
        };
        folder_.succeeds(tune("1/2", "t1.csv"));
        folder_.succeeds(tune("2/2", "t2.csv"));
        const ProgramOutcome merged = folder_.run({"tune", "--merge", "t1.csv", "t2.csv", "--journal", "t.csv",
                                                   "--tuning", "merged-memory.csv", "--kernels", "tuned"});
        QVERIFY2(merged.code == 0, qPrintable(merged.text()));
        QStringList filters = column("merged-memory.csv", "filter");
        filters.sort();
        QCOMPARE(filters, (QStringList{"darker", "lighter"}));
        const ProgramOutcome unknown =
            folder_.run({"tune", "--merge", "t1.csv", "--journal", "t3.csv", "--tuning", "unknown-memory.csv"});
        QVERIFY2(unknown.output.contains("not stored for auto: lighter, 64x64 u8, ") &&
                     unknown.output.contains("there is no filter called \"lighter\""),
                 qPrintable(unknown.text()));
    }

    /// Images are shared out; races of devices that share a processor are not disturbed by each other.
    /// Which device takes which image depends on their speed. If one of them cannot be opened, the other takes all.
    void everyDevice_data() {
        QTest::addColumn<bool>("isListed"); // by the devices' names
        QTest::addColumn<int>("closed");    // its number; -1: none
        for (const bool isListed : {false, true})
            for (const int closed : {-1, 0, 1})
                QTest::addRow("%s without %d", isListed ? "listed" : "all", closed) << isListed << closed;
    }
    void everyDevice() {
        QFETCH(bool, isListed);
        QFETCH(int, closed);
        const QString out = QString("on-") + QTest::currentDataTag();
        const QStringList words =
            QStringList{"run"} + images_ +
            QStringList{"-o",       out,           "--stack",   "gaussian sigma=3",
                        "--repeat", "2",           "--journal", out + ".csv",
                        "--report", out + ".json", "--device",  isListed ? devices_.join(',') : QString("all")};
        const ProgramOutcome images =
            closed < 0 ? folder_.run(words, twoPoclDevices)
                       : odd_.run(folder_, words, "closed-" + devices_.value(closed), twoPoclDevices);
        QVERIFY2(images.code == 0, qPrintable(images.text()));
        QStringList inputs = column(out + ".csv", "input");
        inputs.sort();
        QCOMPARE(inputs, images_);
        for (const QString& device : column(out + ".csv", "device"))
            QVERIFY2(closed < 0 || device == devices_.value(1 - closed), qPrintable(device));
        QCOMPARE(folder_.json(out + ".json")["runs"].toArray().size(), 7);
    }

    void racesOfEveryDevice() {
        const ProgramOutcome races =
            folder_.run({"experiment", "a0.png", "--stack", "gaussian", "--axis", "variant=auto,plain",
                         "--no-peak-rates", "--repeat", "60", "--device", "all", "--journal", "races.csv"},
                        twoPoclDevices);
        QVERIFY2(races.code == 0, qPrintable(races.text()));
        QCOMPARE(column("races.csv", "status").count("winner"), 2);
        QStringList devices = column("races.csv", "device");
        QCOMPARE(devices.size(), 4);
        QCOMPARE(devices.removeDuplicates(), qsizetype(2));
        const ProgramOutcome tuned = folder_.run(
            tunes("lighter") + QStringList{"--device", "all", "--tuning", "both-memory.csv"}, twoPoclDevices);
        QVERIFY2(tuned.code == 0 && tuned.output.contains("device 0, lighter") &&
                     tuned.output.contains("device 1, lighter"),
                 qPrintable(tuned.text()));
        QVERIFY2(column("both-memory.csv", "device").size() == 2, qPrintable(tuned.text()));
        folder_.refused({"run", "a0.png", "-o", "x.png", "--device", "all"}, "several images");
    }

    void devicesOfAList() {
        for (const QString& wrong : {QString("0,2"), QString("0,0"), devices_[0] + "," + devices_[0], QString("0,")}) {
            const ProgramOutcome refused =
                folder_.run(QStringList{"run"} + images_ +
                                QStringList{"-o", "listed", "--stack", "gaussian sigma=3", "--device", wrong},
                            twoPoclDevices);
            QVERIFY2(refused.code == 2 && refused.errors.contains("device"), qPrintable(refused.text()));
        }
        const ProgramOutcome races =
            folder_.run({"experiment", "a0.png", "--stack", "gaussian", "--axis", "variant=auto,plain",
                         "--no-peak-rates", "--repeat", "60", "--device", "1,0", "--journal", "listed-races.csv"},
                        twoPoclDevices);
        QVERIFY2(races.code == 0, qPrintable(races.text()));
        QStringList devices = column("listed-races.csv", "device");
        QCOMPARE(devices.removeDuplicates(), qsizetype(2));
        folder_.refused({"run", "a0.png", "-o", "x.png", "--device", "0,1"}, "several images");
    }

    void wrongWords() {
        folder_.refused({"run", "a0.png", "-o", "x.png", "--shard", "1/2"}, "--shard");
        folder_.refused(runs("0/2", "x.csv"), "I/N");
        folder_.refused({"run", "--merge", "run1.csv"}, "--journal");
        folder_.refused({"experiment", "a0.png", "a1.png", "--stack", "invert"}, "one image");
        folder_.refused({"tune", "invert"}, "--filter");
    }
};

LIGHTBENCH_TEST(CliShards, QCoreApplication)
#include "cli_shards.moc"
