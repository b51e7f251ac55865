// Figures and pictures of the difference of two images.
#include <cmath>
#include <limits>

#include <QTest>

#include "core/compare/difference.h"
#include "core/image/colours.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;
using std::string;

namespace {
const float nan32 = std::numeric_limits<float>::quiet_NaN();
const float inf32 = std::numeric_limits<float>::infinity();

/// Gray 8-bit, 100 x 100, with `count` samples off by `steps`.
Difference offBy(int count, int steps, const Tolerance& tolerance) {
    const auto plain = drawnImage<std::uint8_t>(100, 100, 1, [](int, int, int) { return std::uint8_t(100); });
    Image other = plain.clone();
    for (int i = 0; i < count; ++i)
        other.samples<std::uint8_t>()[i * 7] = std::uint8_t(100 + steps);
    return compareImages(other, plain, tolerance);
}
} // namespace

class CoreDifference : public QObject {
    Q_OBJECT
private slots:
    void equalImagesMatch();
    void figuresAreRight();
    void psnrOfKnownImages();
    void firstMismatchIsInReadingOrder();
    void alphaStandsApart();
    void alphaDilutesNoTolerance();
    void tolerancesOfBytes();
    void tolerancesOfWordsAndFloats();
    void tolerancesGrowWithTheData_data();
    void tolerancesGrowWithTheData();
    void tolerancesCountWhatGoesIn();
    void tolerancesOfSums();
    void nansAndInfinities();
    void differentShapesAreErrors();
    void figuresOfLargeImages();
    void wordsAreCompared();
    void absolutePictures();
    void signedPictures();
    void nansAreMagenta();
    void falseColoursGrowLighter();
    void masksShowWhateverDiffers();
    void gainsFitTheLargest();
    void fewPixelsAreListed();
    void verdictsHaveNames();
};

void CoreDifference::equalImagesMatch() {
    const auto image = imageOf<std::uint8_t>(2, 1, 4, {1, 2, 3, 4, 5, 6, 7, 8});
    const Difference difference = compareImages(image, image.clone(), exactly());
    QVERIFY(difference.verdict == Verdict::Match);
    QCOMPARE(difference.samples, std::uint64_t(6)); // of the colours
    QCOMPARE(difference.alpha()->samples, std::uint64_t(2));
    QCOMPARE(difference.mismatched, std::uint64_t(0));
    QVERIFY(std::isinf(difference.psnrDb) && difference.psnrDb > 0);
    QVERIFY(!difference.firstMismatch);
}

void CoreDifference::figuresAreRight() {
    const auto a = imageOf<std::uint8_t>(2, 2, 1, {10, 20, 30, 40});
    const auto b = imageOf<std::uint8_t>(2, 2, 1, {10, 23, 26, 40});
    const Difference difference = compareImages(a, b, exactly());
    QCOMPARE(difference.maxAbs, 4.0);
    QCOMPARE(difference.meanAbs, 7.0 / 4);
    QCOMPARE(difference.rmse, 2.5);
    QCOMPARE(difference.mismatched, std::uint64_t(2));
    QVERIFY(difference.verdict == Verdict::Mismatch);
    QVERIFY(*difference.firstMismatch == (Point{1, 0}));
}

void CoreDifference::psnrOfKnownImages() {
    const auto black = imageOf<std::uint8_t>(1, 1, 1, {0}), white = imageOf<std::uint8_t>(1, 1, 1, {255});
    QCOMPARE(compareImages(black, white, exactly()).psnrDb, 0.0);
    const auto zero = imageOf<float>(1, 2, 1, {0, 0}), tenth = imageOf<float>(1, 2, 1, {0.125f, 0.125f});
    QCOMPARE(compareImages(zero, tenth, exactly()).psnrDb, 20 * std::log10(8.0));
    const auto low = imageOf<std::uint32_t>(1, 1, 1, {0}), high = imageOf<std::uint32_t>(1, 1, 1, {4294967295u});
    QCOMPARE(compareImages(high, low, exactly()).maxAbs, 4294967295.0);
    QCOMPARE(compareImages(high, low, exactly()).psnrDb, 0.0);
}

void CoreDifference::firstMismatchIsInReadingOrder() {
    // Far apart, so that several chunks find one each.
    const auto a = drawnImage<std::uint16_t>(500, 400, 4, [](int, int, int) { return std::uint16_t(7); });
    Image b = a.clone();
    for (Point point : {Point{499, 399}, Point{3, 399}, Point{250, 200}, Point{17, 201}})
        b.row<std::uint16_t>(point.y)[4 * point.x + 3] = 8;
    const Difference difference = compareImages(a, b, exactly());
    QCOMPARE(difference.alpha()->mismatched, std::uint64_t(4)); // in alpha, and found like any other
    QCOMPARE(difference.mismatched, std::uint64_t(0));
    QVERIFY(difference.verdict == Verdict::Mismatch);
    QVERIFY(*difference.firstMismatch == (Point{250, 200}));
}

/// The figures of scikit-image and NumPy on the colours: mean |d| 8/6, RMSE sqrt(22/6), 20 log10(255 / RMSE).
void CoreDifference::alphaStandsApart() {
    const auto a = imageOf<std::uint8_t>(2, 1, 4, {10, 20, 30, 255, 40, 50, 60, 255});
    const auto b = imageOf<std::uint8_t>(2, 1, 4, {13, 20, 30, 255, 40, 52, 57, 250});
    const Difference difference = compareImages(a, b, exactly());
    QCOMPARE(difference.maxAbs, 3.0);
    QCOMPARE(difference.meanAbs, 8.0 / 6);
    QCOMPARE(difference.rmse, std::sqrt(22.0 / 6));
    QCOMPARE(difference.psnrDb, 20 * std::log10(255 / std::sqrt(22.0 / 6)));
    QCOMPARE(difference.mismatched, std::uint64_t(3));
    QCOMPARE(difference.samples, std::uint64_t(6));
    QCOMPARE(difference.channels.size(), std::size_t(4));
    QCOMPARE(difference.channels[0].meanAbs, 1.5);
    QCOMPARE(difference.channels[1].maxAbs, 2.0);
    QCOMPARE(difference.channels[2].rmse, std::sqrt(4.5));
    QCOMPARE(difference.alpha()->maxAbs, 5.0);
    QCOMPARE(difference.alpha()->mismatched, std::uint64_t(1));
    QCOMPARE(difference.largest(), 5.0);
    QCOMPARE(difference.allMismatched(), std::uint64_t(4));
    QCOMPARE(channelName(3, 4), string("alpha"));
    QVERIFY(!compareImages(imageOf<float>(1, 1, 1, {0}), imageOf<float>(1, 1, 1, {1}), exactly()).alpha());
}

/// 0.1 % of the colours, not of colours and an alpha that never differs; and of alpha itself.
void CoreDifference::alphaDilutesNoTolerance() {
    const auto plain = drawnImage<std::uint8_t>(100, 100, 4, [](int, int, int) { return std::uint8_t(100); });
    const auto verdict = [&](int colours, int alphas, int alphaSteps) {
        Image other = plain.clone();
        for (int i = 0; i < colours; ++i)
            other.samples<std::uint8_t>()[4 * i] = 101;
        for (int i = 0; i < alphas; ++i)
            other.samples<std::uint8_t>()[4 * i + 3] = std::uint8_t(100 + alphaSteps);
        return compareImages(other, plain, withinOne()).verdict;
    };
    QVERIFY(verdict(30, 0, 0) == Verdict::WithinTolerance);
    QVERIFY(verdict(31, 0, 0) == Verdict::Mismatch); // 40 of all samples would have been allowed
    QVERIFY(verdict(0, 10, 1) == Verdict::WithinTolerance);
    QVERIFY(verdict(0, 11, 1) == Verdict::Mismatch);
    QVERIFY(verdict(0, 1, 2) == Verdict::Mismatch);
}

void CoreDifference::tolerancesOfBytes() {
    QVERIFY(offBy(10, 1, withinOne()).verdict == Verdict::WithinTolerance); // 0.1 % of 10000
    QVERIFY(offBy(11, 1, withinOne()).verdict == Verdict::Mismatch);
    QVERIFY(offBy(1, 2, withinOne()).verdict == Verdict::Mismatch);
    QVERIFY(offBy(1, -1, withinOne()).verdict == Verdict::WithinTolerance);
    QVERIFY(offBy(1, 1, exactly()).verdict == Verdict::Mismatch);
    QVERIFY(offBy(0, 1, withinOne()).verdict == Verdict::Match);
}

void CoreDifference::tolerancesOfWordsAndFloats() {
    // 16-bit: 2 % of the samples, and four where that is less.
    const auto sixteenBit = [](int side, int off) {
        const auto a = drawnImage<std::uint16_t>(side, side, 1, [](int, int, int) { return std::uint16_t(1000); });
        Image b = a.clone();
        for (int i = 0; i < off; ++i)
            b.samples<std::uint16_t>()[i] = i % 2 ? 1001 : 999;
        return compareImages(a, b, withinOne()).verdict;
    };
    QVERIFY(sixteenBit(20, 8) == Verdict::WithinTolerance);
    QVERIFY(sixteenBit(20, 9) == Verdict::Mismatch);
    QVERIFY(sixteenBit(3, 4) == Verdict::WithinTolerance);
    QVERIFY(sixteenBit(3, 5) == Verdict::Mismatch);
    const auto one = imageOf<float>(2, 1, 1, {1, 0.5f});
    const auto verdict = [&](float second, const Tolerance& tolerance) {
        return compareImages(imageOf<float>(2, 1, 1, {1, second}), one, tolerance).verdict;
    };
    QVERIFY(verdict(0.500009f, withinOne()) == Verdict::WithinTolerance);
    QVERIFY(verdict(0.499991f, withinOne()) == Verdict::WithinTolerance);
    QVERIFY(verdict(0.50002f, withinOne()) == Verdict::Mismatch);
    QVERIFY(verdict(0.500009f, exactly()) == Verdict::Mismatch);
}

/// 1e-5 of the largest value, whatever that is: neither is noise on data of bytes a mismatch, nor is everything right
/// on data of millionths.
void CoreDifference::tolerancesGrowWithTheData_data() {
    QTest::addColumn<float>("scale");
    for (const float scale : {1e-30f, 1e-6f, 1e-3f, 1.0f, 255.0f, 65535.0f, 1e30f, -255.0f})
        QTest::addRow("%g", double(scale)) << scale;
}

void CoreDifference::tolerancesGrowWithTheData() {
    QFETCH(float, scale);
    const auto expected = imageOf<float>(3, 1, 1, {scale, 0.5f * scale, nan32});
    const auto verdict = [&](float second) {
        return compareImages(imageOf<float>(3, 1, 1, {scale, second * scale, nan32}), expected, withinOne()).verdict;
    };
    QVERIFY(verdict(0.500008f) == Verdict::WithinTolerance);
    QVERIFY(verdict(0.50002f) == Verdict::Mismatch);
    QVERIFY(verdict(0) == Verdict::Mismatch);
}

/// What cancels out leaves the rounding of what went in.
void CoreDifference::tolerancesCountWhatGoesIn() {
    const auto input = imageOf<float>(2, 1, 1, {1e6f, inf32});
    const auto none = imageOf<float>(2, 1, 1, {0, 0}), noise = imageOf<float>(2, 1, 1, {0.06f, 0});
    QVERIFY(compareImages(noise, none, withinOne()).verdict == Verdict::Mismatch);
    QVERIFY(compareImages(noise, none, toleranceFor(withinOne(), input)).verdict == Verdict::WithinTolerance);
    // Scores have a scale of their own.
    const Tolerance scores{.magnitudeFactor = 1e-5, .magnitude = 1};
    QVERIFY(compareImages(noise, none, toleranceFor(scores, input)).verdict == Verdict::Mismatch);
    // An alpha of 0..1 beside colours of a million is held to its own.
    const auto colours = imageOf<float>(1, 1, 4, {1e6f, 1e6f, 1e6f, 1});
    const auto other = imageOf<float>(1, 1, 4, {1e6f, 1e6f, 1e6f, 0.9f});
    QVERIFY(compareImages(other, colours, toleranceFor(withinOne(), colours)).verdict == Verdict::Mismatch);
}

void CoreDifference::tolerancesOfSums() {
    // 1e-5 of the largest finite magnitude: here of 1000.
    const auto sums = imageOf<float>(3, 1, 1, {1, -1000, inf32});
    const auto verdict = [&](float first) {
        return compareImages(imageOf<float>(3, 1, 1, {first, -1000, inf32}), sums, sumTolerance()).verdict;
    };
    QVERIFY(verdict(1.009f) == Verdict::WithinTolerance);
    QVERIFY(verdict(1.011f) == Verdict::Mismatch);
    QVERIFY(offBy(1, 1, sumTolerance()).verdict == Verdict::Mismatch);
}

void CoreDifference::nansAndInfinities() {
    const auto a = imageOf<float>(5, 1, 1, {nan32, nan32, 1, inf32, 0});
    const auto b = imageOf<float>(5, 1, 1, {nan32, 1, nan32, inf32, -0.0f});
    const Difference difference = compareImages(a, b, {0, 1, 1, 100});
    QCOMPARE(difference.nans, std::uint64_t(2));
    QCOMPARE(difference.mismatched, std::uint64_t(2));
    QVERIFY(*difference.firstMismatch == (Point{1, 0}));
    QCOMPARE(difference.maxAbs, 0.0);
    QVERIFY(difference.verdict == Verdict::Mismatch);
    QVERIFY(std::isnan(difference.psnrDb)); // not "infinite": something differs
    const Difference both =
        compareImages(imageOf<float>(1, 1, 1, {nan32}), imageOf<float>(1, 1, 1, {-nan32}), exactly());
    QVERIFY(both.verdict == Verdict::Match);
    const Difference infinite =
        compareImages(imageOf<float>(1, 1, 1, {inf32}), imageOf<float>(1, 1, 1, {-inf32}), {0, 1, 1, 100});
    QVERIFY(std::isinf(infinite.largest()) && infinite.verdict == Verdict::Mismatch);
    // Counted apart, so that the others still have a largest and a mean.
    const Difference one = compareImages(imageOf<float>(3, 1, 1, {inf32, 1, inf32}),
                                         imageOf<float>(3, 1, 1, {0, 0.5f, inf32}), withinOne());
    QCOMPARE(one.infinities, std::uint64_t(1));
    QCOMPARE(one.nans, std::uint64_t(0));
    QCOMPARE(one.largestFinite(), 0.5);
    QCOMPARE(one.meanAbs, 0.25);
    QVERIFY(std::isnan(one.psnrDb) && std::isinf(one.largest()) && one.verdict == Verdict::Mismatch);
}

void CoreDifference::differentShapesAreErrors() {
    const auto a = imageOf<std::uint8_t>(2, 1, 1, {1, 2});
    Image others[] = {imageOf<std::uint8_t>(1, 2, 1, {1, 2}), imageOf<std::uint16_t>(2, 1, 1, {1, 2}),
                      imageOf<std::uint8_t>(2, 1, 4, {1, 2, 3, 4, 5, 6, 7, 8})};
    for (const Image& b : others) {
        const QString message = messageOf([&] { compareImages(a, b, exactly()); });
        VERIFY_CONTAINS(message, "2 x 1, gray 8-bit");
        QVERIFY(message.contains(QString::fromStdString(b.shape().name())));
        QVERIFY(errorOf([&] { differenceImage(a, b, DifferenceStyle::Absolute, 1); })->kind() == ErrorKind::Input);
    }
}

void CoreDifference::figuresOfLargeImages() {
    // Every sample differs by a known amount, over many chunks and a last one that is not full.
    const auto a =
        drawnImage<std::uint8_t>(1001, 333, 1, [](int x, int y, int) { return std::uint8_t((x + y) % 200); });
    const auto b =
        drawnImage<std::uint8_t>(1001, 333, 1, [](int x, int y, int) { return std::uint8_t((x + y) % 200 + 3); });
    const Difference difference = compareImages(a, b, exactly());
    QCOMPARE(difference.mismatched, std::uint64_t(1001 * 333));
    QCOMPARE(difference.meanAbs, 3.0);
    QCOMPARE(difference.rmse, 3.0);
}

void CoreDifference::wordsAreCompared() {
    const std::vector<std::uint32_t> a{1, 2, 3, 4}, b{1, 2, 5, 9};
    const Difference difference = compareWords(a, b);
    QVERIFY(difference.verdict == Verdict::Mismatch);
    QVERIFY(*difference.firstMismatch == (Point{2, 0}));
    QCOMPARE(difference.maxAbs, 5.0);
    QVERIFY(compareWords(a, a).verdict == Verdict::Match);
    QVERIFY(errorOf([&] { compareWords(a, std::span(b).first(3)); }).has_value());
}

void CoreDifference::absolutePictures() {
    const auto a = imageOf<std::uint8_t>(3, 1, 4, {10, 20, 30, 255, 0, 0, 0, 255, 9, 9, 9, 100});
    const auto b = imageOf<std::uint8_t>(3, 1, 4, {12, 20, 25, 255, 0, 200, 0, 255, 9, 9, 9, 103});
    const Image picture = differenceImage(a, b, DifferenceStyle::Absolute, 10);
    QVERIFY(picture.shape() == (ImageShape{{3, 1}, {SampleType::U8, 4}}));
    const std::vector<int> expected{20, 0, 50, 255, 0, 255, 0, 255, 30, 30, 30, 255};
    for (int i = 0; i < 12; ++i)
        QCOMPARE(int(picture.samples<std::uint8_t>()[i]), expected[std::size_t(i)]);
    const Image gray = differenceImage(imageOf<float>(1, 1, 1, {0.5f}), imageOf<float>(1, 1, 1, {0.25f}),
                                       DifferenceStyle::Absolute, 1);
    QCOMPARE(gray.at(0, 0, 0), 64.0); // 63.75
    QCOMPARE(gray.at(0, 0, 2), 64.0);
    QCOMPARE(gray.at(0, 0, 3), 255.0);
}

void CoreDifference::signedPictures() {
    const auto a = imageOf<std::uint16_t>(3, 1, 1, {0, 257 * 10, 257 * 10});
    const auto b = imageOf<std::uint16_t>(3, 1, 1, {0, 257 * 20, 257 * 5});
    const Image picture = differenceImage(a, b, DifferenceStyle::Signed, 2);
    QCOMPARE(picture.at(0, 0, 0), 128.0);
    QCOMPARE(picture.at(1, 0, 1), 108.0);
    QCOMPARE(picture.at(2, 0, 2), 138.0);
    const Image wide = differenceImage(a, b, DifferenceStyle::Signed, 1000);
    QCOMPARE(wide.at(1, 0, 0), 0.0);
    QCOMPARE(wide.at(2, 0, 0), 255.0);
}

void CoreDifference::nansAreMagenta() {
    const auto a = imageOf<float>(2, 1, 1, {nan32, nan32}), b = imageOf<float>(2, 1, 1, {0, nan32});
    for (DifferenceStyle style : {DifferenceStyle::Absolute, DifferenceStyle::FalseColour}) {
        const Image picture = differenceImage(a, b, style, 1);
        QCOMPARE(picture.at(0, 0, 0), 255.0);
        QCOMPARE(picture.at(0, 0, 1), 0.0);
        QCOMPARE(picture.at(0, 0, 2), 255.0);
        QCOMPARE(picture.at(1, 0, 0) + picture.at(1, 0, 1) + picture.at(1, 0, 2), 0.0);
    }
}

void CoreDifference::falseColoursGrowLighter() {
    double before = -1;
    for (int i = 0; i <= 100; ++i) {
        const Rgb colour = falseColour(i / 100.0);
        const auto linear = [](double s) { return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4); };
        const double luminance = 0.2126 * linear(colour.red / 255.0) + 0.7152 * linear(colour.green / 255.0) +
                                 0.0722 * linear(colour.blue / 255.0);
        QVERIFY2(luminance > before, qPrintable(QString::number(i)));
        before = luminance;
    }
    QCOMPARE(int(falseColour(-1).red) + falseColour(-1).green + falseColour(-1).blue, 0);
    QCOMPARE(int(falseColour(2).red) + falseColour(2).green + falseColour(2).blue, 765);
    QCOMPARE(int(falseColour(std::nan("")).red), 0);
}

void CoreDifference::masksShowWhateverDiffers() {
    const auto a = imageOf<std::uint16_t>(4, 1, 4, {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9});
    const auto b = imageOf<std::uint16_t>(4, 1, 4, {9, 9, 9, 9, 9, 10, 9, 9, 9, 9, 9, 8, 0, 0, 0, 9});
    const Image picture = differenceImage(a, b, DifferenceStyle::Mask, 1);
    for (int x = 0; x < 4; ++x)
        for (int c = 0; c < 3; ++c)
            QCOMPARE(picture.at(x, 0, c), x == 0 ? 0.0 : 255.0); // alpha counts too
}

void CoreDifference::gainsFitTheLargest() {
    const Format bytes{SampleType::U8, 4}, words{SampleType::U16, 1}, reals{SampleType::F32, 1};
    QCOMPARE(fittingGain(1, bytes, DifferenceStyle::Absolute), 255.0);
    QCOMPARE(fittingGain(1, words, DifferenceStyle::FalseColour), 65535.0);
    QCOMPARE(fittingGain(0.25, reals, DifferenceStyle::Absolute), 4.0);
    QCOMPARE(fittingGain(255, bytes, DifferenceStyle::Absolute), 1.0);
    QCOMPARE(fittingGain(0, bytes, DifferenceStyle::Absolute), 1.0); // nothing differs
    // One step of 16 bits, which no gain of 64 could show.
    const auto a = imageOf<std::uint16_t>(3, 1, 1, {500, 500, 500}),
               b = imageOf<std::uint16_t>(3, 1, 1, {500, 501, 499});
    const Image absolute = differenceImage(a, b, DifferenceStyle::Absolute, 65535);
    QCOMPARE(absolute.at(0, 0, 0), 0.0);
    QCOMPARE(absolute.at(1, 0, 0), 255.0);
    const double gain = fittingGain(1, words, DifferenceStyle::Signed);
    const Image both = differenceImage(a, b, DifferenceStyle::Signed, gain);
    QCOMPARE(both.at(1, 0, 0), 1.0);
    QCOMPARE(both.at(2, 0, 0), 255.0);
}

void CoreDifference::fewPixelsAreListed() {
    const auto a = drawnImage<float>(300, 200, 4, [](int, int, int) { return 0.5f; });
    Image b = a.clone();
    for (Point point : {Point{299, 199}, Point{3, 4}, Point{2, 4}})
        b.row<float>(point.y)[4 * point.x + 3] = point.x == 3 ? nan32 : 0.75f;
    const std::vector<Point> expected{{2, 4}, {3, 4}, {299, 199}};
    QVERIFY(differingPixels(a, b, 3) == expected);
    QVERIFY(differingPixels(a, b, 2).empty()); // too many to be listed
    QVERIFY(differingPixels(a, a.clone(), 3).empty());
}

void CoreDifference::verdictsHaveNames() {
    QCOMPARE(verdictName(Verdict::Match), string("match"));
    QCOMPARE(verdictName(Verdict::WithinTolerance), string("within tolerance"));
    QCOMPARE(verdictName(Verdict::Mismatch), string("mismatch"));
    QCOMPARE(verdictName(Verdict::NotChecked), string("not checked"));
    QCOMPARE(verdictName(Verdict::NoReference), string("not checked: no reference"));
    QCOMPARE(verdictName(Verdict::ReferenceWaits), string("not checked: the reference waits for permission"));
    QCOMPARE(verdictName(Verdict::ReferenceFailed), string("not checked: the reference failed"));
    for (const Verdict verdict : {Verdict::Match, Verdict::WithinTolerance, Verdict::Mismatch, Verdict::NotChecked,
                                  Verdict::NoReference, Verdict::ReferenceWaits, Verdict::ReferenceFailed})
        QVERIFY(verdictNamed(verdictName(verdict)) == verdict);
    QVERIFY(!verdictNamed("good") && !verdictNamed(""));
}

LIGHTBENCH_TEST(CoreDifference, NoApplication)
#include "core_difference.moc"
