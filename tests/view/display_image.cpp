// From samples to what the screen shows: conversion of every format, the pyramid, and sampling at a zoom.
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <stdexcept>

#include "tests/test_program.h"
#include "tests/view/view_support.h"
#include "ui/display/display_image.h"
#include "ui/display/image_layer.h"
#include "ui/display/latest_task.h"
#include "ui/display/resample.h"

using namespace lightbench;

namespace {

template <class T> ImagePtr imageOf(Size size, Format format, std::initializer_list<T> samples) {
    Image image({size, format});
    std::copy(samples.begin(), samples.end(), image.samples<T>());
    return std::make_shared<const Image>(std::move(image));
}

ImagePtr checkerboard(Size size) {
    return grayOf(size, [](int x, int y) { return (x + y) % 2 ? 255 : 0; });
}

/// Smallest and largest gray of a picture.
std::pair<int, int> grayRange(const QImage& image) {
    std::pair<int, int> range{255, 0};
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const int gray = qRed(image.pixel(x, y));
            range = {std::min(range.first, gray), std::max(range.second, gray)};
        }
    return range;
}

} // namespace

class TestDisplayImage : public QObject {
    Q_OBJECT

private slots:
    void eightBitIsNotCopied() {
        const ImagePtr image = checkerboard({17, 13});
        QImage pixels = displayPixels(image);
        QCOMPARE(pixels.constBits(), image->samples<std::uint8_t>());
        QCOMPARE(image.use_count(), 2L);
        pixels = {};
        QCOMPARE(image.use_count(), 1L);
    }

    void theQImageKeepsTheSamplesAlive() {
        ImagePtr image = grayOf({64, 64}, [](int x, int y) { return x ^ y; });
        const std::weak_ptr<const Image> watched = image;
        QImage pixels = displayPixels(image);
        image.reset();
        QVERIFY(!watched.expired());
        QCOMPARE(qRed(pixels.pixel(5, 9)), 5 ^ 9);
        pixels = {};
        QVERIFY(watched.expired());
    }

    void sixteenBit() {
        const auto pixels = displayPixels(imageOf<std::uint16_t>({4, 1}, {SampleType::U16, 1}, {0, 257, 32896, 65535}));
        for (const auto& [x, gray] : {std::pair{0, 0}, {1, 1}, {2, 128}, {3, 255}})
            QCOMPARE(qRed(pixels.pixel(x, 0)), gray);
    }

    void thirtyTwoBitIsScaledToItsMaximum() {
        const auto pixels =
            displayPixels(imageOf<std::uint32_t>({3, 1}, {SampleType::U32, 1}, {0, 1'000'000'000, 4'000'000'000u}));
        QCOMPARE(qRed(pixels.pixel(0, 0)), 0);
        QCOMPARE(qRed(pixels.pixel(1, 0)), 64);
        QCOMPARE(qRed(pixels.pixel(2, 0)), 255);
        QCOMPARE(qRed(displayPixels(imageOf<std::uint32_t>({1, 1}, {SampleType::U32, 1}, {0})).pixel(0, 0)), 0);
    }

    void floatsAreClampedAndNanIsMagenta() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto pixels = displayPixels(imageOf<float>({4, 1}, {SampleType::F32, 1}, {-1.0f, 0.5f, 7.0f, nan}));
        QCOMPARE(pixels.pixel(0, 0), qRgb(0, 0, 0));
        QCOMPARE(pixels.pixel(1, 0), qRgb(128, 128, 128));
        QCOMPARE(pixels.pixel(2, 0), qRgb(255, 255, 255));
        QCOMPARE(pixels.pixel(3, 0), qRgb(255, 0, 255));
        const auto colour = displayPixels(imageOf<float>({1, 1}, {SampleType::F32, 4}, {0.0f, 1.0f, 0.2f, 1.0f}));
        QCOMPARE(colour.pixel(0, 0), qRgb(0, 255, 51));
    }

    void levelsAreExactMeans() {
        const auto display = makeDisplayImage(
            imageOf<std::uint8_t>({3, 3}, {SampleType::U8, 1}, {10, 20, 30, 40, 50, 60, 70, 80, 91}), Reduction::Mean);
        QCOMPARE(int(display->levels.size()), 3);
        const QImage& half = display->levels[1];
        QCOMPARE(half.size(), QSize(2, 2));
        QCOMPARE(qRed(half.pixel(0, 0)), 30);
        QCOMPARE(qRed(half.pixel(1, 0)), 45);
        QCOMPARE(qRed(half.pixel(0, 1)), 75);
        QCOMPARE(qRed(half.pixel(1, 1)), 91);
    }

    void transparentColoursDoNotBleed() {
        const auto display = makeDisplayImage(
            imageOf<std::uint8_t>({2, 1}, {SampleType::U8, 4}, {200, 100, 50, 255, 0, 255, 0, 0}), Reduction::Mean);
        QVERIFY(!display->opaque);
        QCOMPARE(display->levels[1].pixel(0, 0), qRgba(200, 100, 50, 128));
    }

    void aLoneDifferenceStaysVisible() {
        Image image({{500, 300}, {SampleType::U8, 4}});
        for (std::size_t i = 0; i < image.shape().samples(); ++i)
            image.samples<std::uint8_t>()[i] = i % 4 == 3 ? 255 : 0;
        image.row<std::uint8_t>(211)[4 * 333] = 255;
        const auto display = makeDisplayImage(std::make_shared<const Image>(std::move(image)), Reduction::FarFromBlack);
        for (const double scale : {0.9, 0.37, 0.25, 0.1, 0.03}) {
            const QImage seen = renderNearest(*display, scale, {0, 0, int(500 * scale), int(300 * scale)});
            QCOMPARE(grayRange(seen).second, 255);
        }
    }

    void averagesBelowHundredPercent() {
        const auto display = makeDisplayImage(checkerboard({803, 601}), Reduction::Mean);
        for (const double scale : {0.5, 0.25, 0.3, 0.1, 0.0371}) {
            QVERIFY(needsSmoothing(*display, scale));
            const QImage seen = renderSmooth(*display, scale, {0, 0, int(803 * scale), int(601 * scale)});
            const auto [minimum, maximum] = grayRange(seen);
            QVERIFY2(minimum >= 122 && maximum <= 134,
                     qPrintable(QString("%1: %2..%3").arg(scale).arg(minimum).arg(maximum)));
        }
        const auto [minimum, maximum] = grayRange(renderSmooth(*display, 0.75, {0, 0, 600, 450}).copy(4, 4, 592, 442));
        QVERIFY2(minimum >= 118 && maximum <= 137, qPrintable(QString("%1..%2").arg(minimum).arg(maximum)));
    }

    void smoothKeepsFlatAreasAndPlace() {
        const auto flat = makeDisplayImage(grayOf({300, 200}, [](int, int) { return 77; }), Reduction::Mean);
        QCOMPARE(grayRange(renderSmooth(*flat, 0.43, {0, 0, 129, 86})), (std::pair{77, 77}));
        // A ramp stays where it is: device pixel x shows the image at (x + 1/2) / scale.
        const auto ramp = makeDisplayImage(grayOf({256, 8}, [](int x, int) { return x; }), Reduction::Mean);
        const QImage seen = renderSmooth(*ramp, 0.4, {20, 0, 60, 3});
        for (int x = 0; x < 60; ++x)
            QVERIFY(std::abs(qRed(seen.pixel(x, 1)) - ((20 + x + 0.5) / 0.4 - 0.5)) <= 1.5);
    }

    void nearestAboveHundredPercent() {
        const auto display = makeDisplayImage(checkerboard({9, 7}), Reduction::Mean);
        QVERIFY(!needsSmoothing(*display, 5));
        const QImage seen = renderNearest(*display, 5, {0, 0, 45, 35});
        for (int y = 0; y < 35; ++y)
            for (int x = 0; x < 45; ++x)
                QCOMPARE(qRed(seen.pixel(x, y)), (x / 5 + y / 5) % 2 ? 255 : 0);
    }

    void transparencyShowsACheckerboard() {
        const auto display =
            makeDisplayImage(imageOf<std::uint8_t>({1, 1}, {SampleType::U8, 4}, {255, 0, 0, 0}), Reduction::Mean);
        const QImage seen = renderNearest(*display, 32, {0, 0, 32, 32});
        QCOMPARE(qRed(seen.pixel(0, 0)), checkerShade(0, 0));
        QCOMPARE(qRed(seen.pixel(8, 0)), checkerShade(8, 0));
        QVERIFY(checkerShade(0, 0) != checkerShade(8, 0));
    }

    void previewsAreMadeOfAnyFormat() {
        Image image({{3000, 10}, {SampleType::F32, 1}});
        for (int i = 0; i < 30000; ++i)
            image.samples<float>()[i] = float(i % 3000) / 2999;
        const auto preview = makePreview(std::make_shared<const Image>(std::move(image)), Reduction::Mean);
        QVERIFY(preview->preview && preview->levels.front().isNull());
        const QImage seen = renderNearest(*preview, 0.5, {0, 0, 1500, 5});
        QVERIFY(std::abs(qRed(seen.pixel(750, 2)) - 128) <= 1);
        QVERIFY(!renderNearest(*preview, 2, {0, 0, 600, 5}).isNull());
    }

    void stoppedWorkGivesNothing() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!makeDisplayImage(checkerboard({64, 64}), Reduction::Mean, stop.get_token()));
    }

    void onlyTheNewestJobWaits() {
        LatestTask task;
        QList<int> delivered;
        QSignalSpy idle(&task, &LatestTask::idle);
        for (int i = 0; i < 20; ++i)
            task.submit([&delivered, i](std::stop_token) { return [&delivered, i] { delivered << i; }; }, false);
        QVERIFY(idle.wait());
        QCOMPARE(delivered, (QList<int>{0, 19}));
    }

    void interruptedJobsDeliverNothing() {
        LatestTask task;
        QList<int> delivered;
        const auto job = [&delivered](int i) {
            return [&delivered, i](std::stop_token) { return [&delivered, i] { delivered << i; }; };
        };
        task.submit(job(1), true);
        task.submit(job(2), true);
        QTRY_VERIFY(!task.isBusy());
        QCOMPARE(delivered, QList<int>{2});
        task.submit(job(3), true);
        task.cancel();
        QTRY_VERIFY(!task.isBusy());
        QCOMPARE(delivered, QList<int>{2});
    }

    void failuresAreToldInOneLine() {
        LatestTask task;
        QSignalSpy failed(&task, &LatestTask::failed);
        task.submit([](std::stop_token) -> std::function<void()> { throw std::runtime_error("no luck"); }, false);
        QVERIFY(failed.wait());
        QCOMPARE(failed.takeFirst().at(0).toString(), QString("no luck"));
        QVERIFY(!task.isBusy());
    }

    void aLargeImageIsPreparedInTheBackground() {
        ImageLayer layer;
        QSignalSpy updated(&layer, &ImageLayer::updated);
        layer.setImage(checkerboard({7728, 4354}));
        QVERIFY(layer.isPreparing());
        QVERIFY(!layer.pixels().isNull()); // the preview is there at once
        QTRY_VERIFY(!layer.isPreparing());
        QCOMPARE(updated.count(), 2);
        layer.setImage(nullptr);
        QVERIFY(layer.pixels().isNull());
    }
};

LIGHTBENCH_TEST(TestDisplayImage, QApplication)
#include "display_image.moc"
