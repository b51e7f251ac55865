// What a kernel file leaves open, lines that answer it without standing in the file, and lines that are written into
// it.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/definition/argument_mapping.h"
#include "core/definition/corrections.h"
#include "core/definition/kernel_files.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
const std::string arguments = "global const uchar* src, global uchar* dst, int width, int height";

FilterDefinition definitionOf(const std::string& more, const std::string& corrections = {}) {
    return {.id = "mine",
            .text = "kernel void mine(" + arguments + more + ") { dst[get_global_id(1)] = src[get_global_id(0)]; }\n",
            .corrections = corrections};
}

std::string complaint(const FilterDefinition& definition) {
    try {
        kernelFileOf(definition);
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

void writeCorrections(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

const MappingRow& rowOf(const std::vector<MappingRow>& rows, const std::string& name) {
    return *std::ranges::find(rows, name, &MappingRow::name);
}
} // namespace

class KernelCorrections : public QObject {
    Q_OBJECT

private slots:
    void everyQuestionIsListed() {
        const FilterDefinition definition =
            definitionOf(", global const float* weights, local float* tile, struct tone t, float3 tint");
        const KernelFile file = understoodFileOf(definition);
        QCOMPARE(file.questions.size(), 4u);
        const std::vector<MappingRow> rows = mappingRows(definition);
        QCOMPARE(rows.size(), 8u);
        for (const char* name : {"weights", "tile", "t", "tint"})
            QVERIFY2(rowOf(rows, name).chosen < 0 && !rowOf(rows, name).question.empty(), name);
        QCOMPARE(rowOf(rows, "src").line, std::string("//@ argument: src = image"));
        QCOMPARE(rowOf(rows, "width").choices[std::size_t(rowOf(rows, "width").chosen)].label,
                 std::string("the width"));
        QVERIFY(complaint(definition).find("weights") != std::string::npos);
    }

    /// Every line that the form offers answers its question.
    void offeredLinesAnswerQuestions() {
        FilterDefinition definition =
            definitionOf(", global const float* weights, local float* tile, struct tone t, float3 tint");
        for (int left = 4; left > 0; --left) {
            const std::vector<MappingRow> rows = mappingRows(definition);
            const auto open = std::ranges::find_if(rows, [](const MappingRow& row) { return !row.question.empty(); });
            const std::string line =
                open->choices.back().line.starts_with("//@ table") ? open->choices.back().line : open->choices[0].line;
            definition.corrections =
                withCorrection(definition.corrections, open->name == "weights" ? "//@ table: weights = 1, 2, 1" : line);
            QCOMPARE(int(understoodFileOf(definition).questions.size()), left - 1);
        }
        QCOMPARE(complaint(definition), std::string("none"));
    }

    void orderIsAsked() {
        FilterDefinition definition = definitionOf("");
        definition.text += "kernel void other(" + arguments + ") {}\n";
        QVERIFY(complaint(definition).find("the kernels mine and other both write the result") != std::string::npos);
        const MappingRow row = mappingRows(definition).back();
        QVERIFY(row.kernel.empty() && row.choices.size() == 5);
        QCOMPARE(row.choices[0].label, std::string("mine, then other on its result"));
        QCOMPARE(row.choices[2].label, std::string("mine and other, each its own part"));
        QCOMPARE(row.choices[4].label, std::string("other alone"));
        definition.corrections = withCorrection("", row.choices.back().line);
        QCOMPARE(kernelFileOf(definition).variants.front().passes, std::vector<std::string>{"other"});
        definition.corrections = withCorrection("", row.choices[0].line);
        QVERIFY(kernelFileOf(definition).variants.front().sharedResult == ResultComposition::Chained);
        definition.corrections = withCorrection("", row.choices[2].line);
        QVERIFY(kernelFileOf(definition).variants.front().sharedResult == ResultComposition::Parts);
    }

    /// It counts again when its kernels come back, and never beside an order in the file.
    void anOrderOfKernelsThatAreGone() {
        FilterDefinition definition = definitionOf("");
        const std::string alone = definition.text, both = alone + "kernel void other(" + arguments + ") {}\n";
        definition.corrections = withCorrection("", "//@ variant: all; passes mine, other; result chained");
        QVERIFY(kernelFileOf(definition).corrections.empty());
        QCOMPARE(kernelFileOf(definition).variants.size(), std::size_t(1));
        definition.text = both;
        QCOMPARE(kernelFileOf(definition).corrections.size(), std::size_t(1));
        definition.text = "//@ variant: mine\n//@ variant: other\n" + both;
        QCOMPARE(kernelFileOf(definition).variants.size(), std::size_t(2));
    }

    /// A guess about the range is a row as those about arguments are, and can be corrected there.
    void rangesAreRows() {
        FilterDefinition definition{.id = "mine",
                                    .text = "kernel void mine(global const uchar* src, global uchar* dst) {\n"
                                            "    dst[get_global_id(0)] = src[get_global_id(0)];\n}\n"};
        const auto row = [&] { return rowOf(mappingRows(definition), "range"); };
        const auto isExact = [&] { return kernelFileOf(definition).passes.front().isExact; };
        QCOMPARE(row().choices[std::size_t(row().chosen)].label, std::string("exactly so many"));
        QCOMPARE(row().origin, std::string("a guess"));
        QVERIFY(row().line.ends_with("; kernel mine; rounding none") && isExact());
        definition.corrections = withCorrection("", row().choices[0].line);
        QVERIFY(!isExact() && row().chosen == 0 && row().origin == "your correction");
        definition.text = "//@ range: width; kernel mine; rounding none\n" + definition.text;
        QVERIFY(isExact() && row().chosen == 1 && row().isOfFile);
        const auto names = mappingRows(definitionOf(""));
        QVERIFY(std::ranges::find(names, "range", &MappingRow::name) == names.end()); // nothing was guessed
    }

    void theFileComesFirst() {
        FilterDefinition definition = definitionOf(", float by", "//@ parameter: by 0..9 = 3\n");
        QCOMPARE(kernelFileOf(definition).parameters.front().initial, ParameterValue(3.0));
        definition.text = "//@ argument: by = width\n" + definition.text;
        QVERIFY(kernelFileOf(definition).parameters.empty());
        QVERIFY(rowOf(mappingRows(definition), "by").isOfFile);
    }

    /// The argument may come back.
    void correctionsOutliveTheirArgument() {
        QCOMPARE(complaint(definitionOf("", "//@ parameter: by 0..9 = 3\n//@ range: 1; kernel gone\n")),
                 std::string("none"));
        QVERIFY(complaint(definitionOf(", float by", "//@ parameter: by 0..x = 3\n")).find("your correction") !=
                std::string::npos);
    }

    void pointersAreMapped() {
        FilterDefinition definition{.id = "mine",
                                    .text = "kernel void mine(global uchar* a, global uchar* b, int w, int h) {}\n"};
        QVERIFY(complaint(definition).find("no argument is the image") != std::string::npos);
        definition.corrections = "//@ argument: a = image\n//@ argument: b = result\n";
        QCOMPARE(complaint(definition), std::string("none"));
        definition.corrections = "//@ argument: a = width\n";
        QVERIFY(complaint(definition).find("a is a pointer, so it is image or result") != std::string::npos);
    }

    /// With the lines of all guesses, nothing is guessed, and the filter is the same.
    void guessesCanBeWritten_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("scalars") << QString::fromStdString(definitionOf(", float gain, int radius").text);
        QTest::newRow("names") << "kernel void mine(global const uchar* a, global uchar* b, int w, int h) {}\n";
        QTest::newRow("no size") << "kernel void mine(global const uchar4* src, global uchar4* dst) "
                                    "{ dst[get_global_id(0)] = src[get_global_id(0)]; }\n";
        QTest::newRow("scratch") << "kernel void one(global const uchar* src, global float* t, int width, int height)"
                                    "{ int row = get_global_id(0); t[row] = 0; }\n"
                                    "kernel void two(global const float* t, global uchar* dst, int width, int height)"
                                    "{ dst[get_global_id(0)] = t[get_global_id(1)]; }\n";
    }
    void guessesCanBeWritten() {
        QFETCH(QString, text);
        FilterDefinition definition{.id = "mine", .text = text.toStdString()};
        const KernelFile before = kernelFileOf(definition);
        QVERIFY(!before.guesses.empty());
        definition.text = unwrittenLines(before) + definition.text;
        const KernelFile after = kernelFileOf(definition);
        for (const KernelGuess& guess : after.guesses)
            QVERIFY2(false, guess.text.c_str());
        QCOMPARE(after.parameters.size(), before.parameters.size());
        for (std::size_t i = 0; i < after.parameters.size(); ++i)
            QVERIFY(rangeText(after.parameters[i]) == rangeText(before.parameters[i]) &&
                    after.parameters[i].initial == before.parameters[i].initial);
        for (std::size_t i = 0; i < after.passes.size(); ++i)
            QVERIFY(after.passes[i].range == before.passes[i].range &&
                    after.passes[i].isExact == before.passes[i].isExact);
    }

    void linesAreWritten() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("mine.cl").toStdString();
        const auto put = [&](const QByteArray& bytes) {
            QFile file(QString::fromStdString(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
        };
        const auto bytes = [&] {
            QFile file(QString::fromStdString(path));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        put("\xEF\xBB\xBF"
            "int a;\r\n\r\nint b;");
        writeLines(path, "int a;\r\n\r\nint b;", "//@ label: A\n//@ doc: B\n");
        QCOMPARE(bytes(), QByteArray("\xEF\xBB\xBF"
                                     "//@ label: A\r\n//@ doc: B\r\nint a;\r\n\r\nint b;"));
        const QByteArray before = bytes();
        const auto refusal = [&](const std::string& file) {
            try {
                writeLines(file, "another text", "//@ label: A\n");
            } catch (const Error& error) {
                return std::string(error.what());
            }
            return std::string("none");
        };
        QVERIFY2(refusal(path).find("has changed meanwhile") != std::string::npos, refusal(path).c_str());
        QVERIFY(refusal(folder.filePath("none.cl").toStdString()).find("none.cl") != std::string::npos);
        QCOMPARE(bytes(), before);
    }

    void keptByPath() {
        QTemporaryDir folder;
        qputenv("LIGHTBENCH_CORRECTIONS", QFile::encodeName(folder.filePath("kept")));
        QCOMPARE(keptCorrections("/a/b.cl"), std::string());
        keepCorrections("/a/b.cl", "//@ label: A\n");
        QCOMPARE(keptCorrections("/a/b.cl"), std::string("//@ label: A\n"));
        QCOMPARE(keptCorrections("/a/c.cl"), std::string());
        keepCorrections("/a/b.cl", "");
        QCOMPARE(keptCorrections("/a/b.cl"), std::string());
        qputenv("LIGHTBENCH_CORRECTIONS", "off");
    }

    /// A run goes on without them, and says so.
    void thatCannotBeRead_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("wrong key") << QByteArray("//@ lable: A\n");
        QTest::newRow("no key") << QByteArray("//@ label: A\n//@ 7\n");
        QTest::newRow("no list") << QByteArray("{\"label\": \"A\"}\n");
        QTest::newRow("another encoding") << QByteArray("\xFF\xFE/\0/\0@\0", 8);
        QTest::newRow("too large") << QByteArray(2 << 20, '/');
    }
    void thatCannotBeRead() {
        QFETCH(QByteArray, bytes);
        QTemporaryDir folder;
        const std::string path = folder.filePath("b.cl").toStdString();
        writeCorrections(QString::fromStdString(path),
                         "kernel void b(global const uchar* src, global uchar* dst) { dst[0] = src[0]; }\n");
        qputenv("LIGHTBENCH_CORRECTIONS", QFile::encodeName(folder.filePath("kept")));
        keepCorrections(path, "//@ label: A\n");
        const QStringList kept = QDir(folder.filePath("kept")).entryList(QDir::Files);
        QCOMPARE(kept.size(), 1);
        QVERIFY(unreadCorrectionsNote(readKernelFile(path, {})).empty());
        const QString file = folder.filePath("kept/" + kept.first());
        writeCorrections(file, bytes);
        const FilterDefinition definition = readKernelFile(path, {});
        QVERIFY(definition.corrections.empty());
        const QString note = QString::fromStdString(unreadCorrectionsNote(definition));
        QVERIFY2(note.contains("b.cl is used without your corrections") && note.contains(file), qPrintable(note));
        qputenv("LIGHTBENCH_CORRECTIONS", "off");
    }

    void oneLineForEachSubject() {
        std::string all = withCorrection("", "//@ parameter: a 0..1 = 0");
        all = withCorrection(all, " //@ scratch: b = 4 ");
        all = withCorrection(all, "//@ argument: a = width");
        QCOMPARE(all, std::string("//@ scratch: b = 4\n//@ argument: a = width\n"));
        QCOMPARE(withoutCorrection(all, "argument b"), std::string("//@ argument: a = width\n"));
        QVERIFY_THROWS_EXCEPTION(Error, withCorrection("", "a = width"));
        QVERIFY_THROWS_EXCEPTION(Error, withCorrection("", "//@ argument: a = 1\n//@ argument: b = 1"));
    }
};

LIGHTBENCH_TEST(KernelCorrections, QCoreApplication)
#include "kernel_corrections.moc"
