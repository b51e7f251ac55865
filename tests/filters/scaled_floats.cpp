// Floats are not always 0..1: data of bytes, of words, tiny, huge, negative, mixed, flat, and with a single infinity,
// NaN or huge sample in it. Every variant of every filter that takes floats is within its tolerance on all of them. A
// tolerance that grew with the data would still find a wrong result.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
constexpr Size scaledSize{61, 43};

/// One kind of data; `noise` is of 0..1 and a little beyond.
float scaledSample(const QString& kind, float noise, std::size_t i) {
    if (kind == "thousandths") return noise * 1e-3f;
    if (kind == "millionths") return noise * 1e-6f;
    if (kind == "trillionths") return noise * 1e-12f;
    if (kind == "bytes") return noise * 255;
    if (kind == "words") return noise * 65535;
    if (kind == "huge") return noise * 1e30f;
    if (kind == "negative") return noise * -255;
    if (kind == "flat") return 1e6f;
    if (kind == "mixed") return noise * std::pow(10.0f, float(i / 64 % 13) - 6);
    if (kind == "one huge" && i == 1000) return 1e20f;
    if (kind == "one infinity" && i == 1000) return std::numeric_limits<float>::infinity();
    if (kind == "one NaN" && i == 1000) return std::numeric_limits<float>::quiet_NaN();
    return noise;
}

ImagePtr scaledPicture(const QString& kind, int channels) {
    Image image = testImage({scaledSize, {SampleType::F32, channels}}, Picture::Noise, 7);
    for (std::size_t i = 0; i < image.shape().samples(); ++i)
        if (channels == 1 || i % 4 != 3) image.samples<float>()[i] = scaledSample(kind, image.samples<float>()[i], i);
    return std::make_shared<const Image>(std::move(image));
}

/// What a filter says of itself that it cannot: template-matching sums squares of samples up to 1e16.
bool isLeftOut(const Filter& filter, const QString& kind) {
    return filter.id == "template-matching" && (kind == "huge" || kind == "one huge");
}

/// The filter's defaults, or the first values that it and the variant take for an image of this shape; nothing if they
/// take none.
std::optional<Stage> acceptedStage(const Filter& filter, const Variant& variant, const ImageShape& shape,
                                   const DeviceInfo& device) {
    std::mt19937 random(1);
    for (const ParameterSet& set : parameterSets(filter, random)) {
        Stage stage;
        stage.filter = filter.id;
        stage.variant = variant.id;
        stage.parameters = withPictures(filter, set.values, shape, 3, false);
        try {
            outputShape(stage, shape);
            if (whyNotApplicable(variant, {shape, stage.parameters, device, {}}).empty()) return stage;
        } catch (const Error&) {
        }
    }
    return std::nullopt;
}

const QStringList scaledKinds{"thousandths", "millionths", "trillionths", "ones",     "bytes",        "words",  "huge",
                              "negative",    "flat",       "mixed",       "one huge", "one infinity", "one NaN"};
} // namespace

class ScaledFloats : public QObject {
    Q_OBJECT
private slots:
    void everyVariantIsRight_data();
    void everyVariantIsRight();

private:
    /// Programs as the conformance walk builds them first, which PoCL then keeps for both.
    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void ScaledFloats::everyVariantIsRight_data() {
    QTest::addColumn<QString>("filter");
    for (const Filter& filter : allFilters())
        if (filter.reference && std::ranges::count(filter.accepts, SampleType::F32) > 0)
            QTest::newRow(filter.id.c_str()) << QString::fromStdString(filter.id);
}

void ScaledFloats::everyVariantIsRight() {
    QFETCH(QString, filter);
    const Filter& tried = filterById(filter.toStdString());
    QStringList wrong;
    int ran = 0;
    const DeviceInfo& device = engine_->devices().devices.front();
    for (const Variant& variant : tried.variants)
        for (const QString& kind : scaledKinds)
            for (int channels : {1, 4}) {
                if (isLeftOut(tried, kind)) continue;
                const ImagePtr image = scaledPicture(kind, channels);
                const std::optional<Stage> stage = acceptedStage(tried, variant, image->shape(), device);
                if (!stage) continue; // not of this number of channels, not for floats, or not on this device
                ++ran;
                const ReportPtr report = engine_->run({{image, {*stage}, 0, builtInFilters()}, {.verify = true}});
                const StageReport& found = report->stages.at(0);
                if (found.difference.verdict <= Verdict::WithinTolerance) continue;
                wrong << QString("%1, %2 channels, %3: largest %4, %5 differ, %6 NaN, %7 infinite: %8")
                             .arg(QString::fromStdString(variant.id), QString::number(channels), kind)
                             .arg(found.difference.largest())
                             .arg(found.difference.mismatched)
                             .arg(found.difference.nans)
                             .arg(found.difference.infinities)
                             .arg(QString::fromStdString(found.looksLike));
            }
    QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    QVERIFY(ran >= scaledKinds.size());
}

LIGHTBENCH_TEST(ScaledFloats, QCoreApplication)
#include "scaled_floats.moc"
