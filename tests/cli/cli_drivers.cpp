// The command line beside drivers that fail and systems that lack something: each end is a readable line and the right
// exit code, and what works is used.
#include <QJsonArray>
#include <QScopeGuard>
#include <QTest>

#include <unistd.h>

#include "tests/cli/cli_signalled.h"
#include "tests/cli/injected.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliDrivers : public QObject {
    Q_OBJECT

    Folder folder_;

    /// A folder of ICD files: those of the machine, and a driver that fails in each of these ways.
    QString drivers(const QString& name, const QStringList& failing) {
        QDir(folder_.path("")).mkpath(name);
        for (const QFileInfo& icd : QDir("/etc/OpenCL/vendors").entryInfoList({"*.icd"}))
            QFile::copy(icd.filePath(), folder_.path(name + "/" + icd.fileName()));
        for (const QString& way : failing) {
            const QString library = folder_.path("lib" + way + ".so");
            QFile::copy(LIGHTBENCH_DRIVER, library);
            folder_.put(name + "/" + way + ".icd", library.toUtf8() + "\n");
        }
        return folder_.path(name);
    }
    QStringList devicesOf(const ProgramOutcome& outcome) {
        QStringList names;
        for (const QJsonValue device : QJsonDocument::fromJson(outcome.output.toUtf8())["devices"].toArray())
            names += device[QLatin1String("index")].toVariant().toString() + device[QLatin1String("name")].toString();
        return names;
    }
    /// Empty where it is not as Debian and Ubuntu have it.
    static QString poclLibrary() {
        for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"})
            for (const QFileInfo& library : QDir(folder).entryInfoList({"libpocl.so.*"}, QDir::Files))
                return library.canonicalFilePath();
        return {};
    }
    /// Through a shell, for what only it can do: closed descriptors, limits.
    ProgramOutcome shell(const QString& line, const Environment& environment = {}) {
        return folder_.command("/bin/sh", {"-c", line}, environment);
    }
    static QString cli() { return shellWord(LIGHTBENCH_CLI); }
    /// Whether a worker waits for the driver that hangs, with a folder of drivers made in `place`. A program that is
    /// killed leaves that folder to its workers, so it has to have one that lives.
    static bool isHangingIn(const QString& place) {
        const QByteArray start = "OCL_ICD_VENDORS=" + place.toUtf8() + "/";
        for (const QString& process : QDir("/proc").entryList({"[1-9]*"}, QDir::Dirs)) {
            QFile program("/proc/" + process + "/cmdline"), environment("/proc/" + process + "/environ");
            if (!program.open(QFile::ReadOnly) || !program.readAll().contains("lightbench-worker") ||
                !environment.open(QFile::ReadOnly))
                continue;
            for (const QByteArray& variable : environment.readAll().split('\0')) {
                if (!variable.startsWith(start)) continue;
                for (const QFileInfo& icd : QDir(variable.mid(variable.indexOf('=') + 1)).entryInfoList({"*.icd"}))
                    if (QFile file(icd.filePath()); file.open(QFile::ReadOnly) && file.readAll().contains("libhang"))
                        return true;
            }
        }
        return false;
    }

private slots:
    void initTestCase() { saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png")); }

    void kernelsRunInTheWorker() {
        const QStringList words{"run", "photo.png", "-o", "out.png", "--stack", "invert"};
        for (const QString& way : {QString(), QString("--isolated")}) {
            const ProgramOutcome usual = folder_.run(way.isEmpty() ? words : words + QStringList{way});
            QVERIFY2(usual.code == 0 && usual.output.contains("process  one of its own"), qPrintable(usual.text()));
        }
        const ProgramOutcome here = folder_.run(words + QStringList{"--in-process"});
        QVERIFY2(here.code == 0 && !here.output.contains("process  one of its own"), qPrintable(here.text()));
        QCOMPARE(folder_.run(words + QStringList{"--in-process", "--isolated"}).code, 2);
    }

    void failingDriverIsLeftOut_data() {
        QTest::addColumn<QStringList>("failing");
        QTest::addColumn<QStringList>("said");
        QTest::newRow("abort") << QStringList{"abort"} << QStringList{"signal 6"};
        QTest::newRow("exit") << QStringList{"exit"} << QStringList{"exit code 1"};
        QTest::newRow("hang") << QStringList{"hang"} << QStringList{"no answer within 2 s"};
        QTest::newRow("all") << QStringList{"abort", "exit", "hang"}
                             << QStringList{"signal 6", "exit code 1", "no answer within 2 s"};
    }
    /// The healthy ones keep their numbers.
    void failingDriverIsLeftOut() {
        QFETCH(QStringList, failing);
        QFETCH(QStringList, said);
        const QStringList healthy = devicesOf(folder_.run({"devices", "--json"}));
        QVERIFY(!healthy.isEmpty());
        const Environment environment{{"OCL_ICD_VENDORS", drivers(failing.join('-'), failing)}};
        const ProgramOutcome outcome = folder_.run({"devices", "--json", "--timeout", "2"}, environment);
        QCOMPARE(outcome.code, 0);
        QCOMPARE(devicesOf(outcome), healthy);
        QCOMPARE(outcome.errors.count('\n'), failing.size());
        for (int i = 0; i < failing.size(); ++i)
            QVERIFY2(outcome.errors.contains("/" + failing[i] + ".icd") && outcome.errors.contains(said[i]) &&
                         outcome.errors.contains("left out"),
                     qPrintable(outcome.text()));
        // It also compiles kernels, which takes long on a busy machine.
        const ProgramOutcome run = folder_.run({"run", "photo.png", "-o", "with.png", "--stack", "grayscale | invert",
                                                "--verify", "-q", "--timeout", "15"},
                                               environment);
        const QString expected = QString(outcome.errors).replace("within 2 s", "within 15 s");
        QVERIFY2(run.code == 0 && run.errors == expected, qPrintable(run.text()));
        QCOMPARE(folder_.run({"compare", "with.png", "photo.png"}).code, 2); // another format: it was written
    }

    /// PoCL copied under another name. The copy alone has no device. Beside PoCL itself it ends the process or hides
    /// the device, depending on the order of loading. The good one stays, and the warning names the copy.
    void copyOfADriver_data() {
        QTest::addColumn<QStringList>("names");
        QTest::newRow("copy first") << QStringList{"a.icd", "b.icd"};
        QTest::newRow("copy last") << QStringList{"z.icd", "b.icd"};
        QTest::newRow("other names") << QStringList{"00.icd", "pocl.icd"};
    }
    void copyOfADriver() {
        QFETCH(QStringList, names);
        const QString library = poclLibrary();
        if (library.isEmpty()) QSKIP("PoCL's library is not where it is looked for");
        const QString name = "copies-" + names.join('-');
        QDir(folder_.path("")).mkpath(name);
        QFile::copy(library, folder_.path("dead.so"));
        folder_.put(name + "/" + names[0], folder_.path("dead.so").toUtf8() + "\n");
        folder_.put(name + "/" + names[1], library.toUtf8() + "\n");
        const Environment environment{{"OCL_ICD_VENDORS", folder_.path(name)}};
        const ProgramOutcome alone = folder_.run({"devices", "--json"}, {{"OCL_ICD_VENDORS", library}});
        const ProgramOutcome outcome = folder_.run({"devices", "--json"}, environment);
        QCOMPARE(devicesOf(outcome), devicesOf(alone));
        QVERIFY2(outcome.code == 0 && outcome.errors.count('\n') == 1, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.contains("/" + names[0] + " (") &&
                     outcome.errors.contains("left out: it has no device") && !outcome.errors.contains("/" + names[1]),
                 qPrintable(outcome.text()));
        const ProgramOutcome run =
            folder_.run({"run", "photo.png", "-o", "beside.png", "--stack", "invert", "--verify", "-q"}, environment);
        QVERIFY2(run.code == 0 && run.errors == outcome.errors, qPrintable(run.text()));
    }

    /// By two files, a link, or a library beside its own file: it is one driver, and has its devices once.
    void oneDriverByTwoFiles() {
        const QString library = poclLibrary();
        if (library.isEmpty()) QSKIP("PoCL's library is not where it is looked for");
        QDir(folder_.path("")).mkpath("twice");
        QFile::link(library, folder_.path("linked.so"));
        folder_.put("twice/a.icd", library.toUtf8() + "\n");
        folder_.put("twice/b.icd", folder_.path("linked.so").toUtf8() + "\n");
        QFile::link(folder_.path("twice/a.icd"), folder_.path("twice/c.icd"));
        const ProgramOutcome alone = folder_.run({"devices", "--json"}, {{"OCL_ICD_VENDORS", library}});
        const ProgramOutcome outcome = folder_.run({"devices", "--json"}, {{"OCL_ICD_VENDORS", folder_.path("twice")}});
        QVERIFY2(outcome.code == 0 && outcome.errors.isEmpty() && !devicesOf(alone).isEmpty(),
                 qPrintable(outcome.text()));
        QCOMPARE(devicesOf(outcome), devicesOf(alone));
    }

    /// A driver without any device does no harm beside others of another kind, and is no reason to leave those out.
    void driverWithoutDevices() {
        QDir(folder_.path("")).mkpath("none");
        QFile::copy(LIGHTBENCH_DRIVER, folder_.path("libnone.so"));
        const QString folder = drivers("none", {});
        folder_.put("none/0none.icd", folder_.path("libnone.so").toUtf8() + "\n");
        const Injections asked;
        Environment environment = asked.environment();
        environment["OCL_ICD_VENDORS"] = folder;
        const ProgramOutcome outcome = folder_.run({"devices", "--json"}, environment);
        QVERIFY2(outcome.code == 0 && outcome.errors.isEmpty(), qPrintable(outcome.text()));
        QVERIFY2(asked.all().contains(folder_.path("libnone.so")), qPrintable(asked.all().join(' ')));
        QCOMPARE(devicesOf(outcome), devicesOf(folder_.run({"devices", "--json"})));
    }

    /// What the environment names in the place of drivers is said where there are none.
    void placesWithoutDrivers() {
        QDir(folder_.path("")).mkpath("empty");
        for (const QString& place : {folder_.path("empty"), folder_.path("nowhere"), folder_.path("nowhere.icd"),
                                     folder_.path("libnowhere.so")}) {
            const ProgramOutcome outcome =
                folder_.run({"run", "photo.png", "-o", "never.png", "--stack", "invert"}, {{"OCL_ICD_VENDORS", place}});
            QVERIFY2(outcome.code == 3 && outcome.errors.count('\n') == 1 && outcome.errors.contains(place),
                     qPrintable(outcome.text()));
        }
    }

    /// The folders in which drivers are looked for stay no longer than the program, however that ends.
    void nothingStaysInTheTemporaryFolder_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("done") << 0;
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGKILL})
            QTest::addRow("signal %d", signal) << signal;
    }
    void nothingStaysInTheTemporaryFolder() {
        QFETCH(int, signal);
        const QString place = QString("temporary%1").arg(signal);
        QDir(folder_.path("")).mkpath(place);
        const auto probes = [&] {
            return QDir(folder_.path(place)).entryList({"lightbench-drivers-*"}, QDir::AllEntries | QDir::Hidden);
        };
        QDir(folder_.path(place)).mkdir("lightbench-drivers-abcdef"); // of a program that was killed long ago
        QDir(folder_.path(place)).mkdir("lightbench-drivers-of-mine");
        const Environment environment{{"OCL_ICD_VENDORS", drivers("temporary-drivers", {"abort", "hang"})},
                                      {"TMPDIR", folder_.path(place)}};
        const QStringList words{"devices", "--timeout", signal == 0 ? "1" : "20"};
        if (signal == 0) {
            const ProgramOutcome done = folder_.run(words, environment);
            QVERIFY2(done.code == 0 && done.errors.count("left out") == 2, qPrintable(done.text()));
        } else
            signalled(folder_, LIGHTBENCH_CLI, words, environment, signal, [&] {
                return isHangingIn(folder_.path(place)) && !probes().contains("lightbench-drivers-abcdef");
            });
        QTRY_COMPARE(probes(), QStringList{"lightbench-drivers-of-mine"});
    }

    /// A library that is gone is told by the name of its own file, also where another driver fails.
    void missingLibraryBesideAFailingDriver() {
        const QString folder = drivers("mixed", {"abort"});
        folder_.put("mixed/gone.icd", "/nowhere/libgone.so\n");
        const ProgramOutcome outcome = folder_.run({"devices"}, {{"OCL_ICD_VENDORS", folder}});
        QVERIFY2(outcome.code == 0 && outcome.errors.count('\n') == 2, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.contains(folder + "/gone.icd names /nowhere/libgone.so"), qPrintable(outcome.text()));
    }

    void onlyAFailingDriver() {
        QDir(folder_.path("")).mkpath("alone");
        QFile::copy(LIGHTBENCH_DRIVER, folder_.path("libexit.so"));
        folder_.put("alone/exit.icd", folder_.path("libexit.so").toUtf8() + "\n");
        const ProgramOutcome outcome = folder_.run({"run", "photo.png", "-o", "never.png", "--stack", "invert"},
                                                   {{"OCL_ICD_VENDORS", folder_.path("alone")}});
        QCOMPARE(outcome.code, 3);
        QVERIFY2(outcome.errors.contains("exit.icd") && outcome.errors.contains("no OpenCL device was found"),
                 qPrintable(outcome.text()));
        QVERIFY(!QFile::exists(folder_.path("never.png")));
    }

    /// A driver's exit(1) must not read as a mismatch.
    void exitInThisProcessIsNoMismatch() {
        const Environment environment{{"OCL_ICD_VENDORS", drivers("exit", {"exit"})}};
        const ProgramOutcome outcome =
            folder_.run({"run", "photo.png", "-o", "never.png", "--stack", "invert", "--in-process"}, environment);
        QVERIFY2(outcome.code == 3 && outcome.errors.contains("ended the program"), qPrintable(outcome.text()));
    }

    /// A point whose kernel takes the worker down keeps its reason, and the sweep goes on.
    void experimentGoesOnAfterACrash() {
        folder_.copyKernels("crashing");
        QByteArray source = folder_.read("crashing/point/invert/plain.cl");
        QCOMPARE(source.count("dst[i] ="), 1);
        folder_.put("crashing/point/invert/plain.cl", source.replace("dst[i] =", "dst[i + (1l << 40)] ="));
        const ProgramOutcome outcome =
            folder_.run({"experiment", "photo.png", "--stack", "invert", "--axis", "variant=plain,cpu", "--repeat", "2",
                         "--no-peak-rates", "--journal", "crash.csv"},
                        {{"LIGHTBENCH_KERNELS", folder_.path("crashing")}});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        const QList<QByteArray> lines = folder_.read("crash.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines[1].contains("plain") && lines[1].contains("crashed its process"), lines[1].constData());
        QVERIFY2(lines[2].contains("cpu") && lines[2].contains("match"), lines[2].constData());
    }

    /// Nor does one that hangs end it; that it is slow in itself does not say that its work-items wait for each other.
    void experimentGoesOnAfterAHang() {
        folder_.copyKernels("hanging");
        QByteArray source = folder_.read("hanging/point/invert/plain.cl");
        QCOMPARE(source.count("dst[i] ="), 1);
        folder_.put("hanging/point/invert/plain.cl",
                    source.replace("dst[i] =", "for (volatile int stays = 1; stays;) ;\n    dst[i] ="));
        const ProgramOutcome outcome =
            folder_.run({"experiment", "photo.png", "--stack", "invert", "--axis", "variant=plain,cpu", "--repeat", "2",
                         "--no-peak-rates", "--timeout", "4", "--journal", "hang.csv"},
                        {{"LIGHTBENCH_KERNELS", folder_.path("hanging")}});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        const QList<QByteArray> lines = folder_.read("hang.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines[1].contains("made no progress for 4 s and was ended") && !lines[1].contains("waits for other"),
                 lines[1].constData());
        QVERIFY2(lines[2].contains("cpu") && lines[2].contains("match"), lines[2].constData());
    }

    /// PoCL has private arrays of a whole workgroup on a thread's stack of 8 MiB at most, and crashes beyond.
    void workgroupThatOverflowsAStack() {
        saveImage(patterned({{300, 200}, {SampleType::U8, 1}}), folder_.path("gray.png"));
        const QString run = cli() + " run gray.png -o turned.npy --verify -q --device pocl --stack ";
        const ProgramOutcome another = shell("ulimit -S -s 8192; " + run + "'transpose workgroup=128x32'");
        QVERIFY2(another.code == 0, qPrintable(another.text())); // auto takes a variant that it fits
        const ProgramOutcome refused =
            shell("ulimit -S -s 8192; " + run + "'transpose variant=cache-lines workgroup=128x32'");
        QVERIFY2(refused.code == 2 && refused.errors.contains("on a stack, with room for 6 MiB"),
                 qPrintable(refused.text()));
        QCOMPARE(shell("ulimit -S -s 8192; " + run + "'transpose variant=cache-lines workgroup=32x32'").code, 0);
    }

    /// How many the program has when it starts the worker is the test program's business, too: one count hits that.
    void tooFewFileHandles() {
        bool isTold = false;
        for (int count = 4; count < 30 && !isTold; ++count) {
            const ProgramOutcome outcome = shell(QString("ulimit -n %1; exec ").arg(count) + cli() + " devices");
            isTold = outcome.errors.contains("ulimit -n");
            QVERIFY2(!outcome.errors.contains("install Lightbench again"), qPrintable(outcome.text()));
        }
        QVERIFY(isTold);
    }

    void closedDescriptors_data() {
        QTest::addColumn<QString>("closed");
        QTest::addColumn<QString>("way");
        for (const char* closed : {"0<&-", "1>&-", "2>&-", "0<&- 2>&-", "0<&- 1>&- 2>&-"})
            for (const char* way : {"--isolated", "--in-process"})
                QTest::addRow("%s %s", closed, way) << closed << way;
    }
    /// Nothing is written over, and the result is the same. A table that cannot be printed is an error.
    void closedDescriptors() {
        QFETCH(QString, closed);
        QFETCH(QString, way);
        const QString command = cli() + " run photo.png --stack 'gaussian | invert' --verify " + way;
        QCOMPARE(shell(command + " -q -o expected.png").code, 0);
        const ProgramOutcome quiet = shell(command + " -q -o quiet.png " + closed);
        QVERIFY2(quiet.code == 0, qPrintable(quiet.text()));
        QCOMPARE(folder_.read("quiet.png"), folder_.read("expected.png"));
        const ProgramOutcome loud = shell(command + " -o loud.png " + closed);
        const int expected = closed.contains("1>&-") ? 2 : 0;
        QVERIFY2(loud.code == expected, qPrintable(loud.text()));
        QCOMPARE(folder_.read("loud.png"), folder_.read("expected.png"));
        if (expected == 2 && !closed.contains("2>&-"))
            QVERIFY2(loud.errors.contains("standard output"), qPrintable(loud.text()));
    }
};

LIGHTBENCH_TEST(CliDrivers, QCoreApplication)
#include "cli_drivers.moc"
