// PoCL's folder for compiled kernels: full, damaged, not writable, or open to others. Runs go well all the same.
#include <QScopeGuard>
#include <QTest>

#include <unistd.h>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliKernelCache : public QObject {
    Q_OBJECT

    Folder folder_;

    /// Damages all files of these names below the folder; gives how many.
    static int spoil(const QString& folder, const QString& names, const QString& damage) {
        QStringList paths;
        for (QDirIterator walk(folder, {names}, QDir::Files, QDirIterator::Subdirectories); walk.hasNext();)
            paths += walk.next();
        for (const QString& path : paths) {
            QFile file(path);
            const qint64 size = file.size();
            if (damage == "cut") file.resize(size / 2);
            if (damage == "unreadable") file.setPermissions({});
            if (damage == "folder") {
                file.remove();
                QDir().mkdir(path);
            }
            if (damage != "random" && damage != "empty") continue;
            const bool isOpen = file.open(QIODevice::WriteOnly | QIODevice::Truncate);
            if (isOpen && damage == "random") file.write(QByteArray(size, '\x5a'));
        }
        return int(paths.size());
    }
    /// Through a shell, for what only it can do: closed descriptors, limits.
    ProgramOutcome shell(const QString& line, const Environment& environment = {}) {
        return folder_.command("/bin/sh", {"-c", line}, environment);
    }
    static QString cli() { return shellWord(LIGHTBENCH_CLI); }

private slots:
    void initTestCase() { saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.png")); }

    /// PoCL works all the same, and it is said where its kernels go.
    void homeThatCannotBeWritten() {
        QDir(folder_.path("")).mkpath("temporary");
        const QString temporary = folder_.path("temporary");
        for (const auto& [name, place] : {std::pair("HOME", "/proc/none/home"),
                                          {"XDG_CACHE_HOME", "/proc/none"},
                                          {"POCL_CACHE_DIR", "/dev/null"}}) {
            Environment environment{{"XDG_CACHE_HOME", ""}, {"POCL_CACHE_DIR", ""}, {"TMPDIR", temporary}};
            environment[name] = place;
            const ProgramOutcome outcome =
                folder_.run({"run", "photo.png", "-o", "kept.png", "--stack", "invert", "-q"}, environment);
            QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
            QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains("warning: PoCL cannot keep"),
                     qPrintable(outcome.text()));
            QVERIFY2(outcome.errors.contains(place) && outcome.errors.contains(temporary + "/lightbench-") &&
                         outcome.errors.contains("POCL_CACHE_DIR"),
                     qPrintable(outcome.text()));
        }
        const QFileInfo made = QDir(temporary).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot).value(0);
        QVERIFY(made.permission(QFile::ReadUser) && !made.permission(QFile::ReadGroup | QFile::ReadOther));
    }

    void damagedKernelCache_data() {
        QTest::addColumn<QString>("damage");
        QTest::addColumn<QString>("files");
        for (const char* damage : {"empty", "random", "cut", "folder", "unreadable"})
            for (const char* files : {"*.so", "program.bc", "*.bc"})
                QTest::addRow("%s %s", damage, files) << damage << files;
    }
    /// Whatever is wrong with a file that PoCL keeps, the run goes well; if the file is in its way, it is named.
    void damagedKernelCache() {
        QFETCH(QString, damage);
        QFETCH(QString, files);
        const QString cache = "cache-" + damage + QString(files).remove('*');
        const QStringList words{"run", "photo.png", "-o", "cached.png", "--stack", "invert", "--verify", "-q"};
        const Environment environment{{"POCL_CACHE_DIR", folder_.path(cache)}, {"TMPDIR", folder_.path("")}};
        QDir(folder_.path("")).mkpath(cache);
        QCOMPARE(folder_.run(words, environment).code, 0);
        QVERIFY(spoil(folder_.path(cache), files, damage) > 0);
        const ProgramOutcome outcome = folder_.run(words, environment);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        if (!outcome.errors.isEmpty())
            QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains("warning") &&
                         outcome.errors.contains(folder_.path(cache)),
                     qPrintable(outcome.text()));
        QVERIFY(QDir(folder_.path("")).entryList({"lightbench-kernels-*"}).isEmpty());
    }

    /// What fails by itself fails with an empty cache, too, and is told as ever.
    void aKernelThatFailsIsNotTheCache() {
        folder_.copyKernels("wrong");
        folder_.put("wrong/point/invert/segments.cl", "no kernel at all");
        const ProgramOutcome outcome = folder_.run({"run", "photo.png", "-o", "never.png", "--stack", "invert"},
                                                   {{"LIGHTBENCH_KERNELS", folder_.path("wrong")}});
        QVERIFY2(outcome.code == 3 && outcome.errors.count('\n') == 1 && outcome.errors.contains("does not build"),
                 qPrintable(outcome.text()));
    }

    /// Of another one's folder nothing is taken.
    void foreignFolderIsNotUsed() {
        QDir(folder_.path("")).mkpath("open");
        const QString made = folder_.path("open/lightbench-" + QString::number(geteuid()));
        QDir().mkpath(made);
        QVERIFY(QFile::setPermissions(made, QFile::Permissions(0x7777)));
        const ProgramOutcome outcome =
            folder_.run({"devices"}, {{"POCL_CACHE_DIR", "/dev/null"}, {"TMPDIR", folder_.path("open")}});
        QVERIFY2(outcome.code == 0 && !outcome.errors.contains(made), qPrintable(outcome.text()));
        QVERIFY(QDir(made).isEmpty());
    }

    /// Nor is anything written through a link that somebody left there, or kept where everybody can write.
    void openFoldersAreNotUsed() {
        const QString open = folder_.path("planted"), temporary = folder_.path("closed");
        QDir().mkpath(open);
        QDir().mkpath(temporary);
        QVERIFY(QFile::setPermissions(open, QFile::Permissions(0x7777)));
        folder_.put("precious", "precious");
        for (pid_t i = getpid() + 1; i < getpid() + 5000; ++i)
            QVERIFY(QFile::link(folder_.path("precious"), open + "/lightbench-" + QString::number(i)));
        for (const QString& folder : {open, open + "/pocl/kcache"}) {
            const ProgramOutcome outcome =
                folder_.run({"devices"}, {{"POCL_CACHE_DIR", folder}, {"TMPDIR", temporary}});
            QCOMPARE(folder_.read("precious"), QByteArray("precious"));
            QVERIFY2(outcome.code == 0 && outcome.errors.count('\n') == 1 && outcome.errors.contains("can write to") &&
                         outcome.errors.contains(folder) && outcome.errors.contains(temporary + "/lightbench-"),
                     qPrintable(outcome.text()));
        }
        // A folder that only its user can write is used as ever.
        const QString own = folder_.path("own/pocl/kcache");
        const ProgramOutcome outcome =
            shell("umask 0; mkdir -m 755 own; exec " + cli() + " devices", {{"POCL_CACHE_DIR", own}});
        QVERIFY2(outcome.code == 0 && outcome.errors.isEmpty(), qPrintable(outcome.text()));
        QVERIFY(!QFileInfo(own).permission(QFile::WriteGroup | QFile::WriteOther) && QFileInfo(own).isDir());
    }

    void fullKernelCache() {
        QDir(folder_.path("")).mkpath("full");
        const QString full = folder_.path("full");
        if (shell("mount -t tmpfs -o size=100k,mode=700 none " + shellWord(full)).code != 0)
            QSKIP("no file system can be mounted here");
        const auto unmount = qScopeGuard([&] { shell("umount " + shellWord(full)); });
        const ProgramOutcome outcome =
            folder_.run({"run", "photo.png", "-o", "kept.png", "--stack", "invert", "-q"}, {{"POCL_CACHE_DIR", full}});
        QVERIFY2(outcome.code == 0 && outcome.errors.count('\n') == 1 && outcome.errors.contains(full) &&
                     outcome.errors.contains("space"),
                 qPrintable(outcome.text()));
    }
};

LIGHTBENCH_TEST(CliKernelCache, QCoreApplication)
#include "cli_kernel_cache.moc"
