// Includes point one way: app -> ui -> core and app -> gpu -> core; no Qt in core and gpu, no OpenCL in core and ui.
// And no folders include each other in a circle. The scanners are themselves tried on made-up files that break the
// rules, so that they cannot pass by seeing nothing.
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include "tests/test_program.h"

namespace {

const QStringList rooms{"core", "gpu", "ui", "app"};

/// The rooms that a room may include, itself among them.
QStringList mayInclude(const QString& room) {
    if (room == "core") return {"core"};
    if (room == "gpu") return {"core", "gpu"};
    if (room == "ui") return {"core", "ui"};
    return rooms;
}

bool isQt(const QString& header) {
    static const QRegularExpression pattern("^(Qt|Q[A-Z]|Qsci/|qcustomplot|q[a-z]+\\.h$|ui_.*\\.h$)");
    return pattern.match(header).hasMatch();
}

QStringList sourceFiles(const QString& folder);
QString contentOf(const QString& path);

/// The libraries of image formats stay in the room that reads and writes them: all that it includes but the system's.
bool isCodecLibrary(const QString& header) {
    static const QSet<QString> libraries = [] {
        static const QRegularExpression include(R"(^#include <([^/>]+\.h|[^/>]+)(/[^>]+)?>)",
                                                QRegularExpression::MultilineOption);
        QSet<QString> names;
        for (const QString& file : sourceFiles(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/core/codecs")))
            for (auto each = include.globalMatch(contentOf(file)); each.hasNext();) {
                const QRegularExpressionMatch match = each.next();
                if (match.captured(1).endsWith(".h") || match.hasCaptured(2)) names += match.captured(1);
            }
        return names - QSet<QString>{"sys", "malloc.h"}; // of the system
    }();
    return libraries.contains(header.section('/', 0, 0));
}

bool isOpenCl(const QString& header) { return header.startsWith("CL/") || header.startsWith("OpenCL/"); }

/// Why a room may not include this header; empty if it may. `quoted`: in double quotes, not in angle brackets.
QString problem(const QString& file, const QString& room, const QString& header, bool quoted) {
    const bool noQt = room == "core" || room == "gpu";
    const bool noOpenCl = room == "core" || room == "ui";
    if (noQt && isQt(header)) return room + " must not use Qt";
    if (noOpenCl && isOpenCl(header)) return room + " must not use OpenCL";
    if (isCodecLibrary(header) && !file.startsWith("core/codecs/"))
        return "libraries of image formats are for core/codecs alone";
    if (room == "app" && isQt(header) && file.startsWith("app/cli/") && file != "app/cli/plot_rendering.cpp")
        return "of the command line only app/cli/plot_rendering.cpp uses Qt";
    if (header.contains("..")) return "includes start at the repository's root";
    const QString target = header.section('/', 0, 0);
    if (header.contains('/') && (rooms + QStringList{"tests"}).contains(target))
        return mayInclude(room).contains(target) ? QString() : room + " must not include " + target;
    // What AUTOMOC and AUTOUIC write has no folder.
    const bool generated = header.endsWith(".moc") || header.startsWith("moc_") || header.startsWith("ui_");
    if (quoted && !header.contains('/') && !generated) return "includes start at the repository's root";
    return {};
}

/// Every breach in one source text, as "FILE:LINE: reason".
QStringList breaches(const QString& file, const QString& room, const QString& source) {
    static const QRegularExpression include(R"(^\s*#\s*(?:include|include_next|import)\s*([<"])([^>"]+)[>"])");
    static const QRegularExpression indirect(R"(^\s*#\s*include\s*[^<"\s])");
    QStringList found;
    int number = 0;
    for (const QString& line : source.split('\n')) {
        ++number;
        const QRegularExpressionMatch match = include.match(line);
        QString reason;
        if (match.hasMatch())
            reason = problem(file, room, match.captured(2), match.captured(1) == "\"");
        else if (indirect.match(line).hasMatch())
            reason = "an include by a macro cannot be checked";
        if (!reason.isEmpty())
            found += QStringLiteral("%1:%2: %3 (%4)").arg(file).arg(number).arg(reason, line.trimmed());
    }
    return found;
}

QStringList sourceFiles(const QString& folder) {
    QStringList files;
    QDirIterator walk(folder, {"*.h", "*.hpp", "*.cpp", "*.in", "*.inc"}, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext())
        files += walk.next();
    files.sort();
    return files;
}

QString contentOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

/// By folder, which other folders its files include, each with one of the lines that do.
using FolderIncludes = QMap<QString, QMap<QString, QString>>;

void addIncludes(const QString& file, const QString& source, FolderIncludes* all) {
    static const QRegularExpression include(R"(^\s*#\s*include\s*["]((?:core|gpu|ui|app)/[\w./-]+)["])",
                                            QRegularExpression::MultilineOption);
    const QString folder = file.section('/', 0, -2);
    for (auto each = include.globalMatch(source); each.hasNext();) {
        const QString header = each.next().captured(1), other = header.section('/', 0, -2);
        if (other != folder) (*all)[folder].insert(other, file + " includes " + header);
    }
}

/// Follows the includes from the end of `way`. Gives the lines of the first circle that is met; empty if there is none.
QStringList circleFrom(const FolderIncludes& all, QStringList* way, QSet<QString>* finished) {
    const QString folder = way->last();
    if (finished->contains(folder)) return {};
    const QMap<QString, QString> others = all.value(folder);
    for (auto other = others.begin(); other != others.end(); ++other) {
        const qsizetype start = way->indexOf(other.key());
        *way += other.key();
        QStringList circle;
        if (start < 0)
            circle = circleFrom(all, way, finished);
        else
            for (qsizetype i = start; i + 1 < way->size(); ++i)
                circle += all.value(way->at(i)).value(way->at(i + 1));
        way->removeLast();
        if (!circle.isEmpty()) return circle;
    }
    finished->insert(folder);
    return {};
}

/// The includes that make a circle of folders, as "FILE includes HEADER"; empty if there is no circle.
QStringList folderCircle(const FolderIncludes& all) {
    QSet<QString> finished;
    for (const QString& folder : all.keys()) {
        QStringList way{folder};
        if (const QStringList circle = circleFrom(all, &way, &finished); !circle.isEmpty()) return circle;
    }
    return {};
}

} // namespace

class IncludeScan : public QObject {
    Q_OBJECT
private slots:
    void scannerFindsBreaches_data();
    void scannerFindsBreaches();
    void scannerAllowsTheRest_data();
    void scannerAllowsTheRest();
    void includesPointOneWay_data();
    void includesPointOneWay();
    void scannerFindsCircles();
    void foldersMakeNoCircle();
};

void IncludeScan::scannerFindsBreaches_data() {
    QTest::addColumn<QString>("room");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* room, const char* line) { QTest::addRow("%s: %s", room, line) << room << line; };
    row("core", "#include \"gpu/opencl_engine.h\"");
    row("core", "#include \"ui/theme/theme.h\"");
    row("core", "#include \"app/main.h\"");
    row("core", "#include <QString>");
    row("core", "#include <QtCore/QString>");
    row("core", "#include <qglobal.h>");
    row("core", "#include <CL/cl.h>");
    row("core", "#include \"tests/core/core_support.h\"");
    row("gpu", "#include \"ui/theme/theme.h\"");
    row("gpu", "#include <QImage>");
    row("gpu", "  #  include\t<QtGui>");
    row("gpu", "#include \"app/commands.h\"");
    row("ui", "#include \"gpu/opencl_engine.h\"");
    row("ui", "#include <gpu/opencl_engine.h>");
    row("ui", "#include <CL/opencl.hpp>");
    row("ui", "#include \"app/main.h\"");
    row("ui", "#include \"../gpu/opencl_engine.h\"");
    row("ui", "#include \"theme.h\"");
    row("app", "#include \"tests/core/core_support.h\"");
    row("app", "#include \"../core/image.h\"");
    row("core", "#include HEADER");
    row("ui", "#include <tiffio.h>");
    row("core", "#include <webp/decode.h>");
}

void IncludeScan::scannerFindsBreaches() {
    QFETCH(QString, room);
    QFETCH(QString, line);
    const QStringList found = breaches("made-up.cpp", room, "// first line\n" + line + "\nint x;\n");
    QCOMPARE(found.size(), 1);
    QVERIFY2(found.first().startsWith("made-up.cpp:2: "), qPrintable(found.first()));
}

void IncludeScan::scannerAllowsTheRest_data() {
    QTest::addColumn<QString>("room");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* room, const char* line) { QTest::addRow("%s: %s", room, line) << room << line; };
    row("core", "#include \"core/image/image.h\"");
    row("core", "#include <queue>");
    row("core", "#include <omp.h>");
    row("gpu", "#include \"core/framework/plan.h\"");
    row("gpu", "#include <CL/opencl.hpp>");
    row("ui", "#include \"core/run/engine.h\"");
    row("ui", "#include \"ui/theme/theme.h\"");
    row("ui", "#include <QWidget>");
    row("ui", "#include \"theme.moc\"");
    row("app", "#include \"gpu/opencl_engine.h\"");
    row("app", "#include \"ui/theme/theme.h\"");
    row("app", "#include \"core/image/image.h\"");
    row("core", "// nobody may #include \"gpu/opencl_engine.h\" here");
}

void IncludeScan::scannerAllowsTheRest() {
    QFETCH(QString, room);
    QFETCH(QString, line);
    QCOMPARE(breaches("made-up.cpp", room, line), QStringList());
}

void IncludeScan::includesPointOneWay_data() {
    QTest::addColumn<QString>("room");
    for (const QString& room : rooms)
        QTest::newRow(qPrintable(room)) << room;
}

void IncludeScan::includesPointOneWay() {
    QFETCH(QString, room);
    const QString root = QStringLiteral(LIGHTBENCH_SOURCE_DIR);
    const QStringList files = sourceFiles(root + "/" + room);
    QVERIFY2(!files.isEmpty(), "no source files found: the scan would see nothing");
    QStringList found;
    for (const QString& file : files)
        found += breaches(file.mid(root.size() + 1), room, contentOf(file));
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
}

void IncludeScan::scannerFindsCircles() {
    FolderIncludes line;
    addIncludes("core/a/x.cpp", "// Text.\n#include <map>\n\n#include \"core/a/x.h\"\n#include \"core/b/y.h\"\n",
                &line);
    addIncludes("core/b/y.h", "#include \"core/c/z.h\"\n", &line);
    addIncludes("core/b/inner/y.h", "#include \"core/c/z.h\"\n", &line);
    addIncludes("core/c/z.h", "// never #include \"core/a/x.h\" here\n", &line);
    QCOMPARE(folderCircle(line), QStringList());
    FolderIncludes two = line;
    addIncludes("core/b/other.cpp", "  #  include \"core/a/x.h\"\n", &two);
    QCOMPARE(folderCircle(two),
             (QStringList{"core/a/x.cpp includes core/b/y.h", "core/b/other.cpp includes core/a/x.h"}));
    FolderIncludes three = line;
    addIncludes("core/c/z.cpp", "#include \"core/a/x.h\"\n", &three);
    QCOMPARE(folderCircle(three), (QStringList{"core/a/x.cpp includes core/b/y.h", "core/b/y.h includes core/c/z.h",
                                               "core/c/z.cpp includes core/a/x.h"}));
    FolderIncludes nested = line; // a folder within another is a folder of its own
    addIncludes("core/c/z.cpp", "#include \"core/b/inner/y.h\"\n", &nested);
    QCOMPARE(folderCircle(nested).size(), 2);
}

void IncludeScan::foldersMakeNoCircle() {
    FolderIncludes all;
    const QString root = QStringLiteral(LIGHTBENCH_SOURCE_DIR "/");
    for (const QString& room : rooms)
        for (const QString& path : sourceFiles(root + room))
            addIncludes(path.mid(root.size()), contentOf(path), &all);
    QVERIFY(all.value("core/run").contains("core/image"));
    QVERIFY(all.value("app/cli").contains("core/run"));
    const QStringList circle = folderCircle(all);
    QVERIFY2(circle.isEmpty(), qPrintable("a circle of folders: " + circle.join("; ")));
}

LIGHTBENCH_TEST(IncludeScan, NoApplication)
#include "include_scan.moc"
