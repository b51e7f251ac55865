// Parameter values from text and back: ranges, steps, choices, switches, rectangles, matrices and their errors.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include "core/framework/parameter.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;
using std::string;

namespace {
Parameter sigma() { return realParameter("sigma", "Sigma", "px", 0.1, 50, 0.1, 2, "Width."); }
Parameter windowSize() { return integerParameter("k", "Window", "px", 3, 9, 2, 3, "Window."); }
Parameter radius() {
    Parameter parameter = integerParameter("radius", "Radius", "px", 1, 150, 1, 0, "Radius.");
    parameter.zeroIsAuto = true;
    return parameter;
}
Parameter levels() { return integerParameter("levels", "Levels", "", 2, 256, 1, 2, "Levels."); }
Parameter border() {
    return choiceParameter("border", "Border", {{"replicate", "R"}, {"wrap", "W"}}, "wrap", "Border.");
}
Parameter smooth() { return switchParameter("smooth", "Smooth", false, "Smooth."); }
Parameter matrix() { return matrixParameter("matrix", "Matrix", "Weights."); }
Parameter rectangle() {
    Parameter parameter;
    parameter.name = "rectangle";
    parameter.kind = ParameterKind::Rectangle;
    parameter.initial = Rectangle{};
    return parameter;
}
QString refusal(const Parameter& parameter, const string& text, const string& folder = {}) {
    const auto error = errorOf([&] { parseValue(parameter, text, folder); });
    if (!error) return QStringLiteral("no error");
    if (error->field != parameter.name) return QStringLiteral("the field is ") + QString::fromStdString(error->field);
    return QString::fromStdString(error->what());
}
} // namespace

class CoreParameters : public QObject {
    Q_OBJECT
private slots:
    void rangesInWords();
    void legalNumbers();
    void outOfRange_data();
    void outOfRange();
    void noNumbers_data();
    void noNumbers();
    void choicesAndSwitches();
    void texts();
    void rectangles();
    void inlineMatrices();
    void affineMatrices();
    void wrongInlineMatrices_data();
    void wrongInlineMatrices();
    void matrixFiles();
    void wrongMatrixFiles();
    void valuesReadBack();
    void wrongKindsAreErrors();
};

void CoreParameters::rangesInWords() {
    QCOMPARE(rangeText(sigma()), string("0.1..50 px"));
    QCOMPARE(rangeText(windowSize()), string("3, 5, 7 or 9 px"));
    QCOMPARE(rangeText(integerParameter("k", "", "", 1, 31, 2, 3, "")), string("1, 3, 5 and so on up to 31"));
    QCOMPARE(rangeText(levels()), string("2..256"));
    QCOMPARE(rangeText(radius()), string("1..150 px, or 0 for auto"));
    QCOMPARE(rangeText(border()), string("replicate or wrap"));
    QCOMPARE(rangeText(smooth()), string("on or off"));
}

void CoreParameters::legalNumbers() {
    QCOMPARE(std::get<double>(parseValue(sigma(), "2.5")), 2.5);
    QCOMPARE(std::get<double>(parseValue(sigma(), "50")), 50.0);
    QCOMPARE(std::get<double>(parseValue(sigma(), "1e1")), 10.0);
    QCOMPARE(std::get<double>(parseValue(sigma(), " +0.1 ")), 0.1);
    QCOMPARE(std::get<int>(parseValue(windowSize(), "7")), 7);
    QCOMPARE(std::get<int>(parseValue(radius(), "0")), 0);
    QCOMPARE(std::get<int>(parseValue(radius(), "auto")), 0);
    QCOMPARE(std::get<int>(parseValue(radius(), "150")), 150);
}

void CoreParameters::outOfRange_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("text");
    for (const char* text : {"-1", "0", "0.0999", "50.0001", "1e400", "-1e400", "1e300"})
        QTest::addRow("sigma=%s", text) << 0 << text;
    for (const char* text : {"1", "4", "11", "-3", "2147483648", "99999999999999999999"})
        QTest::addRow("k=%s", text) << 1 << text;
    for (const char* text : {"-1", "151"})
        QTest::addRow("radius=%s", text) << 2 << text;
}

void CoreParameters::outOfRange() {
    QFETCH(int, which);
    QFETCH(QString, text);
    const Parameter parameter = which == 0 ? sigma() : which == 1 ? windowSize() : radius();
    const QString message = refusal(parameter, text.toStdString());
    VERIFY_CONTAINS(message, "is out of range: ");
    QVERIFY2(message.endsWith(QString::fromStdString(rangeText(parameter))), qPrintable(message));
    if (text == "-1" && which == 0) QCOMPARE(message, QStringLiteral("sigma=-1 is out of range: 0.1..50 px"));
}

void CoreParameters::noNumbers_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "nan", "-nan", "inf", "-inf", "infinity", "2.5px", "2,5", "0x10", "two", "2 5", "--2",
                             "+-2", "+", "1e", ".", "auto"})
        QTest::newRow(text) << text;
}

void CoreParameters::noNumbers() {
    QFETCH(QString, text);
    VERIFY_CONTAINS(refusal(sigma(), text.toStdString()), "is not a number; sigma is 0.1..50 px");
    VERIFY_CONTAINS(refusal(levels(), text.toStdString()), "is not a whole number; levels is 2..256");
    VERIFY_CONTAINS(refusal(levels(), "2.5"), "is not a whole number");
    QVERIFY(!refusal(sigma(), "\xff\x01").contains(QChar(1)));
}

void CoreParameters::choicesAndSwitches() {
    QCOMPARE(std::get<string>(parseValue(border(), "replicate")), string("replicate"));
    VERIFY_CONTAINS(refusal(border(), "replicat"), "did you mean replicate?");
    VERIFY_CONTAINS(refusal(border(), "zzz"), "the choices are replicate and wrap");
    VERIFY_CONTAINS(refusal(border(), ""), "no choice called");
    for (const char* text : {"on", "true", "yes", "1"})
        QCOMPARE(std::get<bool>(parseValue(smooth(), text)), true);
    for (const char* text : {"off", "false", "no", "0"})
        QCOMPARE(std::get<bool>(parseValue(smooth(), text)), false);
    VERIFY_CONTAINS(refusal(smooth(), "maybe"), "on or off");
}

void CoreParameters::texts() {
    const auto check = [](const std::string& given) {
        if (given.find('?') == given.npos) return;
        Error error(ErrorKind::Usage, "column 2: no questions");
        error.excerpt = "a?\n ^";
        throw error;
    };
    const Parameter words = textParameter("words", "Words", "one", check, {"two", "three; four"}, "");
    QCOMPARE(std::get<string>(parseValue(words, " a  b|c ")), string("a  b|c"));
    QCOMPARE(rangeText(words), string("a text, such as \"two\" or \"three; four\""));
    QCOMPARE(refusal(words, "a?"), QStringLiteral("words, column 2: no questions"));
    VERIFY_CONTAINS(messageOf([&] { checkValue(words, 3); }), "wrong kind");
}

void CoreParameters::rectangles() {
    QVERIFY(std::get<Rectangle>(parseValue(rectangle(), "1,2,30,40")) == (Rectangle{1, 2, 30, 40}));
    QVERIFY(std::get<Rectangle>(parseValue(rectangle(), "0, 0, 1, 1")) == (Rectangle{0, 0, 1, 1}));
    QVERIFY(std::get<Rectangle>(parseValue(rectangle(), "none")) == Rectangle{});
    for (const char* text : {"-1,0,2,2", "0,0,0,0", "0,0,0,4", "0,0,4,-4", "2147483647,0,1,1", "0,0,99999999999,1"})
        VERIFY_CONTAINS(refusal(rectangle(), text), "is out of range");
    for (const char* text : {"", "1", "1,2,3", "1,2,3,4,5", "1,2,3,x", ",,,", "1;2;3;4"})
        VERIFY_CONTAINS(refusal(rectangle(), text), "is not a rectangle");
}

void CoreParameters::inlineMatrices() {
    const auto value = std::get<Matrix>(parseValue(matrix(), "1,2,1;2,4,2;1,2,-1.5e1"));
    QCOMPARE(value.k, 3);
    QCOMPARE(value.weights, (std::vector<double>{1, 2, 1, 2, 4, 2, 1, 2, -15}));
    QCOMPARE(value.source, string("1,2,1;2,4,2;1,2,-1.5e1"));
    QCOMPARE(std::get<Matrix>(parseValue(matrix(), "0 1 0; 1 1 1; 0 1 0;")).k, 3);
    QCOMPARE(std::get<Matrix>(parseValue(matrix(), "2")).k, 1);
    QCOMPARE(std::get<Matrix>(parseValue(matrix(), "none")).k, 0);
    QVERIFY(std::get<Matrix>(parseValue(matrix(), "")) == Matrix{});
}

// Two rows are an affine map where the parameter takes one, and read back as they were given.
void CoreParameters::affineMatrices() {
    Parameter affine = matrix();
    affine.takesAffine = true;
    const auto value = std::get<Matrix>(parseValue(affine, "1,0.5,3;-2,1,4"));
    QCOMPARE(value.k, 3);
    QCOMPARE(value.weights, (std::vector<double>{1, 0.5, 3, -2, 1, 4, 0, 0, 1}));
    QCOMPARE(valueText(value), string("1,0.5,3;-2,1,4"));
    QCOMPARE(std::get<Matrix>(parseValue(affine, "1,2,1;2,4,2;1,2,5")).weights.back(), 5.0);
    VERIFY_CONTAINS(refusal(affine, "1,2;3,4"), "must be odd");
    VERIFY_CONTAINS(refusal(affine, "1,2,3,4,5;1,2,3,4,5"), "2 rows of 5 numbers");
}

void CoreParameters::wrongInlineMatrices_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("row of two") << "1,2,1;2,4;1,2,1"
                                << "row 2 has 2 numbers, but the first row has 3";
    QTest::newRow("two rows") << "1,2,1;2,4,2"
                              << "2 rows of 3 numbers";
    QTest::newRow("even") << "1,2;3,4"
                          << "must be odd";
    QTest::newRow("word") << "1,a,1;2,4,2;1,2,1"
                          << "row 1 holds \"a\"";
    QTest::newRow("nan") << "1,2,1;2,nan,2;1,2,1"
                         << "row 2 holds \"nan\"";
    QTest::newRow("infinite") << "1,2,1;2,4,2;1,2,1e999"
                              << "row 3 holds \"1e999\"";
    QTest::newRow("nothing") << ";;"
                             << "no numbers";
    QTest::newRow("long row") << QStringLiteral("1,").repeated(40) + ";"
                              << "more than 31 numbers";
}

void CoreParameters::wrongInlineMatrices() {
    QFETCH(QString, text);
    QFETCH(QString, words);
    const QString message = refusal(matrix(), text.toStdString());
    QVERIFY2(message.contains(words), qPrintable(message));
    QVERIFY(errorOf([&] { parseValue(matrix(), text.toStdString()); })->kind() == ErrorKind::Usage);
}

namespace {
void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}
} // namespace

void CoreParameters::matrixFiles() {
    QTemporaryDir folder;
    write(folder.filePath("my kernel.txt"), "\xef\xbb\xbf# sharpen\r\n0 -1 0\r\n\r\n-1,\t5, -1 # centre\r\n 0 -1 +0");
    const string path = folder.path().toStdString();
    const auto value = std::get<Matrix>(parseValue(matrix(), "my kernel.txt", path));
    QCOMPARE(value.weights, (std::vector<double>{0, -1, 0, -1, 5, -1, 0, -1, 0}));
    // The text reads back from any folder.
    QVERIFY(std::get<Matrix>(parseValue(matrix(), valueText(value), "/nowhere")) == value);
    QVERIFY(std::get<Matrix>(parseValue(matrix(), path + "/my kernel.txt")) == value);
}

void CoreParameters::wrongMatrixFiles() {
    QTemporaryDir folder;
    const string path = folder.path().toStdString();
    write(folder.filePath("short.txt"), "1 2 1\n2 4\n1 2 1\n");
    write(folder.filePath("words.txt"), "1 2 1\n2 four 2\n1 2 1\n");
    write(folder.filePath("empty.txt"), "");
    write(folder.filePath("big.txt"), QByteArray(2 << 20, ' '));
    write(folder.filePath("rows.txt"), QByteArray("1\n").repeated(40));
    write(folder.filePath("binary.txt"), QByteArray("\x89PNG\r\n\x1a\n\0\0\0", 11));
    VERIFY_CONTAINS(refusal(matrix(), "short.txt", path), "short.txt: row 2 has 2 numbers");
    VERIFY_CONTAINS(refusal(matrix(), "words.txt", path), "words.txt: row 2 holds \"four\"");
    VERIFY_CONTAINS(refusal(matrix(), "empty.txt", path), "no numbers");
    VERIFY_CONTAINS(refusal(matrix(), "big.txt", path), "larger than 1 MiB");
    VERIFY_CONTAINS(refusal(matrix(), "rows.txt", path), "row");
    VERIFY_CONTAINS(refusal(matrix(), "binary.txt", path), "\\x89PNG");
    VERIFY_CONTAINS(refusal(matrix(), "missing.txt", path), "there is no such file");
    VERIFY_CONTAINS(refusal(matrix(), ".", path), "is a folder; give a file");
    QCOMPARE(::mkfifo(folder.filePath("pipe").toUtf8().constData(), 0600), 0);
    VERIFY_CONTAINS(refusal(matrix(), "pipe", path), "is a pipe, not a file");
    VERIFY_CONTAINS(refusal(matrix(), "/dev/zero", path), "/dev/zero is a device, not a file");
    VERIFY_CONTAINS(refusal(matrix(), string("a\0b", 3), path), "a\\x00b");
    VERIFY_CONTAINS(refusal(matrix(), string(5000, 'a'), path), "aaa");
    QVERIFY(errorOf([&] { parseValue(matrix(), "short.txt", path); })->kind() == ErrorKind::Input);
}

void CoreParameters::valuesReadBack() {
    for (double value : {0.1, 1.0 / 3, 49.999999999999993}) {
        QCOMPARE(std::get<double>(parseValue(sigma(), valueText(value))), value);
    }
    Matrix given{1, {0.1}, {}};
    QCOMPARE(valueText(given), string("0.1"));
    given = {3, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {}};
    QCOMPARE(valueText(given), string("1,2,3;4,5,6;7,8,9"));
    QCOMPARE(std::get<Matrix>(parseValue(matrix(), valueText(given))).weights, given.weights);
    QCOMPARE(valueText(Matrix{}), string("none"));
    QCOMPARE(valueText(true), string("on"));
    QCOMPARE(valueText(string("wrap")), string("wrap"));
    QCOMPARE(valueText(Rectangle{1, 2, 3, 4}), string("1,2,3,4"));
}

void CoreParameters::wrongKindsAreErrors() {
    VERIFY_CONTAINS(messageOf([] { checkValue(sigma(), 3); }), "wrong kind");
    VERIFY_CONTAINS(messageOf([] { checkValue(levels(), 3.0); }), "wrong kind");
    VERIFY_CONTAINS(messageOf([] { checkValue(sigma(), std::nan("")); }), "out of range");
    VERIFY_CONTAINS(messageOf([] { checkValue(matrix(), Matrix{3, {1, 2}, {}}); }), "as many columns");
    VERIFY_CONTAINS(messageOf([] {
                        checkValue(matrix(), Matrix{33, std::vector<double>(33 * 33, 1), {}});
                    }),
                    "1 to 31");
    VERIFY_CONTAINS(messageOf([] { checkValue(matrix(), Matrix{1, {std::nan("")}, {}}); }), "finite");
    QVERIFY_EXCEPTION_THROWN(ParameterValues().integer("k"), std::logic_error);
    ParameterValues values;
    values.set("k", 3);
    QCOMPARE(values.integer("k"), 3);
    QVERIFY_EXCEPTION_THROWN(values.real("k"), std::logic_error);
}

LIGHTBENCH_TEST(CoreParameters, NoApplication)
#include "core_parameters.moc"
