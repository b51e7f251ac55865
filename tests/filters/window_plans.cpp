// What the variants of convolution, gaussian and the 3 x 3 windows say they do, seen in their plans: kernels, passes,
// scratch and local memory.
#include <QTest>

#include <algorithm>
#include <variant>

#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

DeviceInfo device(DeviceType type) {
    DeviceInfo info;
    info.name = "made up";
    info.type = type;
    info.maxWorkgroup = 1024;
    info.maxWorkItems = {1024, 1024, 64};
    info.localMemory = type == DeviceType::Cpu ? 1 << 20 : 48 << 10;
    info.globalMemory = info.maxAllocation = std::uint64_t(4) << 30;
    info.computeUnits = type == DeviceType::Cpu ? 2 : 132;
    return info;
}

const ImageShape gray{{1000, 700}, {SampleType::U8, 1}};

ResolvedStage resolved(const std::string& filter, const std::string& variant, std::optional<Workgroup> workgroup,
                       const std::vector<std::pair<std::string, ParameterValue>>& values,
                       DeviceType type = DeviceType::Gpu, const ImageShape& shape = gray) {
    Stage stage = makeStage(filter);
    stage.variant = variant;
    stage.workgroup = workgroup;
    for (const auto& [name, value] : values)
        stage.parameters.set(name, value);
    return resolveStage(stage, shape, device(type));
}

const KernelPass& pass(const ResolvedStage& stage, std::size_t index = 0) {
    return std::get<KernelPass>(stage.plan.passes.at(index));
}

int argument(const KernelPass& pass, const std::string& name) {
    return std::get<std::int32_t>(std::ranges::find(pass.arguments, name, &NamedArgument::name)->value);
}

std::string define(const KernelPass& pass, const std::string& name) {
    for (const auto& [key, value] : pass.defines)
        if (key == name) return value;
    return {};
}

} // namespace

class WindowPlans : public QObject {
    Q_OBJECT
private slots:
    void smallWindowsOfRusticl_data();
    void smallWindowsOfRusticl();
    void columnsByPoclVersion_data();
    void columnsByPoclVersion();
    void operationsOfBilateralAreCountedOnce();
    void rollingBufferKeepsARingOfRows();
    void registerBlockedMakesBlocks();
    void onlyFusedKeepsNothingBetween();
    void blocksOfTwoPassLocal();
    void fusedCoversTheImage_data();
    void fusedCoversTheImage();
    void stripsAreSingleWorkItems();
    void stripsFitSmallLocalMemory();
    void everyCoreHasStrips();
    void automaticByDevice();
    void coloursOfProcessorsFillVectors();
    void integralImagesAreForIntegers();
    void automaticHasTheWantedWorkgroup_data();
    void automaticHasTheWantedWorkgroup();
    void tilesCoverTheImage_data();
    void tilesCoverTheImage();
    void bothExtremesAreOfSquares();
    void bothStepsAreOnePassOfSmallSquares();
    void largeResultsGoPastTheCaches();
};

void WindowPlans::smallWindowsOfRusticl_data() {
    QTest::addColumn<QString>("filter");
    for (const char* filter : {"sobel", "scharr", "prewitt", "laplacian"})
        QTest::newRow(filter) << filter;
}
// It took minutes to build the kernel for CPUs.
void WindowPlans::smallWindowsOfRusticl() {
    QFETCH(QString, filter);
    const Stage stage = makeStage(filter.toStdString());
    DeviceInfo processor = device(DeviceType::Cpu);
    QCOMPARE(pass(resolveStage(stage, gray, processor)).kernel, std::string("small_window_segments"));
    processor.platform = "rusticl";
    QCOMPARE(pass(resolveStage(stage, gray, processor)).kernel, std::string("small_window_words"));
}

void WindowPlans::columnsByPoclVersion_data() {
    QTest::addColumn<QString>("driver");
    QTest::addColumn<bool>("runs");
    QTest::newRow("3.1") << "3.1+debian" << true;
    QTest::newRow("5.0") << "5.0" << false;
    QTest::newRow("6.0") << "6.0+debian" << false;
    QTest::newRow("10.0") << "10.0" << false;
}
// Later versions compile the kernel wrong now and then.
void WindowPlans::columnsByPoclVersion() {
    QFETCH(QString, driver);
    QFETCH(bool, runs);
    DeviceInfo processor = device(DeviceType::Cpu);
    processor.platform = "Portable Computing Language";
    processor.driver = driver.toStdString();
    const Variant& columns = *resolved("box", "columns", {}, {}).variant;
    QCOMPARE(columns.missing(processor).empty(), runs);
    processor.type = DeviceType::Gpu;
    QVERIFY(columns.missing(processor).empty());
}

// k rows at one row a step, and one more for each further row that a workgroup makes at a time.
void WindowPlans::rollingBufferKeepsARingOfRows() {
    for (int k : {3, 31})
        for (int step : {1, 4}) {
            const auto stage = resolved("convolution", "rolling-buffer", Workgroup{32, step}, {{"k", k}});
            QCOMPARE(int(localBytes(stage.plan)), (k - 1 + step) * (32 + k - 1) * 4);
            QVERIFY2(pass(stage).global[1] < 700, "a workgroup should walk over many rows");
        }
}

void WindowPlans::registerBlockedMakesBlocks() {
    const auto stage = resolved("convolution", "register-blocked", Workgroup{16, 8}, {{"k", 31}});
    const std::size_t perItem = std::stoul(define(pass(stage), "TILE_X")) * std::stoul(define(pass(stage), "TILE_Y"));
    QVERIFY(perItem >= 8);
    QVERIFY(pass(stage).global[0] * pass(stage).global[1] * perItem < 2 * 1000 * 700);
    QVERIFY(localBytes(stage.plan) >= (16 * 8 + 30) * (8 * 4 + 30) * sizeof(float));
    VERIFY_CONTAINS(messageOf([] {
                        resolved("convolution", "register-blocked", Workgroup{5, 3}, {});
                    }),
                    "powers of two");
}

void WindowPlans::onlyFusedKeepsNothingBetween() {
    const std::vector<std::pair<std::string, ParameterValue>> radius{{"radius", 15}};
    for (const char* variant : {"two-pass", "two-pass-local"}) {
        const auto stage = resolved("gaussian", variant, {}, radius);
        QCOMPARE(int(stage.plan.passes.size()), 2);
        QCOMPARE(int(stage.plan.scratch.size()), 2);
        QCOMPARE(int(stage.plan.scratch[1].bytes), 1000 * 700 * 4);
    }
    const auto fused = resolved("gaussian", "fused", {}, radius);
    QCOMPARE(int(fused.plan.passes.size()), 1);
    QCOMPARE(int(fused.plan.scratch.size()), 1);
    QCOMPARE(int(fused.plan.scratch[0].bytes), 31 * 4);
    QVERIFY(localBytes(fused.plan) >= (30 + 1) * 16 * sizeof(float));
}

void WindowPlans::blocksOfTwoPassLocal() {
    for (int y : {1, 4, 16}) {
        const auto stage = resolved("gaussian", "two-pass-local", Workgroup{16, y}, {{"radius", 15}});
        QCOMPARE(pass(stage).global[0] / 16, std::size_t(63));    // blocks across 1000 columns
        QCOMPARE(pass(stage).global[1], std::size_t(44 * y));     // and down 700 rows
        QCOMPARE(pass(stage, 1).global[0] / 16, std::size_t(44)); // of the transposed image
        QCOMPARE(pass(stage, 1).global[1], std::size_t(63 * y));
    }
    VERIFY_CONTAINS(messageOf([] { resolved("gaussian", "two-pass-local", Workgroup{16, 3}, {}); }), "16 x 16");
}

void WindowPlans::fusedCoversTheImage_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::newRow("pixel") << 1 << 1;
    QTest::newRow("column") << 1 << 5000;
    QTest::newRow("odd") << 1001 << 699;
    QTest::newRow("large") << 8192 << 8192;
}

void WindowPlans::fusedCoversTheImage() {
    QFETCH(int, width);
    QFETCH(int, height);
    for (int channels : {1, 4})
        for (const auto& [group, radius] : std::vector<std::pair<Workgroup, int>>{
                 {{128, 1}, 1}, {{128, 1}, 15}, {{128, 1}, 60}, {{32, 8}, 15}, {{8, 8}, 15}, {{8, 4}, 15}}) {
            const ImageShape shape{{width, height}, {SampleType::U8, channels}};
            const auto stage = resolved("gaussian", "fused", group, {{"radius", radius}}, DeviceType::Gpu, shape);
            const KernelPass& one = pass(stage);
            QCOMPARE(std::stoi(define(one, "ITEMS")), group.items());
            const int strip = std::stoi(define(one, "STRIP"));
            const int rows = std::stoi(define(one, "STEP")) * argument(one, "steps");
            const int strips = (width + strip - 1) / strip * (channels == 4 ? 3 : 1);
            QCOMPARE(int(one.global[0]) / one.local.x, strips);
            const int parts = int(one.global[1]) / one.local.y;
            QCOMPARE(parts * one.local.y, int(one.global[1]));
            QVERIFY(parts * rows >= height && (parts - 1) * rows < height);
        }
}

void WindowPlans::stripsAreSingleWorkItems() {
    for (const char* filter : {"convolution", "gaussian"}) {
        const auto stage = resolved(filter, "strips", {}, {}, DeviceType::Cpu);
        QVERIFY(stage.workgroup == (Workgroup{1, 1}));
        VERIFY_CONTAINS(messageOf([&] {
                            resolved(filter, "strips", Workgroup{2, 1}, {}, DeviceType::Cpu);
                        }),
                        "single work-item");
    }
}

// 48 KiB of a GPU, for the largest convolution and the same window of Gaussian, in all formats.
void WindowPlans::stripsFitSmallLocalMemory() {
    for (int channels : {1, 4})
        for (const auto& [filter, name, value] : std::vector<std::tuple<const char*, const char*, int>>{
                 {"convolution", "k", 3}, {"convolution", "k", 31}, {"gaussian", "radius", 15}}) {
            const ImageShape shape{{1000, 700}, {SampleType::U8, channels}};
            const auto stage = resolved(filter, "strips", {}, {{name, value}}, DeviceType::Gpu, shape);
            QVERIFY(localBytes(stage.plan) <= device(DeviceType::Gpu).localMemory);
            // The strip's extent is an argument, so that one program serves all.
            const int width = argument(pass(stage), "strip_width"), height = argument(pass(stage), "strip_height");
            QCOMPARE(pass(stage).global[0], std::size_t((1000 + width - 1) / width));
            QCOMPARE(pass(stage).global[1], std::size_t((700 + height - 1) / height));
            QVERIFY(width * channels % 32 == 0 && height % 4 == 0); // pairs of vectors, four rows at a time
        }
}

// A small image has several strips for each of many cores, and they cover it; large windows are made by whole blocks.
void WindowPlans::everyCoreHasStrips() {
    DeviceInfo many = device(DeviceType::Cpu);
    many.computeUnits = 16;
    for (const char* filter : {"box", "local-maximum"})
        for (const int k : {5, 31}) {
            Stage stage = makeStage(filter);
            stage.variant = "strips";
            stage.parameters.set("k", k);
            const ResolvedStage found = resolveStage(stage, {{640, 480}, {SampleType::U8, 1}}, many);
            const int rows = argument(pass(found), filter == std::string("box") ? "rows" : "strip_rows");
            QCOMPARE(pass(found).global[1], std::size_t((480 + rows - 1) / rows));
            QVERIFY(k == 5 ? pass(found).global[1] >= 3 * 16 : rows == k);
        }
}

// As measured; where the preferred variant does not fit the device, another takes its place.
void WindowPlans::automaticByDevice() {
    const auto chosen = [](const char* filter, DeviceType type, const char* name, int value) {
        return resolved(filter, "auto", {}, {{name, value}}, type).variant->id;
    };
    QCOMPARE(chosen("convolution", DeviceType::Cpu, "k", 31), std::string("strips"));
    QCOMPARE(chosen("convolution", DeviceType::Gpu, "k", 31), std::string("register-blocked"));
    QCOMPARE(chosen("gaussian", DeviceType::Cpu, "radius", 15), std::string("strips"));
    QCOMPARE(chosen("gaussian", DeviceType::Gpu, "radius", 15), std::string("fused"));
    QCOMPARE(chosen("gaussian", DeviceType::Gpu, "radius", 150), std::string("two-pass"));
    QCOMPARE(chosen("harris", DeviceType::Cpu, "block", 2), std::string("strips"));
    QCOMPARE(chosen("harris", DeviceType::Gpu, "block", 2), std::string("direct"));
}

// A CPU's take one channel of many pixels; a GPU's work-items four pixels.
void WindowPlans::coloursOfProcessorsFillVectors() {
    const ImageShape colour{{1001, 700}, {SampleType::U8, 4}};
    for (const char* filter : {"colour-space", "grayscale"}) {
        const auto kernelOn = [&](DeviceType type) {
            return pass(resolved(filter, "segments", Workgroup{64, 1}, {}, type, colour)).kernel;
        };
        QVERIFY(kernelOn(DeviceType::Cpu).ends_with("_vectors"));
        QVERIFY(kernelOn(DeviceType::Gpu).ends_with("_segments"));
    }
}

// The variant says why it takes no floats and which one does; nothing else takes its place, or runs it for floats.
void WindowPlans::integralImagesAreForIntegers() {
    const auto shapeOf = [](SampleType type) { return ImageShape{{640, 480}, {type, 4}}; };
    const ImageShape floats = shapeOf(SampleType::F32);
    for (SampleType type : {SampleType::U8, SampleType::U16})
        QCOMPARE(resolved("box", "integral", {}, {}, DeviceType::Gpu, shapeOf(type)).variant->id,
                 std::string("integral"));
    for (const std::optional<Workgroup> group : {std::optional<Workgroup>(), std::optional(Workgroup{16, 16})})
        VERIFY_CONTAINS(messageOf([&] { resolved("box", "integral", group, {}, DeviceType::Gpu, floats); }),
                        "no difference of sums over a whole image of floats is exact");
    for (const Variant& variant : filterById("box").variants)
        QVERIFY(variant.fallbackVariant != "integral");
    QCOMPARE(resolved("box", "auto", {}, {}, DeviceType::Gpu, floats).variant->id, std::string("columns"));
    QCOMPARE(resolved("box", "auto", {}, {}, DeviceType::Cpu, floats).variant->id, std::string("strips"));
}

void WindowPlans::automaticHasTheWantedWorkgroup_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("x");
    QTest::addColumn<int>("y");
    for (const char* filter : {"convolution", "gaussian", "median", "box", "local-maximum", "peaks", "transpose"})
        for (const Workgroup group : {Workgroup{16, 16}, Workgroup{64, 1}})
            QTest::addRow("%s %dx%d", filter, group.x, group.y) << filter << group.x << group.y;
    QTest::newRow("histogram 256x1") << "histogram" << 256 << 1;
    QTest::newRow("integral 16x16") << "integral" << 16 << 16;
    QTest::newRow("prefix-sum 256x1") << "prefix-sum" << 256 << 1;
}

// A CPU's preferred variants are single work-items; a workgroup asked for takes a variant that has it.
void WindowPlans::automaticHasTheWantedWorkgroup() {
    QFETCH(QString, filter);
    QFETCH(int, x);
    QFETCH(int, y);
    const std::string id = filter.toStdString();
    for (DeviceType type : {DeviceType::Cpu, DeviceType::Gpu}) {
        const auto stage = resolved(id, "auto", Workgroup{x, y}, {}, type);
        QVERIFY(stage.workgroup == (Workgroup{x, y}));
        QVERIFY2(!stage.variant->needsProgress && stage.variant->plan, stage.variant->id.c_str());
    }
    // None has 7777 work-items a row: the error speaks of the preferred one.
    VERIFY_CONTAINS(messageOf([&] { resolved(id, "auto", Workgroup{7777, 1}, {}, DeviceType::Cpu); }), "7777");
}

void WindowPlans::tilesCoverTheImage_data() {
    QTest::addColumn<int>("k");
    QTest::addColumn<int>("width");
    for (int k : {3, 5, 11, 31, 63})
        for (int width : {1, 7, 1000, 1001, 8191})
            QTest::addRow("k = %d, %d wide", k, width) << k << width;
}

// Vectors may begin up to a vector before the tile's columns; windows reach to both sides of what a line makes.
void WindowPlans::tilesCoverTheImage() {
    QFETCH(int, k);
    QFETCH(int, width);
    for (const Format format : {Format{SampleType::U8, 1}, Format{SampleType::U16, 4}, Format{SampleType::F32, 4}})
        for (const char* filter : {"local-maximum", "morphological-gradient"}) {
            const bool isRange = std::string(filter) != "local-maximum";
            const auto stage = resolved(filter, isRange ? "both-extremes" : "tiles", {}, {{"k", k}}, DeviceType::Gpu,
                                        {{width, 77}, format});
            const KernelPass& one = pass(stage);
            const int line = std::stoi(define(one, "ITEMS")), left = std::stoi(define(one, "LEFT_WORDS"));
            const int own = std::stoi(define(one, "OWN_WORDS")), rows = std::stoi(define(one, "TILE_ROWS"));
            const int pixel = int(format.bytesPerPixel()), reach = k / 2 * pixel;
            const int phase = width * pixel % 16 == 0 ? 0 : 16 - pixel;
            QVERIFY(own > 0 && own % 4 == 0 && 4 * left >= reach + phase && 4 * (line - left - own) >= reach);
            QVERIFY(int(one.global[0]) / line * own * 4 >= width * pixel + phase);
            QVERIFY(int(one.global[1]) * rows >= 77);
            QVERIFY(rows % std::stoi(define(one, "DOWN_ROWS")) == 0 && rows % 4 == 0);
            QVERIFY(localBytes(one) >= std::uint64_t((line + 3) * rows * 4) * (isRange ? 2 : 1));
        }
}

void WindowPlans::bothExtremesAreOfSquares() {
    const auto stage = [](const char* shape) {
        return resolved("morphological-gradient", "auto", {}, {{"shape", shape}}).variant->id;
    };
    QCOMPARE(stage("square"), std::string("both-extremes"));
    QCOMPARE(stage("disc"), std::string("segments"));
}

void WindowPlans::bothStepsAreOnePassOfSmallSquares() {
    for (const char* filter : {"open", "close", "top-hat", "black-hat", "morphological-gradient"})
        for (int k : {3, 5, 7}) {
            const auto stage = resolved(filter, "auto", {}, {{"k", k}}, DeviceType::Cpu);
            QCOMPARE(stage.variant->id, std::string("strips"));
            QCOMPARE(int(stage.plan.passes.size()), 1);
            QCOMPARE(int(stage.plan.scratch.size()), 0);
            const KernelPass& one = pass(stage);
            QVERIFY(int(one.global[1]) * argument(one, "strip_rows") >= 700);
            // Two lines of each extreme; or two, and the first step's rows that two rows of the second see.
            const int lines = std::string(filter) == "morphological-gradient" ? 4 : k + 3;
            QVERIFY(int(localBytes(stage.plan)) >= lines * (std::stoi(define(one, "TILE")) + 2 * (k - 1)));
            QCOMPARE(resolved(filter, "auto", {}, {{"k", k}, {"shape", "disc"}}, DeviceType::Cpu).variant->id,
                     std::string("segments"));
        }
    const auto large = resolved("open", "auto", {}, {{"k", 9}}, DeviceType::Cpu);
    QCOMPARE(large.variant->id, std::string("shared-extremes"));
    QCOMPARE(resolved("open", "auto", {}, {}).variant->id, std::string("shared-extremes"));
}

// Only where every vector of results is a whole one in memory.
void WindowPlans::largeResultsGoPastTheCaches() {
    DeviceInfo cpu = device(DeviceType::Cpu);
    cpu.globalCache = 32 << 20;
    const auto stream = [&](const char* filter, Size size) {
        const ResolvedStage stage = resolveStage(makeStage(filter), {size, {SampleType::U8, 4}}, cpu);
        return define(pass(stage), "STREAMING_STORES");
    };
    for (const char* filter : {"erode", "top-hat", "local-maximum", "median"}) {
        QCOMPARE(stream(filter, {3840, 2160}), std::string("1"));
        QCOMPARE(stream(filter, {3839, 2160}), std::string("0"));
        QCOMPARE(stream(filter, {640, 480}), std::string("0"));
    }
}

/// A point of the roofline lies above its roof if alpha counts, or if one variant's count is another's.
void WindowPlans::operationsOfBilateralAreCountedOnce() {
    constexpr std::uint64_t disc = 49, pixels = 1000 * 700; // of diameter 9
    for (const int channels : {1, 4})
        for (const char* variant : {"segments", "blocks"}) {
            const ImageShape shape{gray.size, {SampleType::U8, channels}};
            const ResolvedStage stage =
                resolved("bilateral", variant, std::nullopt, {{"d", 9}}, DeviceType::Gpu, shape);
            QCOMPARE(pass(stage).operations, pixels * disc * (channels == 1 ? 7 : 15));
        }
}

LIGHTBENCH_TEST(WindowPlans, NoApplication)
#include "window_plans.moc"
