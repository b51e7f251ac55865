// What a kernel file declares of its reads: the line, the filter's locality, and the test of true and false ones, on
// filters that are functions of this program.
#include <QTest>

#include "core/definition/defined_filters.h"
#include "core/definition/kernel_file.h"
#include "core/definition/reads.h"
#include "core/framework/border.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
std::string textWithLine(const std::string& line) {
    return line + "\nkernel void mine(global const uchar* src, global uchar* dst, int width, int height, int r) {}\n";
}
KernelFile fileWith(const std::string& line) {
    return kernelFileOf({.id = "mine", .text = textWithLine("//@ parameter: r 0..9 = 2\n" + line), .file = "mine.cl"});
}

/// A result at one place.
using Formula = std::function<int(const Image& input, int x, int y)>;

int sampleAt(const Image& image, int x, int y, Border border) {
    const int column = borderIndex(x, image.width(), border), row = borderIndex(y, image.height(), border);
    return column < 0 || row < 0 ? 0 : int(image.at(column, row, 0));
}
Formula shifted(int across, int down, Border border = Border::Replicate) {
    return [=](const Image& image, int x, int y) { return sampleAt(image, x + across, y + down, border); };
}

std::string refusal(const std::string& line, const Formula& formula, int r = 2) {
    const KernelFile file = fileWith(line);
    ParameterValues values;
    values.set("r", r);
    const auto run = [&](const ImagePtr& input) -> ImagePtr {
        Image result(input->shape());
        for (int y = 0; y < input->height(); ++y)
            for (int x = 0; x < input->width(); ++x)
                result.row<std::uint8_t>(y)[x] = std::uint8_t(formula(*input, x, y));
        return std::make_shared<const Image>(std::move(result));
    };
    try {
        checkReads(file, values, {SampleType::U8, 1}, run);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}
} // namespace

class DeclaredReadsTest : public QObject {
    Q_OBJECT

private slots:
    void trueDeclarations() {
        const Formula same = shifted(0, 0), two = shifted(-2, 1);
        QCOMPARE(refusal("//@ reads: point", same), std::string());
        QCOMPARE(refusal("//@ reads: point; position does not matter", same), std::string());
        QCOMPARE(refusal("//@ reads: window 2, 1", two), std::string());
        QCOMPARE(refusal("//@ reads: window r, r - 1; border clamp; position does not matter", two), std::string());
        for (const auto& [name, border] : {std::pair("mirror", Border::Reflect101), std::pair("wrap", Border::Wrap),
                                           std::pair("zero", Border::Constant)})
            QCOMPARE(refusal(std::string("//@ reads: window 2; border ") + name + "; position does not matter",
                             shifted(-2, 1, border)),
                     std::string());
        const Formula parity = [](const Image& image, int x, int y) { return x % 2 ? 7 : int(image.at(x, y, 0)); };
        QCOMPARE(refusal("//@ reads: point; position matters", parity), std::string());
        QCOMPARE(refusal("", shifted(9, 9)), std::string());
    }

    void falseDeclarations_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("formula");
        QTest::addColumn<QString>("said");
        QTest::newRow("point") << "//@ reads: point" << 0 << "a sample 5 pixels to the left changed the result; point";
        QTest::newRow("window") << "//@ reads: window 2, 2" << 0
                                << "a sample 5 pixels to the left changed the result; the window says at most 2 across";
        QTest::newRow("parameters") << "//@ reads: window r, r" << 0 << "with r=2";
        QTest::newRow("down") << "//@ reads: window 9, 0" << 1 << "1 pixel below changed the result";
        QTest::newRow("all") << "//@ reads: window 1, 1" << 2 << "changed the result";
        QTest::newRow("place") << "//@ reads: point; position does not matter" << 3 << "so position matters";
        QTest::newRow("size") << "//@ reads: point; position does not matter" << 4 << "so the size matters";
        QTest::newRow("border") << "//@ reads: window 5, 1; border mirror; position does not matter" << 0
                                << "with that border it would be";
    }
    void falseDeclarations() {
        QFETCH(QString, line);
        QFETCH(int, formula);
        QFETCH(QString, said);
        const std::vector<Formula> all{
            shifted(-5, 0), shifted(0, 1),
            [](const Image& image, int, int) { return int(image.at(image.width() / 2, image.height() / 2, 0)); },
            [](const Image& image, int x, int y) { return x % 2 ? 7 : int(image.at(x, y, 0)); },
            [](const Image& image, int x, int y) { return image.width() > 35 ? 7 : int(image.at(x, y, 0)); }};
        const std::string seen = refusal(line.toStdString(), all[std::size_t(formula)]);
        QVERIFY2(seen.starts_with("mine.cl:2: //@ reads: ") && seen.find(said.toStdString()) != std::string::npos,
                 seen.c_str());
    }

    /// It is tested with the values that are used.
    void eachValueIsTested() {
        const Formula two = shifted(-2, 0);
        QCOMPARE(refusal("//@ reads: window r, 0", two, 2), std::string());
        QVERIFY(!refusal("//@ reads: window r, 0", two, 1).empty());
    }

    void localities() {
        const auto of = [](const std::string& line) {
            const Filter filter = filterOf({.id = "mine", .text = textWithLine("//@ parameter: r 0..900 = 2\n" + line)},
                                           builtInFilters());
            ParameterValues values;
            values.set("r", 3);
            return filter.locality(values);
        };
        QVERIFY(of("") == Locality{});
        QVERIFY(of("//@ reads: all") == Locality{});
        QVERIFY(of("//@ reads: point") == (Locality{Locality::Pixel, 0}));
        QVERIFY(of("//@ reads: window r, 2 * r") == (Locality{Locality::Window, 6}));
        QVERIFY(of("//@ reads: window r; border wrap; position does not matter") == Locality{});
        QVERIFY(of("//@ reads: window 999") == Locality{});
    }

    void wrongLines() {
        for (const char* line :
             {"nearby", "window", "window width", "window 1, 2, 3", "window q", "point; border clamp",
              "window 2; border clamp", "window 2; border soft; position does not matter", "point; position unknown",
              "all; position does not matter"}) {
            std::string said;
            try {
                fileWith(std::string("//@ reads: ") + line);
            } catch (const Error& error) {
                said = error.what();
            }
            QVERIFY2(said.starts_with("mine.cl:2: "), line);
        }
    }
};

LIGHTBENCH_TEST(DeclaredReadsTest, QCoreApplication)
#include "declared_reads.moc"
