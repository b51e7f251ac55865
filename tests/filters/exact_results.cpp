// Results that follow from a filter's text by hand. Constants stay constants, areas count by what is covered, right
// angles are right. Halves go to the even neighbour, and matrices that map nothing are refused.
#include <QTest>

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/direction.h"
#include "core/filters/geometry/resize_weights.h"
#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/filters/made_up_gpu.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

ImagePtr made(Image image, const std::string& stack) {
    return runReference(std::make_shared<const Image>(std::move(image)), parseStack(stack));
}

template <class T> Image constant(int width, int height, T value) {
    return drawnImage<T>(width, height, 1, [=](int, int, int) { return value; });
}

/// What is refused of a stage, in which parameter.
std::string refusedField(const std::string& stage, const ImageShape& input = {{61, 47}, {SampleType::U8, 1}}) {
    const auto error = errorOf([&] { resolveStage(parseStack(stage).front(), input, madeUpGpu()); });
    return error ? error->field : "nothing";
}

/// a / b, half to even, in whole numbers.
std::int64_t halfEven(std::int64_t a, std::int64_t b) {
    const std::int64_t whole = a / b, rest = 2 * (a % b);
    return whole + (rest > b || (rest == b && whole % 2 == 1) ? 1 : 0);
}

} // namespace

class ExactResults : public QObject {
    Q_OBJECT
private slots:
    void constantsStay_data();
    void constantsStay();
    void fixedWeightsOfLongSpansAddUp();
    void areasCountWhatIsCovered();
    void rightAnglesAreRight();
    void edgesAtRightAngles();
    void straightCurvesRoundToEven();
    void levelsRoundToEven();
    void posterizeKeepsItsFormula_data();
    void posterizeKeepsItsFormula();
    void twoLevelsArePartedAsByPillow();
    void matricesWithoutInverseAreRefused_data();
    void matricesWithoutInverseAreRefused();
    void farShifts_data();
    void farShifts();
    void hugeNumbersAreRefused_data();
    void hugeNumbersAreRefused();
    void hugeWeightsAreRefused();
};

void ExactResults::constantsStay_data() {
    QTest::addColumn<QString>("stack");
    QTest::addColumn<QSize>("size");
    for (const char* method : {"area", "box", "bilinear", "bicubic", "lanczos"})
        for (const QSize size : {QSize(4000, 300), QSize(200000, 1), QSize(1, 200000)})
            QTest::addRow("%s, %d x %d", method, size.width(), size.height())
                << QStringLiteral("resize width=1 height=1 method=%1").arg(method) << size;
    for (const char* stack :
         {"box k=99", "resize scale=0.05 method=area", "gaussian sigma=30", "adaptive-threshold k=99"})
        QTest::newRow(stack) << QString(stack) << QSize(500, 400);
}

void ExactResults::constantsStay() {
    QFETCH(QString, stack);
    QFETCH(QSize, size);
    const bool isThreshold = stack.startsWith("adaptive");
    for (int value : {1, 200, 254, 255}) {
        const ImagePtr result =
            made(constant<std::uint8_t>(size.width(), size.height(), std::uint8_t(value)), stack.toStdString());
        QCOMPARE(int(result->samples<std::uint8_t>()[0]), isThreshold ? 255 : value);
    }
    for (int value : {1, 50021, 65535}) {
        const ImagePtr result =
            made(constant<std::uint16_t>(size.width(), size.height(), std::uint16_t(value)), stack.toStdString());
        QCOMPARE(int(result->samples<std::uint16_t>()[0]), isThreshold ? 65535 : value);
    }
    for (float value : {0.1f, 1.0f, 50021.7f}) {
        const ImagePtr result = made(constant<float>(size.width(), size.height(), value), stack.toStdString());
        const float found = result->samples<float>()[0];
        if (isThreshold)
            QCOMPARE(found, 1.0f);
        else // to a unit in the last place where sums are compensated
            QVERIFY2(std::abs(found - value) <= 2e-6f * value, qPrintable(QString::number(found / value - 1)));
    }
}

// 4194304 / 204601 is 20.5: rounded alone, weights of so many pixels add up to 2.4 % too little or too much.
void ExactResults::fixedWeightsOfLongSpansAddUp() {
    for (int in : {5000, 16351, 204601, 3000000})
        for (const char* method : {"area", "box", "bilinear"}) {
            const ResizeWeights table = resizeWeights(method, in, 1);
            const std::vector<std::int32_t> fixed = table.fixed();
            QVERIFY(std::abs(std::accumulate(fixed.begin(), fixed.end(), std::int64_t(0)) - (1 << 22)) <= 1);
            double sum = 0;
            for (float weight : table.floats())
                sum += double(weight);
            QVERIFY(std::abs(sum - 1) < 1e-9);
        }
}

void ExactResults::areasCountWhatIsCovered() {
    const std::string half = "resize method=area width=2 height=1", box = "resize method=box width=2 height=1";
    const Image line = imageOf<std::uint8_t>(3, 1, 1, {0, 90, 240});
    const ImagePtr areas = made(line.clone(), half), boxes = made(line.clone(), box);
    QCOMPARE(int(areas->samples<std::uint8_t>()[0]), 30);
    QCOMPARE(int(areas->samples<std::uint8_t>()[1]), 190);
    QCOMPARE(int(boxes->samples<std::uint8_t>()[0]), 45);
    QCOMPARE(int(boxes->samples<std::uint8_t>()[1]), 240);
    // Wider, a pixel lies over two.
    const ImagePtr wider = made(imageOf<std::uint16_t>(2, 1, 1, {100, 301}), "resize method=area width=3 height=1");
    QCOMPARE(int(wider->samples<std::uint16_t>()[0]), 100);
    QCOMPARE(int(wider->samples<std::uint16_t>()[1]), 200); // 200.5
    QCOMPARE(int(wider->samples<std::uint16_t>()[2]), 301);
}

void ExactResults::rightAnglesAreRight() {
    for (int turn = -8; turn <= 8; ++turn) {
        const Direction d = directionOf(90 * turn);
        const int quarter = ((turn % 4) + 4) % 4;
        QCOMPARE(d.cosine, quarter == 0 ? 1.0 : quarter == 2 ? -1.0 : 0.0);
        QCOMPARE(d.sine, quarter == 1 ? 1.0 : quarter == 3 ? -1.0 : 0.0);
        QVERIFY(!std::signbit(d.cosine) || d.cosine != 0);
        QVERIFY(!std::signbit(d.sine) || d.sine != 0);
        const Direction diagonal = directionOf(90 * turn + 45);
        QCOMPARE(std::abs(diagonal.cosine), std::abs(diagonal.sine));
    }
    for (double angle = -400; angle <= 400; angle += 0.7) {
        const Direction d = directionOf(angle);
        QVERIFY(std::abs(d.cosine - std::cos(angle * std::numbers::pi / 180)) < 1e-14);
        QVERIFY(std::abs(d.sine - std::sin(angle * std::numbers::pi / 180)) < 1e-14);
    }
}

// All rows of upright bars are alike, and all columns of lying ones.
void ExactResults::edgesAtRightAngles() {
    for (int angle : {-180, -90, 0, 90, 180})
        for (int side : {8, 9}) {
            const ImagePtr result =
                made(constant<std::uint8_t>(side, side, 77),
                     "step-edges width=4 opacity=100 dark=0 light=100 angle=" + std::to_string(angle));
            for (int y = 0; y < side; ++y)
                for (int x = 0; x < side; ++x) {
                    // From the centre, turned by the angle; in halves of a pixel.
                    const int across = 2 * x - side + 1, down = 2 * y - side + 1;
                    const int place = angle == 0 ? across : angle == 90 ? down : angle == -90 ? -down : -across;
                    const bool isLight = int(std::floor(place / 8.0)) & 1;
                    QCOMPARE(int(result->row<std::uint8_t>(y)[x]), isLight ? 255 : 0);
                }
        }
}

void ExactResults::straightCurvesRoundToEven() {
    const std::string stack = "curve form=straight black=20 x1=61 y1=33 x2=130 y2=250 x3=200 y3=7 white=255";
    const int points[][2] = {{0, 20}, {61, 33}, {130, 250}, {200, 7}, {255, 255}};
    const auto wanted = [&](std::int64_t sample, std::int64_t unit) {
        std::size_t i = 3;
        while (i > 0 && sample < points[i][0] * unit)
            --i;
        const std::int64_t x0 = points[i][0] * unit, y0 = points[i][1] * unit;
        const std::int64_t dx = points[i + 1][0] - points[i][0], dy = points[i + 1][1] - points[i][1];
        return int(halfEven(y0 * dx + (sample - x0) * dy, dx));
    };
    const ImagePtr narrow =
        made(drawnImage<std::uint8_t>(256, 1, 1, [](int x, int, int) { return std::uint8_t(x); }), stack);
    for (int s = 0; s < 256; ++s)
        QCOMPARE(int(narrow->samples<std::uint8_t>()[s]), wanted(s, 1));
    const ImagePtr wide = made(
        drawnImage<std::uint16_t>(256, 256, 1, [](int x, int y, int) { return std::uint16_t(256 * y + x); }), stack);
    for (int s = 0; s < 65536; ++s)
        QCOMPARE(int(wide->samples<std::uint16_t>()[s]), wanted(s, 257));
}

void ExactResults::levelsRoundToEven() {
    for (int black = 0; black < 255; black += 3)
        for (int white = black + 1; white < 256; white += 4) {
            const ImagePtr result =
                made(drawnImage<std::uint8_t>(256, 1, 1, [](int x, int, int) { return std::uint8_t(x); }),
                     "levels black=" + std::to_string(black) + " white=" + std::to_string(white));
            for (int s = 0; s < 256; ++s)
                QCOMPARE(int(result->samples<std::uint8_t>()[s]),
                         int(halfEven(255 * (std::clamp(s, black, white) - black), white - black)));
        }
}

void ExactResults::posterizeKeepsItsFormula_data() {
    QTest::addColumn<int>("levels");
    for (int levels :
         {2, 3, 4, 10, 15, 16, 51, 101, 111, 119, 127, 128, 164, 199, 220, 235, 243, 245, 251, 253, 254, 255, 256})
        QTest::addRow("%d", levels) << levels;
}

void ExactResults::posterizeKeepsItsFormula() {
    QFETCH(int, levels);
    for (const std::int64_t full : {255, 65535})
        for (const bool isNearest : {true, false}) {
            const std::string stack =
                "posterize levels=" + std::to_string(levels) + " form=" + (isNearest ? "nearest" : "bits");
            const auto wanted = [&](std::int64_t s) {
                if (!isNearest) return std::min(full, halfEven(s * levels / (full + 1) * (full + 1), levels));
                return halfEven(halfEven(s * (levels - 1), full) * full, levels - 1);
            };
            const ImagePtr result =
                full == 255
                    ? made(drawnImage<std::uint8_t>(256, 1, 1, [](int x, int, int) { return std::uint8_t(x); }), stack)
                    : made(drawnImage<std::uint16_t>(256, 256, 1,
                                                     [](int x, int y, int) { return std::uint16_t(256 * y + x); }),
                           stack);
            for (int s = 0; s <= full; ++s)
                QCOMPARE(full == 255 ? std::int64_t(result->samples<std::uint8_t>()[s])
                                     : std::int64_t(result->samples<std::uint16_t>()[s]),
                         wanted(s));
        }
}

void ExactResults::twoLevelsArePartedAsByPillow() {
    for (const char* matrix : {"floyd-steinberg", "jarvis", "atkinson"}) {
        const std::string stack = std::string("error-diffusion levels=2 matrix=") + matrix;
        QCOMPARE(int(made(constant<std::uint8_t>(1, 1, 128), stack)->samples<std::uint8_t>()[0]), 0);
        QCOMPARE(int(made(constant<std::uint8_t>(1, 1, 129), stack)->samples<std::uint8_t>()[0]), 255);
        QCOMPARE(int(made(constant<std::uint16_t>(1, 1, 128 * 257), stack)->samples<std::uint16_t>()[0]), 0);
        QCOMPARE(int(made(constant<std::uint16_t>(1, 1, 128 * 257 + 1), stack)->samples<std::uint16_t>()[0]), 65535);
    }
}

void ExactResults::matricesWithoutInverseAreRefused_data() {
    QTest::addColumn<QString>("matrix");
    for (const char* matrix :
         {"1,1,0;1,1,0", "0,0,0;0,0,0", "1,2,3;2,4,6;0,0,1", "1,1,0;1,1.0000000000000002,0", "0.1,0.3,0;0.2,0.6,0",
          "1,0,0;0,1,0;0,0,0", "1,2,3;4,5,6;7,8,9", "1e308,0,0;0,1e308,0", "1e308,1e308,0;1e308,-1e308,0",
          "1e-308,0,0;0,1e-308,0", "1,0,1e300;0,1,0", "1,0,0;0,1,0;1e300,0,1", "1,0,0;0,1,0;1e300,1e300,1e300"})
        QTest::newRow(matrix) << QString(matrix);
}

void ExactResults::matricesWithoutInverseAreRefused() {
    QFETCH(QString, matrix);
    QCOMPARE(refusedField("warp matrix=" + matrix.toStdString()), std::string("matrix"));
    for (const char* word : {"nan", "inf", "-inf", "1e999"})
        QVERIFY(errorOf([&] { parseStack("warp matrix=1,0," + std::string(word) + ";0,1,0"); }));
}

void ExactResults::farShifts_data() {
    QTest::addColumn<double>("shift");
    for (double shift : {1e6, 4194304.0, 1e7, 1e9, 1e9 + 0.25, 2147483648.0, 1e11})
        for (double sign : {1.0, -1.0})
            QTest::addRow("%.2f", sign * shift) << sign * shift;
}

void ExactResults::farShifts() {
    QFETCH(double, shift);
    const auto ramp = [](int x, int y, int) { return float(100 * y + x); };
    const int width = 13, height = 7;
    for (const std::string method : {"nearest", "bilinear"})
        for (const std::string border : {"replicate", "constant", "wrap", "reflect101"}) {
            const ImagePtr result = made(drawnImage<float>(width, height, 1, ramp),
                                         "warp matrix=1,0," + QString::number(shift, 'f', 2).toStdString() +
                                             ";0,1,0 method=" + method + " border=" + border);
            const double repeat = border == "wrap" ? width : 2 * (width - 1);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    double place = x - shift;
                    if (border == "replicate") place = shift > 0 ? 0 : width - 1;
                    if (border == "constant") {
                        QCOMPARE(result->row<float>(y)[x], 0.0f);
                        continue;
                    }
                    place -= repeat * std::floor(place / repeat);
                    const auto at = [&](double column) {
                        int i = int(column) % int(repeat);
                        if (border == "reflect101" && i >= width) i = int(repeat) - i;
                        return double(100 * y + (border == "replicate" ? int(column) : i));
                    };
                    const double part = place - std::floor(place);
                    const double wanted = border == "replicate" ? at(place)
                                          : method == "nearest"
                                              ? at(std::floor(place + 0.5))
                                              : at(std::floor(place)) * (1 - part) + at(std::floor(place) + 1) * part;
                    QVERIFY2(std::abs(result->row<float>(y)[x] - wanted) < 1e-3,
                             qPrintable(QString::fromStdString(method + " " + border)));
                }
        }
}

// Numbers that no picture needs are refused by the parameter's name, whatever filter takes them.
void ExactResults::hugeNumbersAreRefused_data() {
    QTest::addColumn<QString>("stage");
    for (const Filter& filter : allFilters())
        for (const Parameter& parameter : filter.parameters)
            if (parameter.kind == ParameterKind::Integer || parameter.kind == ParameterKind::Real)
                QTest::newRow(qPrintable(QString::fromStdString(filter.id + " " + parameter.name)))
                    << QString::fromStdString(filter.id + " " + parameter.name + "=");
}

void ExactResults::hugeNumbersAreRefused() {
    QFETCH(QString, stage);
    for (const char* number : {"nan", "inf", "-inf", "1e300", "-1e300", "1e999", "99999999999999999999", "1e"})
        QVERIFY2(errorOf([&] { parseStack((stage + number).toStdString()); }), number);
}

void ExactResults::hugeWeightsAreRefused() {
    for (const char* stage :
         {"convolution matrix=1e31", "convolution matrix=-1e300", "channel-mixer matrix=1,0,0;0,1e31,0;0,0,1"})
        QCOMPARE(refusedField(stage, {{9, 9}, {SampleType::F32, 4}}), std::string("matrix"));
    QCOMPARE(refusedField("convolution matrix=1,,2;3,4,5;6,7,8"), std::string("matrix"));
}

LIGHTBENCH_TEST(ExactResults, NoApplication)
#include "exact_results.moc"
