// What the files of a folder have for themselves has names that differ: a first build compiles a folder as one. Types
// of all others have names that differ in the whole program, since a linker takes the members of one for the other's.
// Both are looked for here: builds that compile file by file would not notice.
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

#include <optional>

#include "tests/test_program.h"

namespace {

/// Functions of one name may stand beside each other if they take different types.
struct PrivateName {
    QString name, file;
    std::optional<QString> types; ///< of what a function takes
    bool clashesWith(const PrivateName& other) const {
        return file != other.file && (!types || !other.types || *types == *other.types);
    }
};

/// "const Image& input, int k = 3" as "const Image&,int".
QString typesOf(const QString& parameters) {
    static const QRegularExpression value(" = [^,]*"), name("\\s*\\b\\w+$");
    QStringList types;
    for (QString one : parameters.simplified().split(',')) {
        one = one.remove(value).trimmed();
        types += one.contains(' ') ? one.remove(name) : one;
    }
    return types.join(',');
}

/// Of one line at the left edge, and those that end its parameters.
void addNames(const QString& line, const QString& rest, const QString& file, QList<PrivateName>& found) {
    static const QRegularExpression type("^(?:struct|class|enum class|enum|using) (\\w+)(?! *;)"),
        function("^(?:\\[\\[\\w+\\]\\] )?(?:template <.*?> )?[A-Za-z][^=({]*[ &*](\\w+)\\("),
        constant("\\b(\\w+)(?:\\[\\w*\\])*(?: = |\\{)"), isConstant("^(?:static |inline )*(?:constexpr|const) ");
    if (const auto match = type.match(line); match.hasMatch()) {
        found.append({match.captured(1), file, {}});
    } else if (const auto called = function.match(line); called.hasMatch()) {
        const QString from = line.mid(called.capturedEnd()) + rest;
        int depth = 1, end = 0;
        for (; end < from.size() && depth > 0; ++end)
            depth += from[end] == '(' ? 1 : from[end] == ')' ? -1 : 0;
        found.append({called.captured(1), file, typesOf(from.left(end - 1))});
    } else if (isConstant.match(line).hasMatch()) {
        for (auto each = constant.globalMatch(line.section("//", 0, 0)); each.hasNext();)
            found.append({each.next().captured(1), file, {}});
    }
}

/// Types at the left edge that other files could see.
QList<PrivateName> sharedTypes(const QString& file, const QString& source) {
    static const QRegularExpression space("^namespace ([\\w:]+) \\{"),
        type("^(?:template <.*> )?(?:struct|class|enum class|enum) (\\w+)(?: final)?(?: : [^;]*)? \\{");
    QList<PrivateName> found;
    bool isPrivate = false;
    QString inside;
    for (const QString& line : source.split('\n')) {
        if (line == "namespace {" || line == "} // namespace") isPrivate = line == "namespace {";
        if (const auto match = space.match(line); match.hasMatch()) inside = match.captured(1) + "::";
        if (const auto match = type.match(line); !isPrivate && match.hasMatch())
            found.append({inside + match.captured(1), file, {}});
    }
    return found;
}

/// What stands in the file's nameless namespaces, or is static.
QList<PrivateName> privateNames(const QString& file, const QString& source) {
    QList<PrivateName> found;
    bool isPrivate = false;
    const QStringList lines = source.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i] == "namespace {" || lines[i] == "} // namespace") isPrivate = lines[i] == "namespace {";
        const bool isStatic = lines[i].startsWith("static ");
        if (isPrivate || isStatic)
            addNames(isStatic ? lines[i].mid(7) : lines[i], ' ' + lines.mid(i + 1, 6).join(' '), file, found);
    }
    return found;
}

QStringList clashes(const QList<PrivateName>& names) {
    QHash<QString, QList<PrivateName>> byName;
    QStringList found;
    for (const PrivateName& one : names) {
        for (const PrivateName& other : byName[one.name])
            if (one.clashesWith(other)) found += one.name + " in " + other.file + " and " + one.file;
        byName[one.name] += one;
    }
    return found;
}
} // namespace

class PrivateNames : public QObject {
    Q_OBJECT
private slots:
    void scannerFindsClashes();
    void namesOfAFolderDiffer_data();
    void namesOfAFolderDiffer();
    void sharedTypesDiffer();
};

void PrivateNames::scannerFindsClashes() {
    const auto found = [](const QString& a, const QString& b) {
        const auto inside = [](const QString& text) { return "namespace {\n" + text + "\n} // namespace\n"; };
        return clashes(privateNames("a.cpp", inside(a)) + privateNames("b.cpp", inside(b)));
    };
    QCOMPARE(found("int sum(int a) {", "int sum(int b, int c) {"), QStringList());
    QCOMPARE(found("int sum(int a) {", "double sum(int b = 3) {"), QStringList{"sum in a.cpp and b.cpp"});
    QCOMPARE(found("int sum(int a,\n        const X& x) {", "int sum(int b, const X& y) {").size(), 1);
    QCOMPARE(found("template <class T> T sum(T a) {", "[[noreturn]] void sum(T b) {").size(), 1);
    QCOMPARE(found("constexpr int gap = 6, edge = 8; // room = 2", "const int room = 1, edge = 3;").size(), 1);
    QCOMPARE(found("constexpr Size size{61, 47};", "Size size() {").size(), 1);
    QCOMPARE(found("struct Row {", "class Row;\nint row() {"), QStringList());
    QCOMPARE(found("struct Row {", "enum class Row {").size(), 1);
    QCOMPARE(found("    int sum = 3;", "    int sum = 4;"), QStringList());
    QCOMPARE(clashes(sharedTypes("a.h", "struct Row {\n") + sharedTypes("b.cpp", "class Row : public X {\n")).size(),
             1);
    QCOMPARE(clashes(sharedTypes("a.h", "struct Row;\n") + sharedTypes("b.h", "struct Row {\n")), QStringList());
    QCOMPARE(clashes(privateNames("a.cpp", "static int x() {\n") + privateNames("b.cpp", "int x() {\n")),
             QStringList());
    QCOMPARE(clashes(privateNames("a.cpp", "static int x() {\n") + privateNames("b.cpp", "static int x() {")).size(),
             1);
}

void PrivateNames::namesOfAFolderDiffer_data() {
    QTest::addColumn<QString>("room");
    for (const char* room : {"core", "gpu", "ui", "app", "tests"})
        QTest::newRow(room) << room;
}

void PrivateNames::namesOfAFolderDiffer() {
    QFETCH(QString, room);
    const QString root = QStringLiteral(LIGHTBENCH_SOURCE_DIR) + "/";
    QHash<QString, QList<PrivateName>> folders;
    for (QDirIterator walk(root + room, {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories); walk.hasNext();) {
        QFile file(walk.next());
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QString name = file.fileName().mid(root.size()), source = QString::fromUtf8(file.readAll());
        if (source.contains("\nint main(")) continue; // a program of its own
        folders[name.section('/', 0, -2)] += privateNames(name, source);
    }
    QVERIFY2(!folders.isEmpty(), "no files found: the scan would see nothing");
    QStringList found;
    for (const QList<PrivateName>& names : folders)
        found += clashes(names);
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
}

void PrivateNames::sharedTypesDiffer() {
    const QString root = QStringLiteral(LIGHTBENCH_SOURCE_DIR) + "/";
    QList<PrivateName> types;
    for (const char* room : {"core", "gpu", "ui", "app", "tests"})
        for (QDirIterator walk(root + room, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
             walk.hasNext();) {
            QFile file(walk.next());
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            const QString name = file.fileName().mid(root.size());
            if (!name.startsWith("tests/measure/")) types += sharedTypes(name, QString::fromUtf8(file.readAll()));
        }
    QVERIFY2(types.size() > 100, "no types found: the scan would see nothing");
    const QStringList found = clashes(types);
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
}

LIGHTBENCH_TEST(PrivateNames, NoApplication)
#include "private_names.moc"
