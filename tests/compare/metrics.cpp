// Metrics of images whose figures are known; scikit-image's word on SSIM is in tests/outside.
#include <cmath>
#include <limits>

#include <QTest>

#include "core/compare/metrics.h"
#include "core/run/report_json.h"
#include "core/run/stage_explanation.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
template <class T> Image flat(int width, int height, T value) {
    return drawnImage<T>(width, height, 1, [value](int, int, int) { return value; });
}
Metrics metrics(const Image& a, const Image& b) { return metricsOf(a, b, compareImages(a, b, exactly())); }
} // namespace

class MetricsTest : public QObject {
    Q_OBJECT
private slots:
    void figuresAreRight();
    void equalImagesAreAlike();
    void notEveryDifferenceIsFinite();
    void flatImagesHaveOnlyTheirMeans();
    void whereSsimIsNotDefined();
    void bandsMakeNoDifference();
    void everyMetricHasItsWords();
    void reportsHaveThem();
};

void MetricsTest::figuresAreRight() {
    const auto a = imageOf<std::uint8_t>(2, 2, 1, {10, 20, 30, 40});
    const auto b = imageOf<std::uint8_t>(2, 2, 1, {10, 23, 26, 40});
    const Metrics m = metrics(a, b);
    QCOMPARE(m.maxAbs, 4.0);
    QCOMPARE(m.bias, 0.25); // (-3 + 4) / 4
    QCOMPARE(m.rmse, 2.5);
    QVERIFY(!m.ssim);
    const auto colours = imageOf<std::uint8_t>(1, 1, 4, {1, 2, 3, 200}),
               other = imageOf<std::uint8_t>(1, 1, 4, {0, 0, 0, 0});
    QCOMPARE(metrics(colours, other).bias, 2.0); // alpha does not count
}

void MetricsTest::equalImagesAreAlike() {
    const auto image =
        drawnImage<float>(30, 20, 4, [](int x, int y, int c) { return float((x * 7 + y * c) % 11) / 8; });
    QCOMPARE(*meanSsim(image, image.clone()), 1.0);
    QVERIFY(std::isinf(metrics(image, image).psnrDb));
}

/// An infinity or a NaN on one side: never "equal", and the figures of the others stay.
void MetricsTest::notEveryDifferenceIsFinite() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    for (const float odd : {inf, -inf, float(NAN)})
        for (const bool isFirst : {true, false}) {
            const auto a = imageOf<float>(2, 2, 1, {odd, 1, 0, inf}), b = imageOf<float>(2, 2, 1, {0, 0, 0, inf});
            const Metrics m = isFirst ? metrics(a, b) : metrics(b, a);
            QVERIFY(std::isnan(m.psnrDb) && !m.ssim);
            QCOMPARE(m.meanAbs, 1.0 / 3);
            QCOMPARE(m.bias, (isFirst ? 1.0 : -1.0) / 3);
            QCOMPARE(m.rmse, std::sqrt(1.0 / 3));
            QCOMPARE(std::isinf(m.maxAbs), std::isinf(odd));
            const std::string json = toJson(compareImages(a, b, exactly())).text(JsonForm::OneLine);
            QVERIFY(json.find(std::isinf(odd) ? "\"max_abs\": null" : "\"max_abs\": 1") != json.npos);
            QVERIFY(json.find("\"psnr_db\": null") != json.npos);
            QVERIFY(json.find(std::isinf(odd) ? "\"infinities\": 1" : "\"nans\": 1") != json.npos);
        }
}

/// Without variance SSIM is (2 ma mb + C1) / (ma^2 + mb^2 + C1).
void MetricsTest::flatImagesHaveOnlyTheirMeans() {
    const double c1 = 2.55 * 2.55;
    const double expected = (2 * 100.0 * 50 + c1) / (100.0 * 100 + 50 * 50 + c1);
    QVERIFY(std::abs(*meanSsim(flat<std::uint8_t>(40, 40, 100), flat<std::uint8_t>(40, 40, 50)) - expected) < 1e-9);
}

void MetricsTest::whereSsimIsNotDefined() {
    QVERIFY(!meanSsim(flat<std::uint8_t>(10, 40, 1), flat<std::uint8_t>(10, 40, 2)));
    QVERIFY(meanSsim(flat<std::uint8_t>(11, 11, 1), flat<std::uint8_t>(11, 11, 2)));
    Image nan = flat<float>(20, 20, 1);
    nan.samples<float>()[7] = NAN;
    QVERIFY(!meanSsim(nan, flat<float>(20, 20, 1)));
    const auto refused = [] { meanSsim(flat<std::uint8_t>(20, 20, 1), flat<std::uint8_t>(20, 21, 1)); };
    VERIFY_CONTAINS(messageOf(refused), "20 x 21");
}

/// Rows are summed in bands of 32: what lies on their seams counts once.
void MetricsTest::bandsMakeNoDifference() {
    const auto picture = [](int rows, int shift) {
        return drawnImage<std::uint8_t>(
            11, rows, 1, [=](int x, int y, int) { return std::uint8_t((x * 31 + (y + shift) * 17) % 251); });
    };
    double sum = 0;
    constexpr int windows = 70;
    for (int i = 0; i < windows; ++i) {
        const Image one = picture(11, i);
        const auto other =
            drawnImage<std::uint8_t>(11, 11, 1, [&](int x, int y, int) { return std::uint8_t(one.at(x, y, 0) / 2); });
        sum += *meanSsim(one, other);
    }
    const Image tall = picture(windows + 10, 0);
    const auto half = drawnImage<std::uint8_t>(11, windows + 10, 1,
                                               [&](int x, int y, int) { return std::uint8_t(tall.at(x, y, 0) / 2); });
    QVERIFY(std::abs(*meanSsim(tall, half) - sum / windows) < 1e-12);
}

void MetricsTest::everyMetricHasItsWords() {
    std::size_t fields = 0;
    forEachField<Metrics>([&](auto) { ++fields; });
    QCOMPARE(metricTexts().size(), fields);
    for (const MetricText& text : metricTexts())
        QVERIFY(!text.name.empty() && !text.formula.empty() && !text.meaning.empty() && !text.source.empty());
}

void MetricsTest::reportsHaveThem() {
    const auto a = flat<std::uint8_t>(12, 12, 9), b = flat<std::uint8_t>(12, 12, 8);
    const std::string text = toJson(explainMismatches(a, b, exactly()), metrics(a, b)).text(JsonForm::OneLine);
    for (const char* part :
         {"\"pattern\": \"plus-minus-one\"", "\"largest_at\": [0, 0]", "\"pixels\": 144", "\"bias\": 1"})
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
}

LIGHTBENCH_TEST(MetricsTest, NoApplication)
#include "metrics.moc"
