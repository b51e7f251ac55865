// The stack text: what it means, its round trip, and an error for everything else.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;
using std::string;

class CoreStackText : public QObject {
    Q_OBJECT
private slots:
    void emptyTexts();
    void oneLine();
    void manyLines();
    void disabledStages();
    void quotes();
    void onlyChangesAreWritten();
    void everyFilterReadsBack();
    void errors_data();
    void errors();
    void errorsNameStageAndField();
    void linesAreNamed();
    void garbageIsAnError();
};

void CoreStackText::emptyTexts() {
    for (const char* text : {"", " ", "\n\n", "# only a comment", "\xef\xbb\xbf", "|", " |\n|", "\r\n \t"})
        QVERIFY2(parseStack(text).empty(), text);
    QCOMPARE(stackText({}), string());
    QCOMPARE(stackLine({}), string());
}

void CoreStackText::oneLine() {
    const Stack stack = parseStack("grayscale | gaussian sigma=2.5 variant=two-pass workgroup=32x8 | invert");
    QCOMPARE(stack.size(), std::size_t(3));
    QCOMPARE(stack[1].filter, string("gaussian"));
    QCOMPARE(stack[1].parameters.real("sigma"), 2.5);
    QCOMPARE(stack[1].variant, string("two-pass"));
    QVERIFY(stack[1].workgroup == (Workgroup{32, 8}));
    QCOMPARE(stack[0].variant, string("auto"));
    QVERIFY(!stack[0].workgroup && stack[0].enabled);
    for (const char* same :
         {"grayscale\ninvert", "grayscale | invert |", "grayscale |\n| invert # |", "| grayscale\n\n| invert"})
        QVERIFY2(parseStack("grayscale|invert") == parseStack(same), same);
    QCOMPARE(parseStack("grayscale variant=cpu")[0].variant, string("cpu"));
    QVERIFY(parseStack("grayscale variant=auto workgroup=auto") == parseStack("grayscale"));
}

void CoreStackText::manyLines() {
    const Stack stack =
        parseStack("\xef\xbb\xbf# a title\r\n\r\n  grayscale # to one channel\r\n\tgaussian\tsigma=2 |invert|\r\n"
                   "transpose#turned");
    QCOMPARE(stack.size(), std::size_t(4));
    QCOMPARE(stackLine(stack), "grayscale | " + stageText(stack[1]) + " | invert | transpose");
    QCOMPARE(stack[1].parameters.real("sigma"), 2.0);
    QCOMPARE(stack[3].filter, string("transpose"));
}

void CoreStackText::disabledStages() {
    const Stack stack = parseStack("!grayscale | ! invert | transpose");
    QVERIFY(!stack[0].enabled && !stack[1].enabled && stack[2].enabled);
    QCOMPARE(stackLine(stack), string("!grayscale | !invert | transpose"));
}

void CoreStackText::quotes() {
    QTemporaryDir folder;
    for (const char* name : {"plain.txt", "with space.txt", "a|b#c.txt", "quote\"back\\slash.txt", "gr\xc3\xa4u.txt",
                             "line\nend.txt", "ends with backslash\\"}) {
        const QString path = folder.filePath(QString::fromUtf8(name));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write("0 1 0\n1 -4 1\n0 1 0\n") > 0);
        file.close();
        Stack stack{makeStage("convolution"), makeStage("invert")};
        Matrix matrix{3, {0, 1, 0, 1, -4, 1, 0, 1, 0}, path.toStdString()};
        stack[0].parameters.set("matrix", matrix);
        QVERIFY2(parseStack(stackText(stack)) == stack, name);
        QVERIFY2(parseStack(stackLine(stack)) == stack, name);
    }
    QVERIFY(parseStack("gaussian \"sigma=2.5\"") == parseStack("gaussian sigma=\"2.5\""));
    QCOMPARE(parseStack("convolution matrix=\"0 1 0; 1 1 1; 0 1 0\"")[0].parameters.matrix("matrix").k, 3);
    QCOMPARE(parseStack("convolution matrix=").front().parameters.matrix("matrix").k, 0);
}

void CoreStackText::onlyChangesAreWritten() {
    QCOMPARE(stackText(parseStack("gaussian border=replicate workgroup=auto variant=auto | invert")),
             string("gaussian\ninvert\n"));
    QCOMPARE(stackLine(parseStack("gaussian workgroup=64x1 sigma=3.25")), string("gaussian sigma=3.25 workgroup=64"));
}

void CoreStackText::everyFilterReadsBack() {
    for (const Filter& filter : allFilters()) {
        Stack stack;
        for (const Variant* variant : allVariants(filter)) {
            Stage stage = makeStage(filter.id);
            stage.variant = variant->id;
            stage.workgroup = Workgroup{8, 4};
            stage.enabled = variant->id != "cpu";
            for (const Parameter& parameter : filter.parameters) {
                const bool number = parameter.kind == ParameterKind::Integer || parameter.kind == ParameterKind::Real;
                if (parameter.kind == ParameterKind::Integer)
                    stage.parameters.set(parameter.name, int(parameter.maximum));
                if (parameter.kind == ParameterKind::Real) stage.parameters.set(parameter.name, parameter.maximum);
                if (parameter.kind == ParameterKind::Choice)
                    stage.parameters.set(parameter.name, parameter.choices.back().name);
                if (number) checkValue(parameter, stage.parameters.get(parameter.name));
            }
            stack.push_back(stage);
        }
        QVERIFY2(parseStack(stackText(stack)) == stack, stackText(stack).c_str());
        QVERIFY2(parseStack(stackLine(stack)) == stack, stackLine(stack).c_str());
    }
}

void CoreStackText::errors_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("field");
    QTest::newRow("filter") << "gausian"
                            << "there is no filter called \"gausian\"; did you mean gaussian?"
                            << "";
    QTest::newRow("parameter") << "gaussian sigmma=2"
                               << "did you mean sigma?"
                               << "sigmma";
    QTest::newRow("nothing near") << "gaussian zzz=2"
                                  << "the parameters are "
                                  << "zzz";
    QTest::newRow("variant") << "gaussian variant=twopass"
                             << "did you mean two-pass?"
                             << "variant";
    QTest::newRow("former variant") << "grayscale variant=runs"
                                    << "grayscale has no variant called \"runs\"; the variants are auto, "
                                    << "variant";
    QTest::newRow("former parameter") << "connected-components least=5"
                                      << "has no parameter called \"least\"; the parameters are "
                                      << "least";
    QTest::newRow("workgroup") << "gaussian workgroup=16by16"
                               << "such as 16x16"
                               << "workgroup";
    QTest::newRow("workgroup 0") << "gaussian workgroup=0"
                                 << "not a workgroup size"
                                 << "workgroup";
    QTest::newRow("range") << "gaussian sigma=-1"
                           << "sigma=-1 is out of range: 0.1..50"
                           << "sigma";
    QTest::newRow("comma") << "gaussian sigma=2,5"
                           << "is not a number"
                           << "sigma";
    QTest::newRow("twice") << "gaussian sigma=1 sigma=2"
                           << "gaussian has sigma twice"
                           << "sigma";
    QTest::newRow("variant twice") << "gaussian variant=auto variant=cpu"
                                   << "variant twice"
                                   << "variant";
    QTest::newRow("no value") << "gaussian sigma="
                              << "write sigma=VALUE"
                              << "sigma";
    QTest::newRow("empty quotes") << "gaussian sigma=\"\""
                                  << "write sigma=VALUE"
                                  << "sigma";
    QTest::newRow("no equals") << "gaussian sigma"
                               << "write sigma=VALUE"
                               << "sigma";
    QTest::newRow("spaces") << "gaussian sigma = 2"
                            << "write sigma=VALUE"
                            << "sigma";
    QTest::newRow("no variant") << "gaussian variant="
                                << "write variant=VALUE"
                                << "variant";
    QTest::newRow("no workgroup") << "gaussian workgroup"
                                  << "write workgroup=VALUE"
                                  << "workgroup";
    QTest::newRow("missing bar") << "grayscale invert"
                                 << "put | between the stages grayscale and invert"
                                 << "";
    QTest::newRow("word") << "gaussian quickly"
                          << "write NAME=VALUE"
                          << "";
    QTest::newRow("setting first") << "sigma=2"
                                   << "begins with the name of a filter"
                                   << "";
    for (const char* text : {"| |", "||", "grayscale | | invert", "grayscale||invert", "grayscale | | # end"})
        QTest::newRow(text) << text << "no filter between two |"
                            << "";
    QTest::newRow("lone bang") << "grayscale | !"
                               << "! stands alone"
                               << "";
    QTest::newRow("two bangs") << "!!grayscale"
                               << "there is no filter called \"!grayscale\""
                               << "";
    QTest::newRow("open quote") << "gaussian sigma=\"2"
                                << "double quote is not closed"
                                << "";
    QTest::newRow("upper case") << "Gaussian"
                                << "did you mean gaussian?"
                                << "";
}

void CoreStackText::errors() {
    QFETCH(QString, text);
    QFETCH(QString, words);
    QFETCH(QString, field);
    const auto error = errorOf([&] { parseStack(text.toStdString()); });
    QVERIFY(error.has_value());
    QVERIFY2(QString::fromStdString(error->what()).contains(words), error->what());
    QVERIFY(error->kind() == ErrorKind::Usage);
    QCOMPARE(QString::fromStdString(error->field), field);
    QVERIFY(!QString::fromStdString(error->what()).startsWith("line "));
}

void CoreStackText::errorsNameStageAndField() {
    const auto error = errorOf([] { parseStack("grayscale | !invert | gaussian sigma=99"); });
    QVERIFY(error.has_value());
    QCOMPARE(error->stage, 2);
    QCOMPARE(error->field, string("sigma"));
    VERIFY_CONTAINS(QString::fromStdString(error->what()), "stage 3 (gaussian): sigma=99 is out of range: ");
    VERIFY_CONTAINS(messageOf([] { parseStack("invert\ngrayscale | gausian"); }),
                    "line 2: stage 3: there is no filter");
    QVERIFY(messageOf([] { parseStack("gaussian sigma=99"); }).startsWith("sigma=99 is out of range: "));
}

void CoreStackText::linesAreNamed() {
    VERIFY_CONTAINS(messageOf([] { parseStack("grayscale\n\ngausian\n"); }), "line 3: there is no filter");
    QCOMPARE(errorOf([] { parseStack("# title\ngrayscale\ngausian"); })->stage, 1);
    QVERIFY(!messageOf([] { parseStack("gausian\n"); }).startsWith("line"));
}

void CoreStackText::garbageIsAnError() {
    std::uint32_t state = 1;
    const auto random = [&state] { return (state = state * 1664525u + 1013904223u) >> 8; };
    const char letters[] = "gaussian sigma=2.5|#!\"\\\n\r\t\0\xff\xc3\xa4=x16,;autovarianworkgroup";
    const string alphabet(letters, sizeof letters - 1); // with its zero byte
    for (int round = 0; round < 20000; ++round) {
        string text = round % 2 ? "gaussian " : "";
        for (std::uint32_t i = random() % 40; i > 0; --i)
            text += alphabet[random() % alphabet.size()];
        Stack stack;
        const auto error = errorOf([&] { stack = parseStack(text, "/nonexistent"); });
        if (error) {
            for (const char* c = error->what(); *c; ++c)
                QVERIFY2(*c == '\t' || std::uint8_t(*c) >= 0x20, error->what());
        } else {
            QVERIFY2(parseStack(stackText(stack)) == stack, text.c_str());
        }
    }
}

LIGHTBENCH_TEST(CoreStackText, NoApplication)
#include "core_stack_text.moc"
