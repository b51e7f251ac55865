// What the explainer makes of results that are wrong in a known way.
#include <cmath>
#include <limits>

#include <QTest>

#include "core/compare/explanation.h"
#include "core/compare/mismatch_list.h"
#include "core/run/stage_explanation.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

constexpr int width = 200, height = 150;

int noiseAt(int x, int y, int c) {
    std::uint32_t h = std::uint32_t(x) * 73856093u ^ std::uint32_t(y) * 19349663u ^ std::uint32_t(c) * 83492791u;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    return int((h ^ h >> 12) % 200);
}

/// A gray noise picture, and the same with other(x, y) added.
struct Pair {
    Image expected, actual;
};

template <class F> Pair changed(F other, int channels = 1) {
    Pair pair;
    pair.expected = drawnImage<std::uint8_t>(width, height, channels,
                                             [](int x, int y, int c) { return std::uint8_t(noiseAt(x, y, c)); });
    pair.actual = drawnImage<std::uint8_t>(
        width, height, channels, [&](int x, int y, int c) { return std::uint8_t(noiseAt(x, y, c) + other(x, y, c)); });
    return pair;
}

/// The same where only the place matters.
template <class F> Pair wrongWhere(F isWrong) {
    return changed([&](int x, int y, int) { return isWrong(x, y) ? 20 + noiseAt(y, x, 7) % 30 : 0; });
}

/// A noise of single steps, without a place.
int oneStep(int x, int y) { return noiseAt(x, y, 3) % 10 == 0 ? 1 : 0; }

Tiling tiles(int across, int down, Size perItem = {1, 1}) {
    return {"kernel", {across / perItem.width, down / perItem.height}, {across, down}, perItem};
}

QStringList patternsOf(const Explanation& explanation) {
    QStringList all;
    for (const Finding& finding : explanation.findings)
        all += QString::fromStdString(patternName(finding.pattern));
    return all;
}

QString textOf(const Explanation& explanation) {
    QStringList all;
    for (const Finding& finding : explanation.findings)
        all += QString::fromStdString(patternName(finding.pattern) + ": " + finding.text);
    return all.join('\n');
}

Explanation explained(const Pair& pair, const Tolerance& tolerance = exactly(),
                      const std::vector<Tiling>& tilings = {}) {
    return explainMismatches(pair.actual, pair.expected, tolerance, tilings);
}

} // namespace

#define VERIFY_PATTERNS(explanation, ...)                                                                              \
    QVERIFY2(patternsOf(explanation) == QStringList({__VA_ARGS__}), qPrintable(textOf(explanation)))
#define VERIFY_SAYS(explanation, words)                                                                                \
    QVERIFY2(textOf(explanation).contains(QStringLiteral(words)), qPrintable(textOf(explanation)))

class ExplanationTest : public QObject {
    Q_OBJECT
private slots:
    void equalImages();
    void imagesOfTwoShapes();
    void withinTheTolerance();
    void borders();
    void oneBorder();
    void theRestThatNoTileCovers();
    void seamsOfWorkgroups();
    void seamsOfUnknownWorkgroups();
    void oneSideOfEveryTile();
    void lanesOfVectors();
    void notANumber();
    void plusMinusOne();
    void oneChannel();
    void oneRectangle();
    void scattered();
    void everywhere();
    void chanceMakesNoPlace();
    void few();
    void toleratedSamplesAreLeftOut();
    void theLargestIsFound();
    void smallImages();
    void tilesFollowFromLaunches();
    void mismatchesAreListed();
    void distancesAreCounted();
};

void ExplanationTest::equalImages() {
    const Explanation same = explained(changed([](int, int, int) { return 0; }));
    VERIFY_PATTERNS(same, "equal");
    QCOMPARE(same.pixels, std::uint64_t(0));
    QVERIFY(!same.largestAt && same.difference.verdict == Verdict::Match);
}

void ExplanationTest::imagesOfTwoShapes() {
    const auto small = imageOf<std::uint8_t>(2, 1, 1, {1, 2}), other = imageOf<std::uint8_t>(1, 2, 1, {1, 2});
    const Explanation explanation = explainMismatches(small, other, exactly());
    VERIFY_PATTERNS(explanation, "other-shape");
    VERIFY_SAYS(explanation, "2 x 1");
    VERIFY_SAYS(explanation, "1 x 2");
    QVERIFY(explanation.difference.verdict == Verdict::NotChecked);
}

void ExplanationTest::withinTheTolerance() {
    const Explanation explanation =
        explained(changed([](int x, int y, int) { return x == 7 && y < 9 ? 1 : 0; }), withinOne());
    VERIFY_PATTERNS(explanation, "within-tolerance");
    VERIFY_SAYS(explanation, "9 of 30\u202f000 samples");
    QCOMPARE(explanation.pixels, std::uint64_t(9)); // to walk through
    // As in the figures, alpha is counted by itself.
    const auto inFourChannels = changed([](int x, int y, int) { return x == 7 && y < 9 ? 1 : 0; }, 4);
    VERIFY_SAYS(explained(inFourChannels, withinOne()),
                "27 of 90\u202f000 samples and 9 of 30\u202f000 samples of alpha differ");
    const auto onlyInColours = changed([](int x, int y, int c) { return x == 7 && y < 9 && c < 3 ? 1 : 0; }, 4);
    VERIFY_SAYS(explained(onlyInColours, withinOne()), "27 of 90\u202f000 samples differ");
}

void ExplanationTest::borders() {
    const auto near = [](int x, int y) { return x < 3 || y < 3 || x >= width - 3 || y >= height - 3; };
    const Explanation explanation = explained(wrongWhere(near), exactly(), {tiles(16, 16)});
    VERIFY_PATTERNS(explanation, "border");
    VERIFY_SAYS(explanation, "100 % of the mismatching pixels lie within 3 pixels of the border, which is 6.88 %");
    // Flat parts of a border show nothing: half of its pixels are right.
    VERIFY_PATTERNS(explained(wrongWhere([&](int x, int y) { return near(x, y) && noiseAt(x, y, 9) < 100; })),
                    "border");
}

void ExplanationTest::oneBorder() {
    const Explanation explanation = explained(wrongWhere([](int, int y) { return y < 2; }));
    VERIFY_PATTERNS(explanation, "border");
    VERIFY_SAYS(explanation, "within 2 pixels of the upper border");
}

void ExplanationTest::theRestThatNoTileCovers() {
    const Explanation explanation =
        explained(wrongWhere([](int x, int) { return x >= 192; }), exactly(), {tiles(64, 1)});
    VERIFY_PATTERNS(explanation, "border");
    VERIFY_SAYS(explanation, "within 8 pixels of the right border");
    QVERIFY(explanation.findings[0].hint.find("200 = 3 x 64 + 8") != std::string::npos);
}

void ExplanationTest::seamsOfWorkgroups() {
    const auto atSeam = [](int x, int y) { return x % 16 == 0 || x % 16 == 15 || y % 8 == 0 || y % 8 == 7; };
    const Explanation explanation = explained(wrongWhere(atSeam), exactly(), {tiles(16, 8)});
    VERIFY_PATTERNS(explanation, "workgroup-seams");
    VERIFY_SAYS(explanation, "within 1 pixel of the seams of the workgroups' tiles of 16 x 8 pixels");
}

void ExplanationTest::seamsOfUnknownWorkgroups() {
    const auto atSeam = [](int x, int y) { return x % 32 < 2 || x % 32 > 29 || y % 32 < 2 || y % 32 > 29; };
    const Explanation explanation = explained(wrongWhere(atSeam));
    VERIFY_PATTERNS(explanation, "workgroup-seams");
    VERIFY_SAYS(explanation, "32 x 32");
}

void ExplanationTest::oneSideOfEveryTile() {
    const Explanation explanation =
        explained(wrongWhere([](int x, int) { return x % 24 >= 22; }), exactly(), {tiles(24, 10)});
    VERIFY_PATTERNS(explanation, "workgroup-seams");
    VERIFY_SAYS(explanation, "where x mod 24 is 22..23");
    const Explanation down = explained(wrongWhere([](int, int y) { return y % 10 == 0; }), exactly(), {tiles(24, 10)});
    VERIFY_SAYS(down, "where y mod 10 is 0");
}

void ExplanationTest::lanesOfVectors() {
    for (const std::vector<Tiling>& tilings : {std::vector{tiles(64, 1, {4, 1})}, std::vector<Tiling>()}) {
        const Explanation explanation =
            explained(wrongWhere([](int x, int) { return x % 4 == 2; }), exactly(), tilings);
        VERIFY_PATTERNS(explanation, "vector-seams");
        VERIFY_SAYS(explanation, "where x mod 4 is 2");
        VERIFY_SAYS(explanation, "25.0 % of the image");
    }
}

void ExplanationTest::notANumber() {
    const auto plain =
        drawnImage<float>(width, height, 1, [](int x, int y, int) { return float(noiseAt(x, y, 0)) / 256; });
    Image wrong = plain.clone();
    for (int i = 0; i < width * height; i += 211)
        wrong.samples<float>()[i] = std::numeric_limits<float>::quiet_NaN();
    wrong.samples<float>()[5] = std::numeric_limits<float>::infinity();
    const Explanation explanation = explainMismatches(wrong, plain, withinOne());
    VERIFY_PATTERNS(explanation, "nan", "scattered");
    VERIFY_SAYS(explanation, "144 of 144 mismatching samples are NaN or infinite on one side");
    QVERIFY(!explanation.largestAt);
}

void ExplanationTest::plusMinusOne() {
    const Explanation up = explained(changed([](int x, int y, int) { return oneStep(x, y); }));
    VERIFY_PATTERNS(up, "plus-minus-one", "scattered");
    QVERIFY(up.findings[0].hint.find("always larger") != std::string::npos);
    VERIFY_SAYS(up, "exactly 1: ");
    const Explanation down =
        explained(changed([](int x, int y, int) { return noiseAt(x, y, 0) ? -oneStep(x, y) : 0; }));
    QVERIFY(down.findings[0].hint.find("always smaller") != std::string::npos);
    // Too many for the tolerance, though none is too far.
    VERIFY_PATTERNS(explained(changed([](int x, int y, int) { return oneStep(x, y); }), withinOne()), "plus-minus-one",
                    "scattered");
}

void ExplanationTest::oneChannel() {
    const Explanation green =
        explained(changed([](int x, int y, int c) { return c == 1 ? 5 + noiseAt(y, x, 7) % 30 : 0; }, 4));
    VERIFY_PATTERNS(green, "one-channel", "everywhere");
    VERIFY_SAYS(green, "of the channel green");
    const Explanation alpha = explained(changed([](int, int, int c) { return c == 3 ? 30 : 0; }, 4));
    VERIFY_SAYS(alpha, "of the channel alpha");
}

void ExplanationTest::oneRectangle() {
    const auto inside = [](int x, int y) { return x >= 48 && x < 64 && y >= 80 && y < 96; };
    const Explanation explanation = explained(wrongWhere(inside), exactly(), {tiles(16, 16)});
    VERIFY_PATTERNS(explanation, "region");
    VERIFY_SAYS(explanation, "in one rectangle of 16 x 16 pixels at x 48, y 80");
    // In a corner too: that is no border.
    VERIFY_PATTERNS(explained(wrongWhere([](int x, int y) { return x < 16 && y < 16; })), "region");
}

void ExplanationTest::scattered() {
    const Explanation explanation =
        explained(wrongWhere([](int x, int y) { return noiseAt(x, y, 5) < 4; }), exactly(), {tiles(16, 16)});
    VERIFY_PATTERNS(explanation, "scattered");
    VERIFY_SAYS(explanation, "cells of a grid of 16 x 16");
}

void ExplanationTest::everywhere() {
    VERIFY_PATTERNS(explained(wrongWhere([](int, int) { return true; })), "everywhere");
}

/// Mismatches that chance has put somewhere are scattered, or too few: whatever the tiles, hardly ever anything else.
void ExplanationTest::chanceMakesNoPlace() {
    int wrong = 0, all = 0;
    for (int seed = 0; seed < 15; ++seed)
        for (const int oneIn : {3, 50, 1000, 6000}) {
            std::uint32_t state = std::uint32_t(seed * 7919 + oneIn);
            const Pair drawn = changed([&](int, int, int) {
                state = state * 1664525u + 1013904223u;
                return (state >> 8) % std::uint32_t(oneIn) == 0 ? 30 : 0;
            });
            for (const Tiling& tiling : {tiles(16, 16), tiles(64, 1, {8, 1}), tiles(200, 4)}) {
                const QString first = patternsOf(explained(drawn, exactly(), {tiling})).value(0);
                wrong += first != "scattered" && first != "few" && first != "equal";
                ++all;
            }
        }
    QVERIFY2(wrong <= all / 100, qPrintable(QStringLiteral("%1 of %2").arg(wrong).arg(all)));
}

void ExplanationTest::few() {
    VERIFY_PATTERNS(explained(wrongWhere([](int x, int y) { return (x == 20 || x == 90) && y == 71; })), "few");
}

void ExplanationTest::toleratedSamplesAreLeftOut() {
    const Explanation explanation = explained(changed([](int x, int y, int) {
                                                  if (x < 2) return 40;
                                                  return noiseAt(x, y, 4) == 0 ? 1 : 0;
                                              }),
                                              withinOne());
    VERIFY_PATTERNS(explanation, "border");
    QCOMPARE(explanation.pixels, std::uint64_t(2 * height));
}

void ExplanationTest::theLargestIsFound() {
    const Explanation explanation = explained(changed([](int x, int y, int) {
        if (x == 120 && y == 33) return 50;
        return x % 7 == 0 && y % 5 == 0 ? 9 : 0;
    }));
    QVERIFY(explanation.largestAt == (Point{120, 33}));
}

/// No pattern is read out of next to nothing.
void ExplanationTest::smallImages() {
    for (const auto& [w, h] : {std::pair{1, 1}, {1, 9}, {9, 1}, {3, 3}}) {
        const auto black = drawnImage<std::uint8_t>(w, h, 1, [](int, int, int) { return std::uint8_t(0); });
        const auto other =
            drawnImage<std::uint8_t>(w, h, 1, [](int x, int, int) { return std::uint8_t(x == 0 ? 9 : 0); });
        const Explanation explanation = explainMismatches(other, black, exactly(), {tiles(4, 4)});
        const bool isPlain = explanation.findings[0].pattern == MismatchPattern::Few ||
                             explanation.findings[0].pattern == MismatchPattern::Everywhere;
        QVERIFY2(isPlain, qPrintable(textOf(explanation)));
    }
}

void ExplanationTest::tilesFollowFromLaunches() {
    const auto tilingOf = [](Size image, std::array<std::size_t, 2> global, std::array<std::size_t, 2> local) {
        StageReport stage;
        stage.output = {image, {}};
        KernelReport kernel;
        kernel.name = "kernel";
        kernel.global = global;
        kernel.local = local;
        stage.kernels = {kernel};
        return tilingsOf(stage);
    };
    QVERIFY(tilingOf({61, 47}, {64, 48}, {16, 8}).at(0) == (Tiling{"kernel", {16, 8}, {16, 8}, {1, 1}}));
    // 3840 pixels in runs of 8 by 64 work-items: 480 items, 8 groups.
    QVERIFY(tilingOf({3840, 2160}, {512, 2160}, {64, 1}).at(0) == (Tiling{"kernel", {64, 1}, {512, 1}, {8, 1}}));
    // A column each; a row each.
    QVERIFY(tilingOf({3840, 2160}, {3840, 1}, {64, 1}).at(0).tile == (Size{64, 2160}));
    QVERIFY(tilingOf({3840, 2160}, {2176, 1}, {64, 1}).at(0).tile == (Size{3840, 64}));
    // A line of samples has no tiles; neither has a host step.
    QVERIFY(tilingOf({3840, 2160}, {2048, 1}, {64, 1}).empty());
    QVERIFY(tilingOf({3840, 2160}, {0, 0}, {0, 0}).empty());
}

void ExplanationTest::mismatchesAreListed() {
    const Pair pair = changed([](int x, int y, int c) { return x % 50 == 3 && y % 50 == 4 ? 5 + c : 0; }, 4);
    const std::vector<Mismatch> all = firstMismatches(pair.actual, pair.expected, {}, 1000);
    QCOMPARE(all.size(), std::size_t(12));
    QVERIFY(all[0].pixel == (Point{3, 4}) && all[1].pixel == (Point{53, 4}) && all[11].pixel == (Point{153, 104}));
    QCOMPARE(all[0].channel, 3); // the farthest
    QCOMPARE(all[0].actual - all[0].expected, 8.0);
    QCOMPARE(firstMismatches(pair.actual, pair.expected, {}, 5).size(), std::size_t(5));
    QVERIFY(firstMismatches(pair.actual, pair.expected, {{8}, {8}}, 5).empty());
}

void ExplanationTest::distancesAreCounted() {
    const auto a = imageOf<std::uint8_t>(3, 2, 1, {10, 10, 10, 12, 9, 10});
    const auto b = imageOf<std::uint8_t>(3, 2, 1, {10, 10, 10, 10, 10, 10});
    const DifferenceHistogram steps = differenceHistogram(a, b, 2);
    constexpr auto middle = std::size_t(DifferenceCounts::half);
    QCOMPARE(steps.binWidth, 1.0);
    QCOMPARE(steps.channels[0].bins[middle], std::uint64_t(4));
    QCOMPARE(steps.channels[0].bins[middle + 2], std::uint64_t(1));
    QCOMPARE(steps.channels[0].bins[middle - 1], std::uint64_t(1));
    const auto f = imageOf<float>(4, 1, 1, {0, 1e-6f, NAN, 1});
    const auto zero = imageOf<float>(4, 1, 1, {0, 0, 0, 0});
    const DifferenceHistogram fine = differenceHistogram(f, zero, 1);
    QCOMPARE(fine.channels[0].bins[middle], std::uint64_t(1)); // equal samples alone
    QCOMPARE(fine.channels[0].bins[middle + 1], std::uint64_t(1));
    QCOMPARE(fine.channels[0].bins[2 * middle], std::uint64_t(1));
    QCOMPARE(fine.channels[0].notFinite, std::uint64_t(1));
}

LIGHTBENCH_TEST(ExplanationTest, NoApplication)
#include "explanation.moc"
