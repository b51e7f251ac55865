// What floats may be that no picture of the conformance walk has, NaN, infinities, flat and enormous ranges: filters
// that count or order floats come to the same on a device as their references, and tell black pixels by exact zeros.
#include <cmath>
#include <limits>

#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

/// Sample i of noise, of 0..1 and beyond, as a picture of that kind has it.
float sampleOf(const QString& kind, float noise, std::size_t i) {
    if (kind == "flat") return 0.3f;
    if (kind == "nothing") return nan;
    if (kind == "two values") return i % 3 == 0 ? 0.5f : std::nextafter(0.5f, 1.0f);
    if (kind == "enormous") return (noise - 0.5f) * 3e38f * 1.6f;
    if (kind == "faint") return 100.0f + 0.001f * noise;
    if (kind == "zeros") return i % 7 == 0 ? 0.0f : noise;
    return i % 11 == 0 ? nan : i % 13 == 0 ? infinity : i % 17 == 0 ? -infinity : noise;
}

ImagePtr picture(const QString& kind, int channels) {
    Image image = testImage({{61, 43}, {SampleType::F32, channels}}, Picture::Noise, 5);
    for (std::size_t i = 0; i < image.shape().samples(); ++i)
        if (channels == 1 || i % 4 != 3) image.samples<float>()[i] = sampleOf(kind, image.samples<float>()[i], i);
    return std::make_shared<const Image>(std::move(image));
}
} // namespace

class SpecialFloats : public QObject {
    Q_OBJECT
private slots:
    void deviceEqualsReference_data();
    void deviceEqualsReference();

private:
    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void SpecialFloats::deviceEqualsReference_data() {
    QTest::addColumn<QString>("stack");
    for (const char* stack :
         {"otsu", "otsu inverted=on workgroup=64", "auto-levels dark=0 light=0",
          "auto-levels dark=5 light=9 workgroup=64", "ordered-dither levels=4", "floyd-steinberg levels=3", "equalize",
          "clahe columns=3 rows=2", "non-local-means patch=3 search=5", "distance-transform",
          "template-matching rectangle=20,10,7,5", "template-matching rectangle=20,10,7,5 method=ccorr"})
        QTest::newRow(stack) << QString(stack);
}

void SpecialFloats::deviceEqualsReference() {
    QFETCH(QString, stack);
    for (const QString kind : {"flat", "nothing", "two values", "enormous", "faint", "zeros", "not finite"})
        for (int channels : {1, 4}) {
            // Sums of their squares are no floats any more.
            if (kind == "enormous" && stack.startsWith("template-matching")) continue;
            const ReportPtr report =
                engine_->run(requestOf(picture(kind, channels), stack.toStdString(), {.verify = true}));
            const Difference& difference = report->stages.at(0).difference;
            QVERIFY2(difference.verdict == Verdict::Match || difference.verdict == Verdict::WithinTolerance,
                     qPrintable(kind));
        }
}

LIGHTBENCH_TEST(SpecialFloats, QCoreApplication)
#include "special_floats.moc"
