// Experiments on the command line: who competes, what the exit code says, what a journal keeps, and how devices are
// named there.
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <sys/file.h>

#include <cmath>

#include "tests/cli/pocl_devices.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliExperimentTest : public QObject {
    Q_OBJECT

    Folder folder_;

    static QStringList experiment(const QStringList& more) {
        return QStringList{"experiment", "photo.png", "--repeat", "2", "--no-peak-rates"} + more;
    }
    /// The reports of the points, by the value of an axis.
    QJsonObject point(const QString& report, const QString& axis, const QString& value) {
        for (const QJsonValue one : folder_.json(report)["points"].toArray())
            if (one["values"][axis].toString() == value) return one.toObject();
        return {};
    }

private slots:
    void initTestCase() { saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png")); }

    /// As the manual has it: by the driver, and by the platform; two of one platform are no question.
    void devicesByName() {
        const QStringList devices = poclDeviceNames(folder_);
        QCOMPARE(devices.size(), 2);
        QMap<QString, QStringList> fitting{{"pocl", devices}, {"portable comp", devices}, {"1", {devices[1]}}};
        for (const QString& name : devices)
            fitting[name] = {name};
        for (auto wanted = fitting.begin(); wanted != fitting.end(); ++wanted) {
            folder_.succeeds({"run", "photo.png", "-o", "named.png", "--stack", "invert", "--device", wanted.key(),
                              "--report", "r.json"},
                             0, twoPoclDevices);
            const QString device = folder_.json("r.json")["device"].toObject()["name"].toString();
            QVERIFY2(wanted.value().contains(device), qPrintable(wanted.key() + ": " + device));
        }
    }

    /// All three would run 8x4. The others do not compete, and say why.
    void kernelsThatRequireTheirWorkgroup() {
        const QByteArray attribute = "__attribute__((reqd_work_group_size(8, 4, 1)))";
        const QByteArray body = " void q(global const uchar* src, global uchar* dst, int width, int height) {\n"
                                "    int x = get_global_id(0), y = get_global_id(1);\n"
                                "    if (x < width && y < height) dst[y * width + x] = 1;\n}\n";
        const QByteArray hidden = "#define WORKGROUP " + attribute + "\nkernel WORKGROUP" + body; // the driver knows it
        for (const QByteArray& text : QList<QByteArray>{"kernel " + attribute + body, hidden}) {
            folder_.put("q.cl", text);
            const ProgramOutcome outcome =
                folder_.run(experiment({"--kernels", "q.cl", "--before", "grayscale", "--stack", "q", "--axis",
                                        "workgroup=8x4,16x16,64", "--report", "required.json"}));
            QVERIFY2(outcome.code == 0 && outcome.output.contains("fastest: variant=kernel workgroup=8x4"),
                     qPrintable(outcome.text()));
            QCOMPARE(point("required.json", "workgroup", "8x4")["status"].toString(), "winner");
            for (const char* other : {"16x16", "64"}) {
                QCOMPARE(point("required.json", "workgroup", other)["status"].toString(), "not run");
                const QString reason = point("required.json", "workgroup", other)["reason"].toString();
                QVERIFY2(reason.contains("kernel q takes workgroups of 8x4 alone"), qPrintable(reason));
            }
            folder_.succeeds(
                {"run", "photo.png", "-o", "q.png", "--kernels", "q.cl", "--stack", "q", "--report", "auto.json"});
            const QJsonObject stage = folder_.json("auto.json")["stages"].toArray()[0].toObject();
            QCOMPARE(stage["workgroup"].toArray(), (QJsonArray{8, 4}));
        }
        folder_.refused({"run", "photo.png", "-o", "no.png", "--kernels", "q.cl", "--stack", "q workgroup=16x16"},
                        "takes workgroups of 8x4 alone");
    }

    void wrongResultsNeverWin() {
        folder_.copyKernels("wrong");
        QByteArray wrong = folder_.read("wrong/point/invert/plain.cl");
        folder_.put("wrong/point/invert/plain.cl", wrong.replace("get_global_id(0)", "(get_global_id(0) & ~1)"));
        const Environment environment{{"LIGHTBENCH_KERNELS", folder_.path("wrong")}};
        const ProgramOutcome outcome = folder_.run(
            experiment({"--stack", "invert", "--axis", "variant=plain,cpu", "--report", "wrong.json"}), environment);
        QVERIFY2(outcome.code == 1, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains("1 of 2 results"),
                 qPrintable(outcome.errors));
        QVERIFY2(outcome.output.contains("fastest: variant=cpu"), qPrintable(outcome.output));
        QCOMPARE(point("wrong.json", "variant", "plain")["status"].toString(), "dropped");
        QVERIFY(point("wrong.json", "variant", "plain")["reason"].toString().contains("differs"));
        QVERIFY(point("wrong.json", "variant", "plain")["reason"].toString().contains("vector-seams"));
        QCOMPARE(point("wrong.json", "variant", "cpu")["status"].toString(), "winner");
    }

    /// Listed with the reason, which is no failure.
    void variantsThatDoNotApply() {
        const ProgramOutcome outcome = folder_.run(experiment({"--stack", "dilate shape=cross", "--axis", "variant=all",
                                                               "--journal", "cross.csv", "--report", "c.json"}));
        QVERIFY2(outcome.code == 0 && outcome.errors.isEmpty(), qPrintable(outcome.text()));
        QVERIFY2(outcome.output.contains("variant=shared-extremes does not apply: it takes squares only"),
                 qPrintable(outcome.output));
        const QJsonObject extremes = point("c.json", "variant", "shared-extremes");
        QCOMPARE(extremes["status"].toString(), "does not apply");
        QVERIFY(extremes["reason"].toString().startsWith("does not apply: it takes squares only"));
        QVERIFY(folder_.read("cross.csv").contains(",does not apply,"));
    }

    /// What failed is tried again, in its place; what has a time is not.
    void failedPointsAreTriedAgain() {
        folder_.copyKernels("bad");
        folder_.put("bad/point/invert/plain.cl", "this is no kernel\n");
        const QStringList words = experiment(
            {"--stack", "invert", "--axis", "variant=plain,cpu", "--journal", "again.csv", "--report", "again.json"});
        folder_.succeeds(words, 0, {{"LIGHTBENCH_KERNELS", folder_.path("bad")}});
        QCOMPARE(point("again.json", "variant", "plain")["status"].toString(), "not run");
        QVERIFY(point("again.json", "variant", "plain")["reason"].toString().contains("invert/plain.cl"));
        QVERIFY(point("again.json", "variant", "plain")["median_us"].isNull());
        const QList<QByteArray> before = folder_.read("again.csv").split('\n');
        folder_.succeeds(words);
        const QList<QByteArray> after = folder_.read("again.csv").split('\n');
        QCOMPARE(after.size(), before.size());
        QVERIFY(after[1].contains("variant=plain") && after[1].contains(",match,"));
        QCOMPARE(after[2], before[2]);
        const Environment bad{{"LIGHTBENCH_KERNELS", folder_.path("bad")}};
        folder_.succeeds(experiment({"--stack", "invert", "--axis", "variant=plain"}), 3, bad);
    }

    void anotherWayIsMeasuredAnew_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("what");
        QTest::newRow("kernel") << QStringList() << "kernels";
        QTest::newRow("build options") << QStringList{"--build-options", "-cl-opt-disable"} << "build options";
        QTest::newRow("picture") << QStringList() << "image";
        QTest::newRow("repeats") << QStringList() << "repeats";
        QTest::newRow("check") << QStringList{"--no-check"} << "check";
    }
    /// What a journal holds of another kernel, picture or setting is not shown as what this run measured; it stays.
    void anotherWayIsMeasuredAnew() {
        QFETCH(QStringList, more);
        QFETCH(QString, what);
        const QString journal = "of " + what + ".csv";
        const QStringList words = experiment(
            {"--stack", "invert", "--axis", "variant=plain", "--journal", journal, "--report", "second.json"});
        folder_.succeeds(words);
        const QList<QByteArray> before = folder_.read(journal).split('\n');
        Environment environment;
        if (what == "kernels") {
            folder_.copyKernels("edited");
            QByteArray wrong = folder_.read("edited/point/invert/plain.cl");
            folder_.put("edited/point/invert/plain.cl", wrong.replace("get_global_id(0)", "(get_global_id(0) & ~1)"));
            environment["LIGHTBENCH_KERNELS"] = folder_.path("edited");
        }
        Image another = patterned({{61, 47}, {SampleType::U8, 4}});
        another.bytes()[0] ^= std::byte(255);
        if (what == "image") saveImage(another, folder_.path("photo.png"));
        QStringList otherWords = words + more;
        if (what == "repeats") otherWords[otherWords.indexOf("--repeat") + 1] = "3";
        const ProgramOutcome other = folder_.run(otherWords, environment);
        QCOMPARE(other.code, what == "kernels" ? 1 : 0);
        QVERIFY2(other.errors.contains(journal + ": 1 row of these points was measured differently (" + what +
                                       "); they stay in the file and are not used"),
                 qPrintable(other.errors));
        QVERIFY(!other.output.contains("kept") && !point("second.json", "variant", "plain")["kept"].toBool());
        const std::map<QString, QString> verdicts{{"kernels", "mismatch"}, {"check", "not checked"}};
        QCOMPARE(point("second.json", "variant", "plain")["verdict"].toString(),
                 verdicts.contains(what) ? verdicts.at(what) : "match");
        const QList<QByteArray> after = folder_.read(journal).split('\n');
        QCOMPARE(after.size(), before.size() + 1);
        QCOMPARE(after[1], before[1]);
        const ProgramOutcome again = folder_.run(otherWords, environment);
        QVERIFY2(again.output.contains(", kept"), qPrintable(again.text()));
        QVERIFY(point("second.json", "variant", "plain")["kept"].toBool());
        saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png"));
    }

    void placesAreCheckedFirst() {
        const QStringList words = experiment({"--stack", "invert"});
        for (const char* option : {"--plot", "--report", "--journal"}) {
            folder_.refused(words + QStringList{option, "nowhere/x.svg"}, "there is no folder nowhere");
            folder_.refused(words + QStringList{option, "photo.png"}, "would overwrite");
        }
        folder_.refused(words + QStringList{"--plot", "x.svg", "--report", "./x.svg"}, "twice");
        folder_.refused({"bench", "--filter", "invert", "--report", "nowhere/x.json"}, "there is no folder nowhere");
    }

    /// Two processes on one journal would measure every point twice.
    void oneJournalIsOfOneProcess() {
        QFile held(folder_.path("held.csv"));
        QVERIFY(held.open(QIODevice::ReadWrite));
        QCOMPARE(flock(held.handle(), LOCK_EX), 0);
        folder_.refused(experiment({"--stack", "invert", "--journal", "held.csv"}), "another process");
        held.close();
        folder_.succeeds(experiment({"--stack", "invert", "--journal", "held.csv"}));
    }

    void severalDevices() {
        const ProgramOutcome outcome =
            folder_.run({"experiment", "photo.png", "--repeat", "2", "--stack", "invert", "--axis", "device=all",
                         "--plot", "devices.svg", "--report", "devices.json"},
                        twoPoclDevices);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        const QJsonArray devices = folder_.json("devices.json")["devices"].toArray();
        QCOMPARE(devices.size(), 2);
        for (int i : {0, 1}) {
            const QString name = devices[i]["name"].toString();
            QVERIFY(outcome.output.contains(QString("\n%1 %2").arg(i).arg(name)) || i == 0);
            QVERIFY(outcome.output.contains(QString("  %1 %2").arg(i).arg(name.left(12))));
            const QJsonObject one = point("devices.json", "device", QString::number(i));
            QCOMPARE(one["device"].toString(), name);
            const double peakRate = devices[i]["peak_rates"]["copy_gb_per_s"].toDouble();
            QVERIFY(peakRate > 0 &&
                    std::abs(one["share_of_peak"].toDouble() * peakRate / one["gb_per_s"].toDouble() - 1) < 1e-9);
        }
        const QStringList names{devices[0]["name"].toString().left(12), devices[1]["name"].toString().left(12)};
        QVERIFY2(outcome.output.contains(QRegularExpression(
                     QString("fastest: .* on (0 %1|1 %2)")
                         .arg(QRegularExpression::escape(names[0]), QRegularExpression::escape(names[1])))),
                 qPrintable(outcome.output));
        const QByteArray plot = folder_.read("devices.svg");
        QVERIFY(plot.contains(">invert on 2 devices<"));
        for (int i : {0, 1})
            QVERIFY2(plot.contains((">" + QString::number(i) + " " + names[i]).toUtf8()), plot.constData());
    }

    /// As the window measures a stage: on what those in front of it make.
    void stagesBeforeRunOnce() {
        folder_.succeeds(experiment({"--stack", "invert", "--before", "grayscale", "--journal", "before.csv"}));
        const QByteArray journal = folder_.read("before.csv");
        QVERIFY2(journal.contains(",invert,photo.png | grayscale,61x47,u8,"), journal.constData());
        folder_.succeeds({"run", "photo.png", "-o", "gray.png", "--stack", "grayscale"});
        const ProgramOutcome outcome = folder_.run({"experiment", "gray.png", "--repeat", "2", "--no-peak-rates",
                                                    "--stack", "invert", "--against", "before.csv"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.errors.contains("none of these points; it has rows of another image (photo.png | grayscale)"),
                 qPrintable(outcome.errors));
    }

    void experimentGoesOn() {
        const QStringList words{"experiment", "photo.png",          "--stack",          "grayscale | invert",
                                "--axis",     "invert.variant=all", "2.workgroup=8,16", "--repeat",
                                "2",          "--no-peak-rates",    "--journal",        "experiment.csv",
                                "--plot",     "experiment.svg"};
        folder_.succeeds(words);
        const QByteArray journal = folder_.read("experiment.csv");
        QCOMPARE(journal.count('\n'), 1 + 3 * 2);
        QVERIFY(journal.contains("invert variant=cpu workgroup=16") && journal.contains("match"));
        folder_.succeeds(words);
        QCOMPARE(folder_.read("experiment.csv"), journal);
        QVERIFY(folder_.read("experiment.svg").contains("plain, 8</text>"));
        folder_.succeeds(words.mid(0, words.size() - 1) << "experiment.png");
        QCOMPARE(loadImage(folder_.path("experiment.png"))->width(), 1800);
        folder_.succeeds(words.mid(0, words.size() - 1) << "experiment.pdf");
        QVERIFY(folder_.read("experiment.pdf").startsWith("%PDF-") &&
                folder_.read("experiment.pdf").contains("/MediaBox [0 0 900"));
    }
};

LIGHTBENCH_TEST(CliExperimentTest, QCoreApplication)
#include "cli_experiment.moc"
