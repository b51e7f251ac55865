// Histograms of images whose bins are known.
#include <limits>
#include <numeric>

#include <QTest>

#include "core/image/histogram.h"
#include "core/image/luma.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;
using std::string;

namespace {
/// The only bin that is not empty, or -1.
int onlyBin(const Bins& bins) {
    int found = -1;
    for (int i = 0; i < 256; ++i)
        if (bins[std::size_t(i)] > 0) {
            if (found >= 0) return -1;
            found = i;
        }
    return found;
}

std::uint64_t total(const Bins& bins) { return std::accumulate(bins.begin(), bins.end(), std::uint64_t(0)); }

int binOfFloat(float sample) { return onlyBin(histogramOf(imageOf<float>(1, 1, 1, {sample})).bins[0]); }
} // namespace

class CoreHistogram : public QObject {
    Q_OBJECT
private slots:
    void graysAreCounted();
    void coloursAreCounted();
    void wideSamplesByTheirHighByte();
    void floatsOverZeroToOne();
    void whatIsOutsideIsCountedApart();
    void largeImagesEqualAPlainCount_data();
    void largeImagesEqualAPlainCount();
};

void CoreHistogram::graysAreCounted() {
    const Histogram histogram = histogramOf(imageOf<std::uint8_t>(5, 1, 1, {0, 255, 7, 7, 7}));
    QCOMPARE(histogram.channels, std::vector<string>{"gray"});
    QCOMPARE(histogram.bins.size(), std::size_t(1));
    QCOMPARE(histogram.bins[0][7], 3u);
    QCOMPARE(histogram.bins[0][0], 1u);
    QCOMPARE(histogram.bins[0][255], 1u);
    QCOMPARE(total(histogram.bins[0]), std::uint64_t(5));
}

void CoreHistogram::coloursAreCounted() {
    const Histogram histogram = histogramOf(imageOf<std::uint8_t>(1, 1, 4, {200, 100, 50, 10}));
    QCOMPARE(histogram.channels, (std::vector<string>{"red", "green", "blue", "alpha", "luma"}));
    const std::vector<int> expected{200, 100, 50, 10, (19595 * 200 + 38470 * 100 + 7471 * 50 + 32768) >> 16};
    for (std::size_t i = 0; i < 5; ++i)
        QCOMPARE(onlyBin(histogram.bins[i]), expected[i]);
}

void CoreHistogram::wideSamplesByTheirHighByte() {
    QCOMPARE(onlyBin(histogramOf(imageOf<std::uint16_t>(2, 1, 1, {0x1200, 0x12ff})).bins[0]), 0x12);
    QCOMPARE(onlyBin(histogramOf(imageOf<std::uint32_t>(2, 1, 1, {0xab000000u, 0xabffffffu})).bins[0]), 0xab);
    // The luma of a gray is the gray, also where 32 bits are full.
    const Histogram white = histogramOf(imageOf<std::uint32_t>(1, 1, 4, {0xffffffffu, 0xffffffffu, 0xffffffffu, 0}));
    QCOMPARE(onlyBin(white.bins[4]), 255);
    const Histogram wide = histogramOf(imageOf<std::uint16_t>(1, 1, 4, {65535, 0, 0, 0}));
    QCOMPARE(onlyBin(wide.bins[4]), int(luma<std::uint16_t>(65535, 0, 0) >> 8));
}

void CoreHistogram::floatsOverZeroToOne() {
    QCOMPARE(binOfFloat(0.f), 0);
    QCOMPARE(binOfFloat(1.f), 255);
    QCOMPARE(binOfFloat(0.5f), 128);
    QCOMPARE(binOfFloat(std::nextafter(0.5f, 0.f)), 127);
    QCOMPARE(binOfFloat(-3.f), 0);
    QCOMPARE(binOfFloat(7.f), 255);
    QCOMPARE(binOfFloat(std::numeric_limits<float>::max()), 255);
}

/// Neither NaN nor an infinity is black or white.
void CoreHistogram::whatIsOutsideIsCountedApart() {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const Histogram histogram =
        histogramOf(imageOf<float>(5, 2, 1, {nan, nan, nan, -inf, -inf, inf, -0.5f, 1.5f, 0, 1}));
    QCOMPARE(histogram.outside.size(), std::size_t(1));
    QVERIFY(histogram.outside[0] == (OutsideCounts{3, 2, 1, 1, 1}));
    QCOMPARE(histogram.bins[0][0], 2u);
    QCOMPARE(histogram.bins[0][255], 2u);
    QCOMPARE(total(histogram.bins[0]), std::uint64_t(4));
    // The filter has bins alone: NaN as 0, infinities in the end bins.
    const Bins clamped = clampedBins(histogram)[0];
    QCOMPARE(clamped[0], 7u);
    QCOMPARE(clamped[255], 3u);
    const auto colours = imageOf<float>(1, 1, 4, {nan, 2, 0, inf});
    const Histogram all = histogramOf(colours);
    QVERIFY(all.outside[0] == OutsideCounts{.nans = 1} && all.outside[1] == OutsideCounts{.above = 1} &&
            !all.outside[2].any() && all.outside[3] == OutsideCounts{.plusInfinities = 1} &&
            all.outside[4] == OutsideCounts{.nans = 1});
    QVERIFY(histogramOf(imageOf<std::uint8_t>(1, 1, 1, {7})).outside.empty());
}

void CoreHistogram::largeImagesEqualAPlainCount_data() {
    QTest::addColumn<int>("channels");
    QTest::newRow("gray") << 1;
    QTest::newRow("RGBA") << 4;
}

// Many bands, an odd number of pixels: none may be lost or counted twice.
void CoreHistogram::largeImagesEqualAPlainCount() {
    QFETCH(int, channels);
    const auto image = drawnImage<std::uint8_t>(
        1023, 511, channels, [](int x, int y, int c) { return std::uint8_t((x * 7 + y * 13 + c * 50) ^ (x >> 3)); });
    const Histogram histogram = histogramOf(image);
    for (int c = 0; c < channels; ++c) {
        Bins plain{};
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                ++plain[std::size_t(image.at(x, y, c))];
        QVERIFY(histogram.bins[std::size_t(c)] == plain);
    }
    for (const Bins& bins : histogram.bins)
        QCOMPARE(total(bins), std::uint64_t(image.size().area()));
}

LIGHTBENCH_TEST(CoreHistogram, NoApplication)
#include "core_histogram.moc"
