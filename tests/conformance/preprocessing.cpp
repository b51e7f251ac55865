// What tests give PoCL in the place of programs: macros, conditions, lines, and what kernels reach.
#include <QTest>

#include "core/base/error.h"
#include "core/framework/kernel_library.h"
#include "core/source/preprocessor.h"
#include "core/source/reached_functions.h"
#include "tests/conformance/declared_builtins.h"
#include "tests/test_program.h"

using namespace lightbench;

class Preprocessing : public QObject {
    Q_OBJECT
private slots:
    void macros_data();
    void macros();
    void whatItCannotItSays();
    void conditionsOfTheCompilerAreMadeSureOf();
    void linesStayWhatTheyWere();
    void whatNothingCallsIsLeftOut();
    void equalProgramsOfDifferentDefinesAreEqual();
};

namespace {
QString made(const std::string& text) {
    Preprocessor preprocessor({{"__clang__", "1"}}, {"__builtin_here"});
    QStringList words;
    for (const ProgramToken& token : preprocessor.run(text))
        words << QString::fromUtf8(token.text.data(), qsizetype(token.text.size()));
    return words.join(' ');
}
} // namespace

void Preprocessing::macros_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* name, const char* text, const char* expected) {
        QTest::addRow("%s", name) << text << expected;
    };
    add("object", "#define A 1 + B\n#define B 2\nA", "1 + 2");
    add("undefined", "#define A 1\n#undef A\nA", "A");
    add("itself", "#define A A + 1\nA", "A + 1");
    add("each other", "#define A B\n#define B A\nA B", "A B");
    add("function", "#define F(a, b) (a) - b\nF(x, (1, 2)) F", "( x ) - ( 1 , 2 ) F");
    add("no parameter", "#define F() 3\nF()", "3");
    add("no function", "#define A (1)\nA", "( 1 )");
    add("over lines", "#define F(a) \\\n  a + a\nF(\n1\n)", "1 + 1");
    add("pasted", "#define P_(a, b) a##b\n#define P(a, b) P_(a, b)\n#define T uchar\nP(T, 4) P_(T, 4)", "uchar4 T4");
    add("pasted to a macro", "#define P(a, b) a ## b\n#define load_4 7\nP(load_, 4)", "7");
    add("pasted to nothing", "#define P(a, b) x a##b\nP(, 4) P(a, )", "x 4 x a");
    add("made from what follows", "#define F(a) [a]\n#define G F\nG(1)", "[ 1 ]");
    add("in an argument", "#define F(a) <a>\nF(F(1))", "< < 1 > >");
    add("comments", "1 /* 2\n 3 */ 4 // 5\n6", "1 4 6");
    add("numbers", "1.0e-3f .5f 0x1Fu a.b", "1.0e-3f .5f 0x1Fu a . b");
    add("signs", "a<<=b>>c->d<=e", "a <<= b >> c -> d <= e");
    add("if", "#if X\n1\n#elif 1\n2\n#else\n3\n#endif", "2");
    add("one branch", "#if 1\n1\n#elif 1\n2\n#else\n3\n#endif", "1");
    add("within what is not", "#if 0\n#if 1\n1\n#else\n2\n#endif\n#define A\n#endif\nA", "A");
    add("ifdef", "#define A\n#ifdef A\n1\n#endif\n#ifndef A\n2\n#endif", "1");
    add("defined", "#define A 0\n#if defined(A) && !defined B\n1\n#endif", "1");
    add("ranks", "#if 1 + 2 * 3 == 7 && (8 >> 1 | 3) == 7 && -1 < 0 && (0 ? 0 : 1)\n1\n#endif", "1");
    add("nothing divided by", "#if 0 && 1 / 0\n1\n#endif", "");
    add("the smallest number",
        "#define MIN (-9223372036854775807 - 1)\n#if MIN / -1 == MIN && MIN % -1 == 0 && -MIN == MIN\n1\n#endif", "1");
    add("shifted out", "#if (1 << 64) == 0 && (1 >> 200) == 0 && (1 << -1) == 0\n1\n#endif", "1");
    add("function in a condition", "#define F(a) (a * 2)\n#if F(2) == 4u\n1\n#endif", "1");
    add("of the compiler", "#ifdef __clang__\n1\n#endif\n#if __has_builtin(__builtin_here)\n2\n#endif", "1 2");
    add("left to the compiler", "#pragma unroll\n_Pragma(\"unroll 1\")", "#pragma unroll _Pragma ( \"unroll 1\" )");
}

void Preprocessing::macros() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(made(text.toStdString()), expected);
}

void Preprocessing::whatItCannotItSays() {
    for (const char* text : {"#include <a>\n", "#define F(a) #a\n", "#define F(a) a\nF(1, 2)", "#define F(a) a\nF(1",
                             "#if 1\n", "#endif\n", "#if 1 +\n#endif", "#define F(a, ...) a\n"})
        QVERIFY_THROWS_EXCEPTION(Error, made(text));
    for (const char* sign : {"!", "(", "1 ? "}) // nested so deeply that the stack would end
        QVERIFY_THROWS_EXCEPTION(Error, made("#if " + QString(sign).repeated(100'000).toStdString() + "1\n#endif"));
}

void Preprocessing::conditionsOfTheCompilerAreMadeSureOf() {
    Preprocessor preprocessor({{"__clang__", "1"}, {"__unasked__", "1"}}, {"__builtin_here"});
    preprocessor.run("#undef __gone__\n#if defined(__clang__) && __has_builtin(__builtin_here)\n#endif\n"
                     "#ifdef __gone__\n#endif\n#if cl_khr_there || OTHER || __has_builtin(__builtin_there)\n#endif\n");
    const QString guards = QString::fromStdString(preprocessor.guards());
    QVERIFY(guards.contains("#ifndef __clang__\n#error"));
    QVERIFY(guards.contains("#if !__has_builtin(__builtin_here)"));
    QVERIFY(guards.contains("#ifdef cl_khr_there\n#error"));
    QVERIFY(guards.contains("#if __has_builtin(__builtin_there)"));
    QCOMPARE(guards.count("#error"), 4);
}

// Each token of the text stands where the compiler will say that it stood.
void Preprocessing::linesStayWhatTheyWere() {
    Preprocessor preprocessor({}, {});
    const auto tokens = preprocessor.run("#line 7 \"kernels/a.cl\"\n#define A 1 \\\n  + 2\na /*\n*/ b\n\n#pragma c\nA\n"
                                         "#line 40 \"kernels/b.clh\"\nd\n");
    QCOMPARE(QString::fromStdString(textOf(tokens)),
             QString("\n#line 9 \"kernels/a.cl\"\na \nb \n\n#pragma c \n1 + 2 \n#line 40 \"kernels/b.clh\"\nd \n"));
}

void Preprocessing::whatNothingCallsIsLeftOut() {
    const std::string text =
        "typedef struct { int a; } T;\ntypedef T unused_t;\n"
        "constant int table[2] = {1, 2};\n"
        "static inline int unused(int i) { return 1; }\n"
        "static inline __attribute__((overloadable)) int both(int i) { if (i) { } return inner(i); }\n"
        "static inline __attribute__((overloadable)) int both(float f) { return 2; }\n"
        "static inline int inner(int i) { return 3; }\n"
        "static inline int other(int i) { return 4; }\n"
        "kernel void one(global int* a) { T t; a[0] = both(1); }\n"
        "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void two(void) { other(1); }\n";
    Preprocessor preprocessor({}, {});
    const auto tokens = preprocessor.run(text);
    const QString all = QString::fromStdString(textOf(withoutUnreached(tokens)));
    const QString one = QString::fromStdString(textOf(withoutUnreached(tokens, "one")));
    QVERIFY(!all.contains("unused") && !all.contains("unused_t"));
    for (const char* word : {"T ;", "table", "both ( int", "both ( float", "int inner", "one", "two", "int other"})
        QVERIFY2(all.contains(word), word);
    QVERIFY(one.contains("int inner") && one.contains("T ;") && !one.contains("two") && !one.contains("int other"));
}

void Preprocessing::equalProgramsOfDifferentDefinesAreEqual() {
    const std::string text = KernelLibrary().source("connected-components/union-find").text;
    const std::string rest = " -D SLOTS=16 -D TILE_WORDS=8 -D TILE_ROWS=32 -D EIGHT=1 -D WORD_ITEMS=1";
    const auto given = [&](const char* kernel, const std::string& type) {
        return withDeclaredBuiltins(
            kernel, {text, "-cl-opt-disable -D SRC_CHANNELS=1 -D DST_CHANNELS=1 -D DST_SAMPLE=uchar -D SRC_SAMPLE=" +
                               type + rest});
    };
    const ProgramText program = given("connected_components_borders", "uchar");
    if (program.text == text) QSKIP("needs PoCL's declarations");
    QCOMPARE(QString::fromStdString(program.options), QString("-cl-opt-disable -D_OPENCL_H_"));
    QVERIFY(program.text == given("connected_components_borders", "ushort").text);
    QVERIFY(given("connected_components_tiles", "uchar").text != given("connected_components_tiles", "ushort").text);
}

LIGHTBENCH_TEST(Preprocessing, QCoreApplication)
#include "preprocessing.moc"
