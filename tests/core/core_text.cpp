// Nearest names, lists and numbers in messages; workgroup sizes as text.
#include <clocale>
#include <cmath>
#include <limits>

#include <QTest>

#include "core/base/text.h"
#include "core/framework/plan.h"
#include "core/framework/tolerance.h"
#include "core/framework/workgroup.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;
using std::string;

class CoreText : public QObject {
    Q_OBJECT
private slots:
    void nearestNamesComeFirst();
    void suggestionsReadWell();
    void longerErrorsKeepTheRest();
    void errorsGetTheirSubjectOnce();
    void numbersReadBack();
    void threeDigitsHaveNoExponent();
    void bytesHaveUnits();
    void numbersIgnoreTheLocale();
    void shownTextIsHarmless();
    void floatLiteralsAreC();
    void workgroupsReadBack();
    void wrongWorkgroupsAreErrors_data();
    void wrongWorkgroupsAreErrors();
    void tolerancesInWords();
};

void CoreText::nearestNamesComeFirst() {
    const std::vector<string> names{"grayscale", "invert", "gaussian", "median", "floyd-steinberg"};
    QCOMPARE(nearestNames("gausian", names), std::vector<string>{"gaussian"});
    QCOMPARE(nearestNames("gauss", names), std::vector<string>{"gaussian"});
    QCOMPARE(nearestNames("Grayscale", names), std::vector<string>{"grayscale"});
    QCOMPARE(nearestNames("grayscael", names), std::vector<string>{"grayscale"}); // neighbours swapped: one edit
    QCOMPARE(nearestNames("floyd_steinberg", names), std::vector<string>{"floyd-steinberg"});
    QCOMPARE(nearestNames("g", names), (std::vector<string>{"grayscale", "gaussian"}));
    QVERIFY(nearestNames("zzzzzz", names).empty());
    QVERIFY(nearestNames("", names).empty());
    QVERIFY(nearestNames(string(100000, 'g'), names).empty());
    QCOMPARE(nearestNames("aa", {"aa5", "aa4", "aa3", "aa2", "aa"}).size(), std::size_t(3));
    QCOMPARE(nearestNames("aa", {"aa5", "aa4", "aa3", "aa2", "aa"}).front(), string("aa"));
}

void CoreText::suggestionsReadWell() {
    QCOMPARE(suggestion("g", {"grayscale", "gaussian"}, "filters"), string("did you mean grayscale or gaussian?"));
    QCOMPARE(suggestion("zzz", {"a1", "b2", "c3"}, "filters"), string("the filters are a1, b2 and c3"));
    QCOMPARE(joinWords({}, "or"), string());
    QCOMPARE(joinWords({"a"}, "or"), string("a"));
    QCOMPARE(joinWords({"a", "b"}, "or"), string("a or b"));
}

void CoreText::longerErrorsKeepTheRest() {
    Error error(ErrorKind::Build, "the kernel does not compile", "line 3: unknown type");
    error.stage = 2;
    error.field = "sigma";
    error.excerpt = "a + )\n    ^";
    error.reason = ErrorReason::WritesBeyondBuffer;
    error.subject = "sigma";
    const Error longer = withPrefix(error, "blur.cl: ", "; repair it");
    QCOMPARE(longer.what(), "blur.cl: the kernel does not compile; repair it");
    QVERIFY(longer.kind() == ErrorKind::Build);
    QCOMPARE(longer.details(), error.details());
    QCOMPARE(longer.stage, 2);
    QCOMPARE(longer.field, error.field);
    QCOMPARE(longer.excerpt, error.excerpt);
    QCOMPARE(longer.subject, error.subject);
    QVERIFY(longer.reason == error.reason);
}

void CoreText::errorsGetTheirSubjectOnce() {
    const auto about = [](void (*throws)()) { return withSubject(*errorOf(throws), "a.png"); };
    const Error cut = about([] { failPredicate(ErrorKind::Input, "is truncated", "input"); });
    QCOMPARE(cut.what(), "a.png is truncated");
    QCOMPARE(cut.field, string("input"));
    QCOMPARE(withSubject(cut, "a.png").what(), cut.what());
    QCOMPARE(about([] { fail(ErrorKind::Input, "the array is empty"); }).what(), "a.png: the array is empty");
    QCOMPARE(about([] { failNaming(ErrorKind::Input, "b.png", "cannot write b.png: no"); }).what(),
             "cannot write b.png: no");
}

void CoreText::numbersReadBack() {
    for (double value : {0.1, 2.5, 1.0 / 3, 1e-7, 1e22, 123456789.125, -0.3, 5e-324, 1.7976931348623157e308}) {
        const string text = numberText(value);
        QCOMPARE(std::strtod(text.c_str(), nullptr), value);
    }
    QCOMPARE(numberText(2.5), string("2.5"));
    QCOMPARE(numberText(0.00001), string("0.00001"));
    QCOMPARE(numberText(100000), string("100000"));
    QCOMPARE(numberText(-0.0), string("0"));
    QCOMPARE(numberText(std::nan("")), string("nan"));
    QCOMPARE(numberText(-std::numeric_limits<double>::infinity()), string("-inf"));
}

void CoreText::threeDigitsHaveNoExponent() {
    QCOMPARE(threeDigits(0.00123), string("0.00123"));
    QCOMPARE(threeDigits(1.234), string("1.23"));
    QCOMPARE(threeDigits(12.34), string("12.3"));
    QCOMPARE(threeDigits(123.4), string("123"));
    QCOMPARE(threeDigits(1234), string("1234"));
    QCOMPARE(threeDigits(9.999), string("10.0"));
    QCOMPARE(threeDigits(99.96), string("100"));
    QCOMPARE(threeDigits(0), string("0"));
    QCOMPARE(threeDigits(-1.5), string("-1.50"));
    QCOMPARE(threeDigits(1e-300), string("0"));
    QVERIFY(threeDigits(1e300).find('e') == string::npos);
}

void CoreText::bytesHaveUnits() {
    QCOMPARE(byteText(512), string("512 bytes"));
    QCOMPARE(byteText(48 * 1024), string("48 KiB"));
    QCOMPARE(byteText(9441), string("9.22 KiB"));
    QCOMPARE(byteText(1.5 * 1024 * 1024), string("1.5 MiB"));
    QCOMPARE(byteText(600.0 * 1024 * 1024), string("600 MiB"));
    QCOMPARE(byteText(8.0 * 1024 * 1024 * 1024), string("8 GiB"));
}

void CoreText::numbersIgnoreTheLocale() {
    // Where the machine has a locale with a decimal comma, nothing may change; the C library proves that it is on.
    const char* found = nullptr;
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
        if (!found) found = std::setlocale(LC_ALL, name);
    const string number = numberText(2.5), literal = floatLiteral(2.5), digits = threeDigits(2.5);
    std::setlocale(LC_ALL, "C");
    QCOMPARE(number, string("2.5"));
    QCOMPARE(literal, string("2.5f"));
    QCOMPARE(digits, string("2.50"));
    if (!found) QSKIP("no locale with a decimal comma is installed; checked in the C locale alone");
}

void CoreText::shownTextIsHarmless() {
    QCOMPARE(shownText("plain"), string("plain"));
    QCOMPARE(shownText("gr\xc3\xa4u \xe2\x82\xac \xf0\x9f\x98\x80"),
             string("gr\xc3\xa4u \xe2\x82\xac \xf0\x9f\x98\x80"));
    QCOMPARE(shownText(string("a\0b\x1b[31m\n", 9)), string("a\\x00b\\x1b[31m\\x0a"));
    QCOMPARE(shownText("\xff\xc3"), string("\\xff\\xc3"));
    QCOMPARE(shownText("\xc0\xaf\xed\xa0\x80"), string("\\xc0\\xaf\\xed\\xa0\\x80"));
    QCOMPARE(shownText(string(1000, 'x')), string(60, 'x') + "...");
}

void CoreText::floatLiteralsAreC() {
    QCOMPARE(floatLiteral(2.5), string("2.5f"));
    QCOMPARE(floatLiteral(3), string("3.0f"));
    QCOMPARE(floatLiteral(0), string("0.0f"));
    QCOMPARE(floatLiteral(-1), string("-1.0f"));
    QCOMPARE(floatLiteral(1e30), string("1e+30f"));
    for (float value : {0.1f, 1.0f / 3, 1e-38f, 16777217.0f})
        QCOMPARE(std::strtof(floatLiteral(double(value)).c_str(), nullptr), value);
}

void CoreText::workgroupsReadBack() {
    QVERIFY(!parseWorkgroup("auto"));
    for (Workgroup workgroup :
         {Workgroup{64, 1}, Workgroup{16, 16}, Workgroup{1, 64}, Workgroup{7777, 1}, driverChosenWorkgroup})
        QVERIFY(parseWorkgroup(workgroupText(workgroup)) == workgroup);
    QVERIFY(*parseWorkgroup("7777x1") == (Workgroup{7777, 1})); // readable; whether it can run is the device's to say
    QCOMPARE(workgroupText({64, 1}), string("64"));
    QCOMPARE(workgroupText({1, 64}), string("1x64"));
    QCOMPARE(workgroupText(driverChosenWorkgroup), string("driver"));
}

void CoreText::wrongWorkgroupsAreErrors_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"",
                             "0",
                             "0x0",
                             "0x16",
                             "16x0",
                             "-1",
                             "-1x4",
                             "16x",
                             "x16",
                             "x",
                             "16x16x1",
                             "16X16",
                             "+4",
                             " 16",
                             "16 ",
                             "1e2",
                             "3.5",
                             "99999999999999999999",
                             "99999999999x1",
                             "4294967297",
                             "sixteen",
                             "16\xc3\x97"
                             "16"})
        QTest::newRow(text) << QByteArray(text);
}

void CoreText::wrongWorkgroupsAreErrors() {
    QFETCH(QByteArray, text);
    const auto error = errorOf([&] { parseWorkgroup(text.toStdString()); });
    QVERIFY(error.has_value());
    QVERIFY(error->kind() == ErrorKind::Usage);
    QCOMPARE(error->field, string("workgroup"));
    VERIFY_CONTAINS(QString::fromStdString(error->what()), "such as 16x16");
}

void CoreText::tolerancesInWords() {
    QCOMPARE(exactly().text(), string("exact"));
    QVERIFY(withinOne().text().starts_with("within 1, at most 0.1 % of samples"));
    QCOMPARE(sumTolerance().text(), string("exact (float: 0.00001 of the largest value)"));
}

LIGHTBENCH_TEST(CoreText, NoApplication)
#include "core_text.moc"
