// Habits that a machine can check: a source file keeps to 120 columns. In core only core/device asks what kind of
// device it has or who made it. Only the programs ask for the built-in filters; everything else is given a catalog.
// Every filter is in the list of filters, and every test in tests/CMakeLists.txt. Every reader that is fuzzed has
// seeds.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "core/filters/built_in_filters.h"
#include "tests/test_program.h"

namespace {
constexpr int maxColumns = 120;

/// Every breach in one source text.
QStringList breaches(const QString& file, const QString& source) {
    QStringList found;
    const QStringList lines = source.split('\n');
    for (int i = 0; i < lines.size(); ++i)
        if (lines[i].size() > maxColumns)
            found += QStringLiteral("%1:%2: %3 columns").arg(file).arg(i + 1).arg(lines[i].size());
    static const QRegularExpression question("\\bDeviceType::|\\.vendor\\b");
    if (file.startsWith("core/") && !file.startsWith("core/device/") && source.contains(question))
        found += file + ": asks for the kind of a device; core/device/device_traits.h says what follows from it, and " +
                 "what was measured is a row of a filter's choices";
    const bool isLibrary = file.startsWith("core/") || file.startsWith("gpu/") || file.startsWith("ui/");
    if (isLibrary && !file.startsWith("core/filters/built_in_filters.") && source.contains("builtInFilters("))
        found += file + ": asks for the built-in filters; take a catalog as an argument";
    if (file.startsWith("app/") && !file.startsWith("app/worker/program_filters.") &&
        source.contains("builtInFilters("))
        found += file +
                 ": asks for the built-in filters, which decode camera RAW files in this process; programs have " +
                 "programFilters()";
    return found;
}
} // namespace

class SourceHabits : public QObject {
    Q_OBJECT
private slots:
    void scannerFindsBreaches();
    void filesKeepTheHabits_data();
    void filesKeepTheHabits();
    void everyFilterIsListed();
    void everyTestIsBuilt();
    void everyFuzzedReaderHasSeeds();
};

void SourceHabits::scannerFindsBreaches() {
    QCOMPARE(breaches("a.cpp", "// Good.\nint x;\n"), QStringList());
    QCOMPARE(breaches("a.cpp", "// " + QString(117, 'x')), QStringList());
    QCOMPARE(breaches("a.cpp", "// " + QString(118, 'x')).size(), 1);
    for (const char* question : {"device.type == DeviceType::Cpu", "device.vendor.find(\"A\")"}) {
        QCOMPARE(breaches("core/a.cpp", QString("// Good.\n") + question).size(), 1);
        QCOMPARE(breaches("core/device/a.cpp", QString("// Good.\n") + question), QStringList());
        QCOMPARE(breaches("gpu/a.cpp", QString("// Good.\n") + question), QStringList());
    }
    for (const char* folder : {"core/", "gpu/", "ui/"})
        QCOMPARE(breaches(QString(folder) + "a.cpp", "// Good.\nbuiltInFilters();").size(), 1);
    QCOMPARE(breaches("app/a.cpp", "// Good.\nbuiltInFilters();").size(), 1);
    QCOMPARE(breaches("app/a.cpp", "// Good.\nprogramFilters();"), QStringList());
}

void SourceHabits::filesKeepTheHabits_data() {
    QTest::addColumn<QString>("folder");
    for (const char* folder : {"core", "gpu", "ui", "app", "kernels", "tests"})
        QTest::newRow(folder) << folder;
}

void SourceHabits::filesKeepTheHabits() {
    QFETCH(QString, folder);
    const QString root = QStringLiteral(LIGHTBENCH_SOURCE_DIR);
    QStringList found;
    int files = 0;
    QDirIterator walk(root + "/" + folder, {"*.h", "*.cpp", "*.cl", "*.clh", "*.in", "*.cmake", "CMakeLists.txt"},
                      QDir::Files, QDirIterator::Subdirectories);
    for (; walk.hasNext(); ++files) {
        QFile file(walk.next());
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        found += breaches(file.fileName().mid(root.size() + 1), QString::fromUtf8(file.readAll()));
    }
    QVERIFY2(files > 0, "no files found: the scan would see nothing");
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
}

/// A filter that core/filters/built_in_filters.cpp lacks would be left out in silence. Ids are the names of functions.
void SourceHabits::everyFilterIsListed() {
    QStringList missing;
    int found = 0;
    QDirIterator walk(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/core/filters"), {"*.cpp"}, QDir::Files,
                      QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        QFile file(walk.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        static const QRegularExpression function("^Filter (\\w+)\\(\\) \\{", QRegularExpression::MultilineOption);
        const QString text = QString::fromUtf8(file.readAll());
        for (auto match = function.globalMatch(text); match.hasNext(); ++found) {
            const QString name = match.next().captured(1);
            const std::string id = QString(name).replace('_', '-').toStdString();
            if (!lightbench::builtInFilters().find(id)) missing += name;
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable("core/filters/built_in_filters.cpp lacks " + missing.join(", ")));
    QCOMPARE(std::size_t(found), lightbench::builtInFilters().filters().size());
}

/// A test that the build does not know passes in silence.
void SourceHabits::everyTestIsBuilt() {
    const QDir tests(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/tests"));
    QFile list(tests.filePath("CMakeLists.txt"));
    QVERIFY(list.open(QIODevice::ReadOnly));
    const QString named = QString::fromUtf8(list.readAll());
    QStringList missing;
    int found = 0;
    QDirIterator walk(tests.path(), {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        QFile file(walk.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        if (!file.readAll().contains("\nLIGHTBENCH_TEST(")) continue;
        ++found;
        const QString path = tests.relativeFilePath(file.fileName());
        const QRegularExpression name("\\b" + QFileInfo(file).completeBaseName() + "\\b");
        const bool isFoundByName = path.startsWith("cli/cli") ||
                                   (path.startsWith("lab/") && path.endsWith("_panel.cpp")) ||
                                   path.startsWith("codecs/");
        if (!isFoundByName && !named.contains(name)) missing += path;
    }
    QVERIFY(found > 100);
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
}

/// `.ci/fuzz` runs at the very end of the continuous integration, and fails there where a reader has no folder of
/// seeds.
void SourceHabits::everyFuzzedReaderHasSeeds() {
    const QDir fuzz(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/tests/fuzz"));
    QStringList readers =
        fuzz.entryList({"fuzz_*.cpp"}, QDir::Files).replaceInStrings(QRegularExpression("^fuzz_|[.]cpp$"), "");
    // These two are built once for each format that they are given in CMakeLists.txt.
    QCOMPARE(readers.removeAll("codec") + readers.removeAll("resource"), 2);
    QVERIFY(readers.contains("json"));
    for (const QString& reader : readers)
        QVERIFY2(!QDir(fuzz.filePath("seeds/" + reader)).isEmpty(), qPrintable(reader));
}

LIGHTBENCH_TEST(SourceHabits, NoApplication)
#include "source_habits.moc"
