// Floats of every kind. The conformance walk has images with NaN, infinities and 1e12 for each variant; here are flat
// and enormous ranges, for filters that count or order floats, and weights of 0, which hide even NaN.
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

/// 0.25, with pixels of NaN, of infinity and of 0.
ImagePtr oddFloats(int channels) {
    Image image({{43, 31}, {SampleType::F32, channels}});
    std::fill_n(image.samples<float>(), image.shape().samples(), 0.25f);
    for (int c = 0; c < channels; ++c) {
        image.row<float>(4)[5 * channels + c] = nan;
        image.row<float>(7)[9 * channels + c] = infinity;
        image.row<float>(30)[42 * channels + c] = -infinity;
        image.row<float>(12)[20 * channels + c] = 0;
    }
    return std::make_shared<const Image>(std::move(image));
}

bool isSame(const Image& a, const Image& b) {
    const auto isSameSample = [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return a.shape() == b.shape() &&
           std::equal(a.samples<float>(), a.samples<float>() + a.shape().samples(), b.samples<float>(), isSameSample);
}
} // namespace

class SpecialFloats : public QObject {
    Q_OBJECT
private slots:
    void deviceEqualsReference_data();
    void deviceEqualsReference();
    void weightsOfZeroHide_data();
    void weightsOfZeroHide();
    void neighboursWithoutAWeight_data();
    void neighboursWithoutAWeight();
    void pixelsOfWholeRatiosAreExact();
    void masksHide();

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

/// Stacks whose weights of 0 hide the odd samples of other pixels.
void SpecialFloats::weightsOfZeroHide_data() {
    QTest::addColumn<QString>("stack");
    for (const char* stack :
         {"box k=3 mix=0", "convolution matrix=0,0,0;0,1,0;0,0,0", "resize scale=1 method=bilinear variant=two-pass",
          "resize scale=1 method=lanczos variant=two-pass", "resize scale=1 method=lanczos variant=strips",
          "rotate angle=0 method=bilinear variant=direct", "rotate angle=0 method=bilinear variant=segments",
          "unsharp-mask amount=0"})
        QTest::newRow(stack) << QString(stack);
}

void SpecialFloats::weightsOfZeroHide() {
    QFETCH(QString, stack);
    const ImagePtr input = oddFloats(1);
    const ReportPtr report = engine_->run(requestOf(input, stack.toStdString(), {.verify = true}));
    QCOMPARE(report->stages.at(0).difference.verdict, Verdict::Match);
    QVERIFY(isSame(*report->output, *input));
}

/// A third of its pixels are those of the source, with weights of 0 beside them.
void SpecialFloats::pixelsOfWholeRatiosAreExact() {
    const ImagePtr input = oddFloats(1);
    for (const char* stack : {"resize width=129 height=31 method=lanczos variant=two-pass",
                              "resize width=129 height=31 method=bicubic variant=strips"}) {
        const ReportPtr report = engine_->run(requestOf(input, stack, {.verify = true}));
        QVERIFY2(report->stages.at(0).difference.verdict != Verdict::Mismatch, stack);
        Image middle(input->shape());
        for (int y = 0; y < middle.height(); ++y)
            for (int x = 0; x < middle.width(); ++x)
                middle.row<float>(y)[x] = report->output->row<float>(y)[3 * x + 1];
        QVERIFY2(isSame(middle, *input), stack);
    }
    Image line({{4, 1}, {SampleType::F32, 1}});
    std::fill_n(line.samples<float>(), 4, 0.0f);
    line.samples<float>()[1] = 1;
    const auto impulse = std::make_shared<const Image>(std::move(line));
    for (const char* variant : {"strips", "two-pass", "cpu"})
        QVERIFY2(*engine_->run(requestOf(impulse, "resize scale=1 method=lanczos variant=" + std::string(variant)))
                         ->output == *impulse,
                 variant);
}

/// Where a mask or an alpha is 0 or 1, the image that is hidden may be anything.
void SpecialFloats::neighboursWithoutAWeight_data() {
    QTest::addColumn<QString>("window");
    QTest::addColumn<int>("reached"); // pixels whose window has NaN
    QTest::newRow("four") << "four" << 5;
    QTest::newRow("diagonal") << "diagonal" << 5;
    QTest::newRow("eight") << "eight" << 9;
}
void SpecialFloats::neighboursWithoutAWeight() {
    QFETCH(QString, window);
    QFETCH(int, reached);
    for (const int channels : {1, 4}) {
        Image flat({{43, 31}, {SampleType::F32, channels}});
        std::fill_n(flat.samples<float>(), flat.shape().samples(), 0.25f);
        flat.row<float>(12)[20 * channels] = std::nanf("");
        const QString stack = "laplacian window=" + window;
        const ReportPtr report = engine_->run(
            requestOf(std::make_shared<const Image>(std::move(flat)), stack.toStdString(), {.verify = true}));
        QCOMPARE(report->stages.at(0).difference.verdict, Verdict::Match);
        const Image& output = *report->output;
        QCOMPARE(std::count_if(output.samples<float>(), output.samples<float>() + output.shape().samples(),
                               [](float sample) { return std::isnan(sample); }),
                 reached);
    }
}
void SpecialFloats::masksHide() {
    for (const int channels : {1, 4}) {
        const ImagePtr odd = oddFloats(channels);
        Image even(odd->shape()), mask({odd->size(), {SampleType::F32, 1}});
        std::fill_n(even.samples<float>(), even.shape().samples(), 0.75f);
        for (std::size_t i = 0; i < mask.shape().samples(); ++i)
            mask.samples<float>()[i] = std::isfinite(odd->samples<float>()[i * std::size_t(channels)]) ? 0.5f : 0.0f;
        const auto other = std::make_shared<const Image>(even.clone());
        RunRequest request = requestOf(other, "mask-mix", {.verify = true});
        const auto give = [&](const char* name, Image image) {
            const ImageShape shape = image.shape();
            request.stack[0].parameters.set(
                name, ImageInput{"a picture", 0, std::make_shared<const Image>(std::move(image)), shape});
        };
        give("with", odd->clone());
        give("mask", mask.clone());
        const ReportPtr mixed = engine_->run(request);
        QCOMPARE(mixed->stages.at(0).difference.verdict, Verdict::Match);
        for (std::size_t i = 0; i < even.shape().samples(); ++i)
            QVERIFY(std::isfinite(mixed->output->samples<float>()[i]));
        if (channels == 1) continue;
        Image clear = odd->clone();
        for (std::size_t i = 0; i < mask.shape().samples(); ++i)
            clear.samples<float>()[4 * i + 3] = mask.samples<float>()[i];
        request = requestOf(other, "blend", {.verify = true});
        give("with", std::move(clear));
        const ReportPtr blended = engine_->run(request);
        QCOMPARE(blended->stages.at(0).difference.verdict, Verdict::Match);
        for (std::size_t i = 0; i < even.shape().samples(); ++i)
            QVERIFY(std::isfinite(blended->output->samples<float>()[i]));
    }
}

LIGHTBENCH_TEST(SpecialFloats, QCoreApplication)
#include "special_floats.moc"
