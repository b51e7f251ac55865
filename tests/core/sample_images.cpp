// The sample images: the same at every call, of the size asked for, and each with what its kind promises.
#include <QSet>
#include <QTest>
#include <cstring>
#include <numeric>

#include "core/base/error.h"
#include "core/image/histogram.h"
#include "core/sample_images/sample_images.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// Values that occur in one channel.
int distinctValues(const Bins& bins) {
    return int(std::count_if(bins.begin(), bins.end(), [](std::uint32_t n) { return n > 0; }));
}

/// Mean of |s(x+1,y) - s(x,y)| of the green channel: how fine and strong the detail is.
double roughness(const Image& image, int top, int bottom, int left, int right) {
    double sum = 0;
    for (int y = top; y < bottom; ++y)
        for (int x = left; x + 1 < right; ++x)
            sum += std::abs(image.at(x + 1, y, 1) - image.at(x, y, 1));
    return sum / (double(bottom - top) * (right - left - 1));
}

const Bins& lumaOf(const Histogram& histogram) { return histogram.bins.back(); }
} // namespace

class SampleImages : public QObject {
    Q_OBJECT
private slots:
    void sameTwice_data() { kinds(); }
    void sameTwice();
    void anySize_data() { kinds(); }
    void anySize();
    void idsAreUnique();
    void sceneHasColourAndTone();
    void gradientsAreSmooth();
    void textureHasFineDetail();
    void textIsDarkOnLightAndItsInverse();
    void noiseDiffersByPanel();
    void chartHasPatches();
    void unknownNamesListTheNearest();

private:
    static void kinds();
};

void SampleImages::kinds() {
    QTest::addColumn<QString>("id");
    for (const SampleImage& sample : sampleImages())
        QTest::newRow(sample.id.c_str()) << QString::fromStdString(sample.id);
}

void SampleImages::sameTwice() {
    QFETCH(QString, id);
    const Image first = drawSample(id.toStdString(), {320, 213}), second = drawSample(id.toStdString(), {320, 213});
    QCOMPARE(first.format(), (Format{SampleType::U8, 4}));
    QCOMPARE(std::memcmp(first.bytes().data(), second.bytes().data(), first.bytes().size()), 0);
    const Histogram histogram = histogramOf(first);
    QVERIFY(distinctValues(lumaOf(histogram)) >= 40);
    QCOMPARE(histogram.bins[3][255], std::uint32_t(320 * 213));
}

void SampleImages::anySize() {
    QFETCH(QString, id);
    for (const Size size : {Size{1, 1}, Size{1, 64}, Size{64, 1}, Size{2, 3}, Size{17, 13}, Size{501, 90}})
        QCOMPARE(drawSample(id.toStdString(), size).size(), size);
    QVERIFY_EXCEPTION_THROWN(drawSample(id.toStdString(), {0, 5}), Error);
}

void SampleImages::idsAreUnique() {
    QSet<QString> ids;
    for (const SampleImage& sample : sampleImages()) {
        ids.insert(QString::fromStdString(sample.id));
        QVERIFY(!sample.label.empty() && !sample.description.empty());
    }
    QCOMPARE(ids.size(), int(sampleImages().size()));
    QCOMPARE(sampleImages().front().id, "scene");
}

void SampleImages::sceneHasColourAndTone() {
    const Image scene = drawSample("scene", {640, 427});
    QVERIFY(distinctValues(lumaOf(histogramOf(scene))) > 200);
    // Blue sky above, the red sail's warm edge somewhere, a bright sun.
    QVERIFY(scene.at(100, 60, 2) > scene.at(100, 60, 0) + 30);
    bool sail = false, sun = false;
    for (int y = 0; y < 427; ++y)
        for (int x = 0; x < 640; ++x) {
            sail |= scene.at(x, y, 0) > 180 && scene.at(x, y, 1) < 110 && scene.at(x, y, 2) < 80;
            sun |= scene.at(x, y, 0) > 250 && scene.at(x, y, 1) > 240 && scene.at(x, y, 2) > 215;
        }
    QVERIFY(sail);
    QVERIFY(sun);
}

void SampleImages::gradientsAreSmooth() {
    const Image image = drawSample("gradients", {1280, 853});
    QCOMPARE(image.at(0, 10, 1), 0.0);
    QCOMPARE(image.at(1279, 10, 1), 255.0);
    for (int x = 0; x + 1 < 1280; ++x) {
        const double step = image.at(x + 1, 10, 1) - image.at(x, 10, 1);
        QVERIFY(step == 0 || step == 1);
    }
}

void SampleImages::textureHasFineDetail() {
    const Image image = drawSample("texture", {1280, 853});
    // The zone plate is finer at its side than in its middle; the chart's contrast falls upwards.
    QVERIFY(roughness(image, 210, 216, 100, 150) > 3 * roughness(image, 210, 216, 300, 340));
    QVERIFY(roughness(image, 400, 420, 900, 1200) > 5 * roughness(image, 10, 30, 900, 1200));
}

void SampleImages::textIsDarkOnLightAndItsInverse() {
    const Image image = drawSample("text", {1280, 853});
    double upper = 0, lower = 0;
    int darkest = 255, lightest = 0;
    for (int x = 0; x < 1280; ++x)
        for (int y = 0; y < 426; ++y) {
            upper += image.at(x, y, 1);
            lower += image.at(x, y + 427, 1);
            darkest = std::min(darkest, int(image.at(x, y, 1)));
            lightest = std::max(lightest, int(image.at(x, y + 427, 1)));
        }
    const double pixels = 1280.0 * 426;
    QVERIFY(upper / pixels > 215 && upper / pixels < 250);
    QVERIFY(lower / pixels > 5 && lower / pixels < 40);
    QVERIFY(darkest < 20 && lightest > 235);
    // Anti-aliased: there are grays between ink and paper.
    QVERIFY(distinctValues(histogramOf(image).bins[1]) > 100);
}

void SampleImages::noiseDiffersByPanel() {
    const Image image = drawSample("noise", {1280, 853});
    const auto extremes = [&](int left, int top) {
        int count = 0;
        for (int y = top; y < top + 60; ++y)
            for (int x = left; x < left + 60; ++x)
                count += image.at(x, y, 1) == 0 || image.at(x, y, 1) == 255;
        return count / 3600.0;
    };
    QVERIFY(std::abs(extremes(20, 440) - 0.1) < 0.03); // salt and pepper: a tenth of the pixels
    QVERIFY(extremes(20, 10) < 0.01);
    QVERIFY(roughness(image, 10, 70, 20, 80) > roughness(image, 10, 70, 660, 720));
}

void SampleImages::chartHasPatches() {
    const Image image = drawSample("colour-chart", {1280, 853});
    QSet<int> colours;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 8; ++column) {
            const int x = 32 + 152 * column + 76, y = 32 + 162 * row + 81;
            for (const int away : {-40, 40})
                QCOMPARE(image.at(x + away, y, 1), image.at(x, y, 1));
            colours.insert(int(image.at(x, y, 0)) << 16 | int(image.at(x, y, 1)) << 8 | int(image.at(x, y, 2)));
        }
    QCOMPARE(colours.size(), 32);
}

void SampleImages::unknownNamesListTheNearest() {
    try {
        drawSample("gradient");
        QFAIL("an unknown name was taken");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::Usage);
        QVERIFY(QByteArray(error.what()).contains("gradients"));
    }
}

LIGHTBENCH_TEST(SampleImages, NoApplication)
#include "sample_images.moc"
