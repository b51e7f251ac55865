// Stages with a region that compute a part of the image. Every filter and variant that does gives the samples of the
// whole image: in the forms for processors and for GPUs, in the middle and at the edges.
#include <array>

#include "core/run/region_mix.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
constexpr Size partedSize{157, 83};
constexpr std::array partedRegions{Rectangle{61, 33, 19, 11}, Rectangle{0, 0, 1, 1}, Rectangle{149, 76, 50, 50},
                                   Rectangle{0, 29, 3, 5}};

/// What filters take, and what has parts in all of them: samples that are compared or added as whole numbers.
Format partedFormat(const Filter& filter, bool asGpus) {
    const auto isWide = [](SampleType type) { return type == SampleType::U16; };
    const bool takesWide = std::ranges::any_of(filter.accepts, isWide);
    return asGpus && takesWide ? Format{SampleType::U16, 1} : Format{filter.accepts.front(), 4};
}

bool hasParts(const Filter& filter, Format format) {
    if (filter.analyse) return false;
    ParameterValues values = defaultValues(filter.parameters);
    values.set("region", partedRegions.front());
    return computedPart(filter, {partedSize, format}, values) != Rectangle{0, 0, partedSize.width, partedSize.height};
}

/// The filter's pixels in the region, and the input's elsewhere.
Image limitedTo(const Rectangle& region, const Image& input, const Image& filtered) {
    Image limited = input.clone();
    const std::size_t pixel = input.format().bytesPerPixel();
    const int right = std::min(region.x + region.width, input.width());
    for (int y = region.y; y < std::min(region.y + region.height, input.height()); ++y) {
        const std::size_t first = (std::size_t(y) * std::size_t(input.width()) + std::size_t(region.x)) * pixel;
        std::memcpy(limited.bytes().data() + first, filtered.bytes().data() + first,
                    std::size_t(right - region.x) * pixel);
    }
    return limited;
}
} // namespace

class GpuRegionPart : public QObject {
    Q_OBJECT
private slots:
    void partsAreTheSame_data();
    void partsAreTheSame();
    void alphaAndMixStay();

private:
    /// The result, or nothing if the variant does not apply.
    ReportPtr run(const ImagePtr& image, const Stage& stage, bool asGpus);

    std::unique_ptr<Engine> engines_[2] = {
        makeDeclaredEngine({.poison = true, .buildOptions = "-cl-opt-disable"}),
        makeDeclaredEngine({.poison = true, .buildOptions = "-cl-opt-disable", .asGpus = true})};
};

void GpuRegionPart::partsAreTheSame_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("asGpus");
    for (const Filter& filter : allFilters())
        for (const bool asGpus : {false, true})
            if (hasParts(filter, partedFormat(filter, asGpus)))
                QTest::addRow("%s%s", filter.id.c_str(), asGpus ? ", as on GPUs" : "")
                    << QString::fromStdString(filter.id) << asGpus;
}

ReportPtr GpuRegionPart::run(const ImagePtr& image, const Stage& stage, bool asGpus) {
    try {
        return engines_[asGpus ? 1 : 0]->run({{image, {stage}, 0, builtInFilters()}, {}});
    } catch (const Error& error) {
        if (error.field == "variant" || error.field == "workgroup") return nullptr;
        throw;
    }
}

void GpuRegionPart::partsAreTheSame() {
    QFETCH(QString, id);
    QFETCH(bool, asGpus);
    const Filter& filter = filterById(id.toStdString());
    const ImagePtr image = noiseImage(partedSize, partedFormat(filter, asGpus));
    int compared = 0;
    for (const Variant* variant : allVariants(filter)) {
        Stage stage{filter.id, defaultValues(filter.parameters), variant->id};
        const ReportPtr whole = run(image, stage, asGpus);
        if (!whole) continue;
        for (const Rectangle& region : partedRegions) {
            stage.parameters.set("region", region);
            const ReportPtr part = run(image, stage, asGpus);
            const std::string name = variant->id + " region=" + valueText(region);
            QVERIFY2(part, name.c_str());
            QVERIFY2(std::ranges::count(part->stages.at(0).kernels, partMover, &KernelReport::name) == 2, name.c_str());
            QVERIFY2(sameSamples(*part->output, limitedTo(region, *image, *whole->output)), name.c_str());
            ++compared;
        }
    }
    QVERIFY(compared > 0);
}

/// Mixing happens after the part was put into the output, for every format that can be compared exactly.
void GpuRegionPart::alphaAndMixStay() {
    for (const SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32})
        for (const int channels : {1, 4}) {
            const RunRequest request =
                requestOf(noiseImage(partedSize, {type, channels}), "median k=5 region=31,7,23,29 mix=0.3");
            QVERIFY(sameSamples(*engines_[0]->run(request)->output, *runReference(request.image, request.stack)));
        }
}

LIGHTBENCH_TEST(GpuRegionPart, QCoreApplication)
#include "gpu_region_part.moc"
