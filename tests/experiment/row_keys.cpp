// What decides whether a row of a journal is kept: each field, and the content of each file that a result depends on.
#include <QTest>

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "core/codecs/image_file.h"
#include "core/definition/defined_filters.h"
#include "core/definition/kernel_files.h"
#include "core/definition/stack_files.h"
#include "core/filters/dithering/palette.h"
#include "core/run/stack_text.h"
#include "core/shards/run_journal.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;
namespace fs = std::filesystem;

namespace {
const std::string kernel = "#include \"tone.h\"\n"
                           "kernel void mine(global const uchar* src, global uchar* dst, int width, int height) {\n"
                           "    int x = get_global_id(0), y = get_global_id(1);\n"
                           "    if (x < width && y < height) dst[y * width + x] = TONE;\n"
                           "}\n";

template <class T> void change(T& value) {
    if constexpr (std::is_same_v<T, std::string>)
        value += "2";
    else
        value += 1;
}
} // namespace

class RowKeysTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string file(const std::string& name) const { return folder_.path().toStdString() + "/" + name; }
    void put(const std::string& name, const std::string& text) const { writeWhole(file(name), text); }
    void putImage(const std::string& name, int value) const {
        saveImage(drawnImage<std::uint8_t>(5, 3, 1, [value](int, int, int) { return std::uint8_t(value); }),
                  file(name));
    }

    /// Of the stack as it is read now, with the kernel file mine.cl.
    std::string hash(const std::string& stack) const {
        const FilterCatalog catalog =
            withDefinitions(builtInFilters(), {readKernelFile(file("mine.cl"), builtInFilters())});
        return stackFilesHash(parseStack(stack, catalog), catalog);
    }
    std::vector<std::string> namesOf(const std::string& stack) const {
        const FilterCatalog catalog =
            withDefinitions(builtInFilters(), {readKernelFile(file("mine.cl"), builtInFilters())});
        std::vector<std::string> names;
        for (const std::vector<ReadFile>& files : {filesOf(parseStack(stack, catalog), catalog), filesOf(catalog)})
            for (const ReadFile& one : files)
                names.push_back(fs::path(one.path).filename());
        return names;
    }

private slots:
    void init() {
        put("mine.cl", kernel);
        put("tone.h", "#include \"deeper.h\"\n#define TONE DEEPER\n");
        put("deeper.h", "#define DEEPER 7\n");
        put("weights.txt", "0 1 0\n1 1 1\n0 1 0\n");
        put("two.palette", paletteText({{{0, 0, 0}, {9, 200, 30}}}));
        putImage("second.png", 1);
        putImage("expected.png", 7);
        fs::remove(file("mine.py"));
    }

    void contentsCount_data() {
        QTest::addColumn<QString>("stack");
        QTest::addColumn<QString>("kernelLines");
        QTest::addColumn<QString>("changed");
        const auto row = [](const char* name, const char* stack, const char* lines, const char* changed) {
            QTest::newRow(name) << QString(stack) << QString(lines) << QString(changed);
        };
        row("kernel file", "mine", "", "mine.cl");
        row("header", "mine", "", "tone.h");
        row("header of a header", "mine", "", "deeper.h");
        row("python reference", "mine", "", "mine.py");
        row("reference image", "mine", "//@ reference: image expected.png\n", "expected.png");
        row("matrix of a reference", "mine", "//@ reference: convolution matrix=@weights.txt\n", "weights.txt");
        row("image of a reference", "mine", "//@ reference: blend with=@second.png\n", "second.png");
        row("matrix", "convolution matrix=@weights.txt", "", "weights.txt");
        row("palette", "floyd-steinberg palette=@two.palette", "", "two.palette");
        row("image", "blend with=@second.png", "", "second.png");
    }

    void contentsCount() {
        QFETCH(QString, stack);
        QFETCH(QString, kernelLines);
        QFETCH(QString, changed);
        const auto placed = [&](QString text) { return text.replace("@", folder_.path() + "/").toStdString(); };
        const std::string name = changed.toStdString();
        // A leading @ of a //@ line is no folder.
        put("mine.cl", kernelLines.isEmpty() ? kernel : "//@" + placed(kernelLines.mid(3)) + kernel);
        if (name == "mine.py") put(name, "def reference(image):\n    return image\n");
        const std::string before = hash(placed(stack));
        QCOMPARE(hash(placed(stack)), before);
        const std::vector<std::string> names = namesOf(placed(stack));
        QVERIFY2(std::ranges::find(names, name) != names.end(), name.c_str());
        if (name == "mine.cl") put(name, kernel + "// changed\n");
        if (name == "tone.h") put(name, "#define TONE 8\n");
        if (name == "deeper.h") put(name, "#define DEEPER 8\n");
        if (name == "mine.py") put(name, "def reference(image):\n    return 255 - image\n");
        if (name == "weights.txt") put(name, "0 1 0\n1 2 1\n0 1 0\n");
        if (name == "two.palette") put(name, paletteText({{{0, 0, 0}, {9, 200, 31}}}));
        if (name.ends_with(".png")) putImage(name, 8);
        QVERIFY(hash(placed(stack)) != before);
    }

    /// What a stack does not use does not count, and neither does the place of a file.
    void othersDoNotCount() {
        const std::string before = hash("invert"), weights = hash("convolution matrix=" + file("weights.txt"));
        put("mine.cl", kernel + "// changed\n");
        QCOMPARE(hash("invert"), before);
        QCOMPARE(hash("invert | !mine"), before);
        fs::create_directories(file("sub"));
        put("sub/weights.txt", "0 1 0\n1 1 1\n0 1 0\n");
        QCOMPARE(hash("convolution matrix=" + file("sub/weights.txt")), weights);
        QVERIFY(hash("convolution matrix=0,1,0;1,1,1;0,1,0") == weights);
    }

    void variantsOfMineCount() {
        const FilterCatalog catalog = builtInFilters();
        FilterDefinition fast{.id = "gaussian.fast",
                              .text = "//@ variant of: gaussian fused\n"
                                      "kernel void gaussian_fused(global const uchar* src) {}"};
        Stage stage = makeStage("gaussian", catalog);
        stage.variant = "mine:fast";
        const std::string before = stackFilesHash({stage}, withDefinitions(catalog, {fast}));
        fast.text += "// changed\n";
        QVERIFY(stackFilesHash({stage}, withDefinitions(catalog, {fast})) != before);
    }

    /// A field that is added counts, or it would let a row stand for another result. What came out does not.
    void everyFieldOfARowCounts() {
        const std::set<std::string_view> outcomes{
            "output",   "output_hash", "host",     "device",          "driver",      "time",           "width",
            "height",   "format",      "variants", "workgroups",      "chosen_by",   "gpu_ms",         "wall_ms",
            "build_ms", "verdict",     "error",    "difference_hash", "report_hash", "histogram_hash", "trace_hash"};
        int fields = 0;
        forEachField<RunRow>([&](auto field) {
            const RunRow mine;
            RunRow other = mine;
            change(other.*field.member);
            const std::vector<std::string> differences = keyDifferences(mine, other);
            QCOMPARE(differences.empty(), outcomes.contains(field.name));
            if (!differences.empty()) QCOMPARE(differences, std::vector{wordOfColumn(field.name)});
            ++fields;
        });
        QVERIFY(fields > int(outcomes.size()));
    }

    /// Without the columns of the key nothing tells what the result depends on.
    void rowsWithFewerColumns() {
        putImage("in.png", 3), putImage("out.png", 4);
        RunRow row;
        row.input = file("in.png");
        row.stack = "invert";
        row.output = row.requestedOutput = file("out.png");
        row.inputHash = fileHash(row.input);
        row.outputHash = fileHash(row.output);
        row.files = "1";
        const std::string path = file("runs.csv");
        writeWhole(path, csvLine({"input", "stack", "output", "input_hash", "output_hash"}) +
                             csvLine({row.input, row.stack, row.output, row.inputHash, row.outputHash}));
        RunJournal journal(path);
        QVERIFY(!journal.known(row));
        QCOMPARE(journal.differencesOf(row), (std::vector<std::string>{"files", "requested output"}));
        journal.add(row);
        QVERIFY(journal.known(row) && journal.differencesOf(row).empty());
        RunRow wanted = row;
        wanted.quality = 90;
        wanted.kernels = "other";
        QVERIFY(!journal.known(wanted));
        QCOMPARE(journal.differencesOf(wanted), (std::vector<std::string>{"kernels", "quality"}));
    }

    /// A stream has other bytes each time.
    void streamsAreNeverKnown() {
        putImage("out.png", 4);
        RunRow row;
        row.input = "-";
        row.output = row.requestedOutput = file("out.png");
        row.outputHash = fileHash(row.output);
        RunJournal journal(file("streams.csv"));
        journal.add(row);
        QVERIFY(!journal.known(row));
    }
};

LIGHTBENCH_TEST(RowKeysTest, NoApplication)
#include "row_keys.moc"
