// Which kernels resize, rotate and warp take by themselves, and the weights that products of bytes are made
// with.
#include <QTest>

#include <variant>

#include "core/filters/geometry/resize_weights.h"
#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/filters/made_up_gpu.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

/// The kernels of the plan that `auto` makes of this stage.
QStringList kernels(const std::string& stage, int channels = 1, SampleType type = SampleType::U8,
                    const DeviceInfo& device = madeUpGpu()) {
    const ImageShape shape{{1000, 700}, {type, channels}};
    QStringList names;
    for (const Pass& pass : resolveStage(parseStack(stage).front(), shape, device).plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) names << QString::fromStdString(kernel->kernel);
    return names;
}

DeviceInfo madeUpProcessor() {
    DeviceInfo device = madeUpGpu();
    device.type = DeviceType::Cpu;
    return device;
}

} // namespace

class GeometryPlans : public QObject {
    Q_OBJECT
private slots:
    void resizeTakesProductsOfBytes();
    void resizeHalvesInOneLaunch();
    void resizeIsOneLaunchOnProcessors();
    void weightsInBytesAreTheFixedOnes();
    void placesAreStagedWhereTheyFit();
    void placesAreFoundInVectorsOnProcessors();
    void memoryThatIsTooSmallIsNamed();
};

void GeometryPlans::resizeTakesProductsOfBytes() {
    const QStringList bytes{"resize_across_words", "resize_down_words"}, usual{"resize_across", "resize_down"};
    for (const char* stage : {"resize scale=0.5", "resize scale=0.6 method=area", "resize scale=0.6",
                              "resize scale=0.6 method=lanczos", "resize scale=3"})
        QCOMPARE(kernels(stage), bytes);
    QCOMPARE(kernels("resize", 4), usual);
    QCOMPARE(kernels("resize", 1, SampleType::U16), usual);
    QCOMPARE(kernels("resize scale=0.1 method=lanczos"), usual); // 60 taps
    QCOMPARE(kernels("resize width=1000 height=300"), QStringList{"resize_down"});
}

void GeometryPlans::resizeHalvesInOneLaunch() {
    for (int channels : {1, 4})
        for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32})
            QCOMPARE(kernels("resize scale=0.5 method=area", channels, type), QStringList{"resize_halve_pixels"});
}

void GeometryPlans::resizeIsOneLaunchOnProcessors() {
    const DeviceInfo processor = madeUpProcessor();
    for (int channels : {1, 4})
        for (const char* stage : {"resize scale=0.3 method=area", "resize scale=3", "resize width=1000 height=300"})
            QCOMPARE(kernels(stage, channels, SampleType::U16, processor), QStringList{"resize_strips"});
    QCOMPARE(kernels("resize scale=0.5 method=area", 1, SampleType::U8, processor), QStringList{"resize_halve"});
    QCOMPARE(kernels("resize method=nearest", 1, SampleType::U8, processor), QStringList{"resize_pick"});
}

void GeometryPlans::weightsInBytesAreTheFixedOnes() {
    for (const char* method : {"area", "bilinear", "bicubic", "lanczos"}) {
        const ResizeWeights table = resizeWeights(method, 301, 173);
        const std::vector<std::int32_t> fixed = table.fixed();
        const std::vector<std::uint32_t> words = table.fixedBytes();
        const std::size_t pixels = table.spans.size(), taps = std::size_t(table.tapWords()) * 4;
        QCOMPARE(words.size(), taps / 4 * 3 * pixels);
        for (std::size_t pixel = 0; pixel < pixels; ++pixel)
            for (std::size_t tap = 0; tap < taps; ++tap) {
                const auto byte = [&](std::size_t i) {
                    return int(words[(tap / 4 * 3 + i) * pixels + pixel] >> tap % 4 * 8 & 255);
                };
                const bool isThere = int(tap) < table.spans[pixel].count;
                const int weight = isThere ? fixed[pixel * std::size_t(table.taps) + tap] : 0;
                QCOMPARE(byte(0) + 256 * byte(1) + 65536 * int(std::int8_t(byte(2))), weight);
            }
    }
}

void GeometryPlans::placesAreStagedWhereTheyFit() {
    QCOMPARE(kernels("rotate angle=30"), QStringList{"warp_tiles"});
    QCOMPARE(kernels("warp matrix=1,0.1,3;0,1,5;0,0,1"), QStringList{"warp_tiles"});
    QCOMPARE(kernels("rotate method=nearest"), QStringList{"warp_pixels"});
    QCOMPARE(kernels("rotate", 4), QStringList{"warp_tiles"});
    QCOMPARE(kernels("rotate", 4, SampleType::U16), QStringList{"warp_pixels"});        // faster so, as measured
    QCOMPARE(kernels("warp matrix=1,0,0;0,1,0;0.001,0,1"), QStringList{"warp_pixels"}); // no affine map
    QCOMPARE(kernels("warp matrix=0.1,0,0;0,0.1,0;0,0,1"), QStringList{"warp_pixels"}); // too much for local memory
}

void GeometryPlans::placesAreFoundInVectorsOnProcessors() {
    for (const char* stage : {"rotate angle=30", "rotate method=nearest", "warp matrix=1,0,0;0,1,0;0.001,0,1"})
        for (int channels : {1, 4})
            QCOMPARE(kernels(stage, channels, SampleType::F32, madeUpProcessor()), QStringList{"warp_segments"});
}

// The automatic workgroup is halved until it fits; the smallest ones are against the variant's own rule.
void GeometryPlans::memoryThatIsTooSmallIsNamed() {
    DeviceInfo device = madeUpGpu();
    device.localMemory = 32 << 10; // of which the driver keeps some
    const Stage tiles = parseStack("rotate angle=30 variant=tiles").front();
    VERIFY_CONTAINS(messageOf([&] {
                        resolveStage(tiles, {{1000, 700}, {SampleType::U8, 4}}, device);
                    }),
                    "KiB of local memory; the device has 32 KiB");
}

LIGHTBENCH_TEST(GeometryPlans, NoApplication)
#include "geometry_plans.moc"
