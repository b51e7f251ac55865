// floyd-steinberg's reference against its definition: the article's rule pushed forward as the article has it, levels
// and palettes, thresholds of 16-bit images, and what the check refuses (Pillow's results are among the fixtures). And
// what the GPU variants' plans and kernels do: who waits for whom, and by which means.
#include <QSet>
#include <QTest>
#include <random>

#include "core/base/error.h"
#include "core/framework/filter.h"
#include "core/framework/kernel_library.h"
#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
const Filter& filter() { return filterById("floyd-steinberg"); }

ParameterValues values(std::initializer_list<std::pair<std::string, ParameterValue>> set) {
    ParameterValues all = defaultValues(filter().parameters);
    for (const auto& [name, value] : set)
        all.set(name, value);
    return all;
}

template <class T> Image randomImage(Size size, int channels, unsigned seed, unsigned from = 0) {
    Image image(ImageShape{size, {sizeof(T) == 1 ? SampleType::U8 : SampleType::U16, channels}});
    std::mt19937 random(seed);
    const unsigned max = unsigned(image.format().fullScale());
    for (std::size_t i = 0; i < image.shape().samples(); ++i)
        image.samples<T>()[i] = T(from + random() % (max - from + 1));
    return image;
}

/// The article's rule on one gray channel, errors handed forward pixel by pixel, in 64 bits.
template <class T> std::vector<T> pushForward(const Image& image, long threshold) {
    const long width = image.width(), height = image.height(), max = long(image.format().fullScale());
    std::vector<long> errors(std::size_t(width * height), 0);
    const auto add = [&](long x, long y, long error) {
        if (x >= 0 && x < width && y < height) errors[std::size_t(y * width + x)] += error;
    };
    std::vector<T> out;
    for (long y = 0; y < height; ++y)
        for (long x = 0; x < width; ++x) {
            const long value = image.samples<T>()[y * width + x] + errors[std::size_t(y * width + x)];
            const long d = value > threshold ? value - threshold : value;
            out.push_back(T(value > threshold ? max : 0));
            add(x + 1, y, 7 * d / 16);
            add(x - 1, y + 1, 3 * d / 16);
            add(x, y + 1, 5 * d / 16);
            add(x + 1, y + 1, d / 16);
        }
    return out;
}

/// The field of the Error that the check throws, or "taken".
std::string refusedField(const Image& image, const ParameterValues& parameters) {
    try {
        filter().check(image.shape(), parameters);
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Usage ? error.field : "wrong kind";
    }
    return "taken";
}

DeviceInfo device(DeviceType type, const std::string& vendor) {
    DeviceInfo info;
    info.name = info.vendor = vendor;
    info.type = type;
    info.computeUnits = 2;
    info.maxWorkgroup = 1024;
    info.maxWorkItems = {1024, 1024, 64};
    info.localMemory = 48 << 10;
    info.maxAllocation = std::uint64_t(1) << 30;
    return info;
}
const DeviceInfo processor = device(DeviceType::Cpu, "some"), nvidia = device(DeviceType::Gpu, "NVIDIA Corporation"),
                 otherGpu = device(DeviceType::Gpu, "another");

/// The stage of that variant for a gray 8-bit image.
ResolvedStage resolved(const std::string& variant, const DeviceInfo& where, Size size, int workgroup = 0,
                       Format format = {SampleType::U8, 1}, int levels = 2) {
    Stage stage = makeStage("floyd-steinberg");
    stage.variant = variant;
    stage.parameters.set("levels", levels);
    if (workgroup > 0) stage.workgroup = Workgroup{workgroup, 1};
    return resolveStage(stage, {size, format}, where);
}

const KernelPass& kernelOf(const ResolvedStage& stage) { return std::get<KernelPass>(stage.plan.passes.back()); }

std::size_t groupsOf(const ResolvedStage& stage) {
    return kernelOf(stage).global[0] / std::size_t(kernelOf(stage).local.x);
}

/// A kernel's text from its name to the end of its body.
QString kernelText(const QString& name) {
    const std::string program = "floyd_steinberg/" + name.mid(int(qstrlen("floyd_steinberg_"))).toStdString();
    const QString source = QString::fromStdString(KernelLibrary().source(program).text);
    const qsizetype start = source.indexOf("KERNEL void " + name + "(");
    return source.mid(start, source.indexOf("\n}\n", start) - start);
}
} // namespace

class FloydSteinberg : public QObject {
    Q_OBJECT
private slots:
    void handWorkedRow();
    void articleEqualsPushingForward();
    void articleStaysExactWhereErrorsGrow();
    void levelsAreTheOnlyValues();
    void paletteHas256Colours();
    void meanIsKept();
    void alphaIsUntouched();
    void sixteenBitThreshold();
    void checkRefusesWhatDoesNotGoTogether();
    void autoNeverWaitsWithoutPromise();
    void waitingWithinAWarpIsRefusedWhereItHangs();
    void itemsHaveARowEach();
    void singleGroupIsOneAndWaitsForNone();
    void pipelinedHasAFormForEachDevice();
    void pipelinedHasAWarpForEachColour();
    void pipelinedHandsOnOneRowAGroup();
};

void FloydSteinberg::handWorkedRow() {
    // 100: black, error 100; 100 + 43 = 143: white, error -112; 100 - 49 = 51: black, error 51; 100 + 22 = 122: black.
    Image image(ImageShape{{4, 1}, {SampleType::U8, 1}});
    for (int x = 0; x < 4; ++x)
        image.samples<std::uint8_t>()[x] = 100;
    const Image out = filter().reference(image, values({}));
    const std::vector<int> got(out.samples<std::uint8_t>(), out.samples<std::uint8_t>() + 4);
    QCOMPARE(got, (std::vector<int>{0, 255, 0, 0}));
}

void FloydSteinberg::articleEqualsPushingForward() {
    const ParameterValues article = values({{"rule", std::string("article")}});
    for (const Size size : {Size{1, 1}, Size{1, 40}, Size{40, 1}, Size{37, 29}}) {
        const Image small = randomImage<std::uint8_t>(size, 1, 5), wide = randomImage<std::uint16_t>(size, 1, 6);
        const Image smallOut = filter().reference(small, article), wideOut = filter().reference(wide, article);
        const auto* s = smallOut.samples<std::uint8_t>();
        const auto* w = wideOut.samples<std::uint16_t>();
        QCOMPARE(std::vector(s, s + size.area()), pushForward<std::uint8_t>(small, 128));
        QCOMPARE(std::vector(w, w + size.area()), pushForward<std::uint16_t>(wide, 128 * 257));
    }
}

void FloydSteinberg::articleStaysExactWhereErrorsGrow() {
    // A bright 16-bit image adds up errors of which seven no longer fit into 32 bits.
    const ParameterValues article = values({{"rule", std::string("article")}, {"threshold", 2}});
    const Image image = randomImage<std::uint16_t>({2000, 3500}, 1, 7, 65000);
    const Image out = filter().reference(image, article);
    const auto* got = out.samples<std::uint16_t>();
    QVERIFY(std::vector(got, got + image.size().area()) == pushForward<std::uint16_t>(image, 2 * 257));
}

void FloydSteinberg::levelsAreTheOnlyValues() {
    const Image image = randomImage<std::uint8_t>({64, 64}, 1, 8);
    const Image out = filter().reference(image, values({{"levels", 11}}));
    QSet<int> found;
    for (int i = 0; i < 64 * 64; ++i)
        found.insert(out.samples<std::uint8_t>()[i]);
    // 25.5 k, half to even.
    QCOMPARE(found, (QSet<int>{0, 26, 51, 76, 102, 128, 153, 178, 204, 230, 255}));
    // With every level there is no error and nothing changes.
    const Image same = filter().reference(image, values({{"levels", 256}}));
    QVERIFY(std::equal(image.bytes().begin(), image.bytes().end(), same.bytes().begin()));
}

void FloydSteinberg::paletteHas256Colours() {
    const Image image = randomImage<std::uint8_t>({128, 128}, 4, 9);
    const Image out = filter().reference(image, values({{"palette", std::string("rgb332")}, {"levels", 77}}));
    QSet<int> channels[3];
    for (int i = 0; i < 128 * 128; ++i)
        for (int c = 0; c < 3; ++c)
            channels[c].insert(out.samples<std::uint8_t>()[4 * i + c]);
    QCOMPARE(channels[0], (QSet<int>{0, 36, 73, 109, 146, 182, 219, 255}));
    QCOMPARE(channels[1], channels[0]);
    QCOMPARE(channels[2], (QSet<int>{0, 85, 170, 255}));
}

void FloydSteinberg::meanIsKept() {
    Image image(ImageShape{{200, 200}, {SampleType::U8, 1}});
    std::fill_n(image.samples<std::uint8_t>(), 200 * 200, std::uint8_t(77));
    const Image out = filter().reference(image, values({}));
    double sum = 0;
    for (int i = 0; i < 200 * 200; ++i)
        sum += out.samples<std::uint8_t>()[i];
    QVERIFY(std::abs(sum / (200 * 200) - 77) < 1);
}

void FloydSteinberg::alphaIsUntouched() {
    const Image image = randomImage<std::uint16_t>({33, 21}, 4, 10);
    const Image out = filter().reference(image, values({{"levels", 4}}));
    for (int i = 0; i < 33 * 21; ++i)
        QCOMPARE(out.samples<std::uint16_t>()[4 * i + 3], image.samples<std::uint16_t>()[4 * i + 3]);
}

void FloydSteinberg::sixteenBitThreshold() {
    Image image(ImageShape{{1, 1}, {SampleType::U16, 1}});
    const auto result = [&](int sample) {
        image.samples<std::uint16_t>()[0] = std::uint16_t(sample);
        return int(filter().reference(image, values({})).samples<std::uint16_t>()[0]);
    };
    QCOMPARE(result(128 * 257), 0);
    QCOMPARE(result(128 * 257 + 1), 65535);
}

void FloydSteinberg::checkRefusesWhatDoesNotGoTogether() {
    const Image gray = randomImage<std::uint8_t>({2, 2}, 1, 1), colour = randomImage<std::uint8_t>({2, 2}, 4, 1);
    const ParameterValue article = std::string("article"), rgb332 = std::string("rgb332");
    QCOMPARE(refusedField(gray, values({})), "taken");
    QCOMPARE(refusedField(gray, values({{"rule", article}})), "taken");
    QCOMPARE(refusedField(gray, values({{"rule", article}, {"levels", 3}})), "levels");
    QCOMPARE(refusedField(colour, values({{"rule", article}, {"palette", rgb332}})), "palette");
    QCOMPARE(refusedField(gray, values({{"palette", rgb332}})), "palette");
    QCOMPARE(refusedField(colour, values({{"palette", rgb332}, {"levels", 3}})), "taken");
}

void FloydSteinberg::autoNeverWaitsWithoutPromise() {
    std::vector<std::string> waiting;
    for (const Variant& variant : filter().variants)
        if (variant.needsProgress) waiting.push_back(variant.id);
    QCOMPARE(waiting, (std::vector<std::string>{"row-per-item", "row-per-item-polling"}));
    for (const DeviceInfo& where : {processor, nvidia, otherGpu})
        for (const Size size : {Size{1, 1}, Size{640, 480}, Size{8192, 8192}})
            QCOMPARE(resolved("auto", where, size).variant->id, std::string("pipelined"));
}

void FloydSteinberg::waitingWithinAWarpIsRefusedWhereItHangs() {
    QCOMPARE(resolved("row-per-item", processor, {64, 64}).variant->id, std::string("row-per-item"));
    QCOMPARE(resolved("row-per-item", nvidia, {64, 64}).variant->id, std::string("row-per-item"));
    QVERIFY_EXCEPTION_THROWN(resolved("row-per-item", otherGpu, {64, 64}), Error);
    DeviceInfo llvmpipe = processor; // its work-items are lanes of a vector
    llvmpipe.platform = "rusticl";
    QVERIFY_EXCEPTION_THROWN(resolved("row-per-item", llvmpipe, {64, 64}), Error);
    QCOMPARE(resolved("row-per-item-polling", otherGpu, {64, 64}).variant->id, std::string("row-per-item-polling"));
    // The one spins in a loop of its own, the other looks once a turn; neither meets the others after its start.
    const QString spins = kernelText("floyd_steinberg_row_per_item"),
                  polls = kernelText("floyd_steinberg_row_per_item_polling");
    QCOMPARE(spins.count("while"), 2);
    QCOMPARE(polls.count("while"), 1);
    QVERIFY(!spins.contains("barrier") && !polls.contains("barrier"));
}

void FloydSteinberg::itemsHaveARowEach() {
    for (const char* id : {"row-per-item", "row-per-item-polling"}) {
        const ResolvedStage stage = resolved(id, nvidia, {100, 1000}, 64);
        QCOMPARE(groupsOf(stage), std::size_t(16));
        QCOMPARE(localBytes(stage.plan), std::uint64_t(64 * 4 + 4));     // markers of 64 rows and the group's number
        QCOMPARE(stage.plan.scratch.at(0).bytes, std::uint64_t(17 * 4)); // the group ticket and a marker a group
    }
}

void FloydSteinberg::singleGroupIsOneAndWaitsForNone() {
    const ResolvedStage stage = resolved("single-group", nvidia, {5000, 3000}, 128);
    QCOMPARE(groupsOf(stage), std::size_t(1));
    QCOMPARE(stage.plan.passes.size(), std::size_t(1));               // no group ticket and no markers to set to 0
    QCOMPARE(localBytes(stage.plan), std::uint64_t(2 * 128 * 4 * 4)); // two halves of four errors each
    const QString text = kernelText("floyd_steinberg_single_group");
    QVERIFY(text.contains("barrier(CLK_LOCAL_MEM_FENCE)") && !text.contains("atomic") && !text.contains("while"));
}

void FloydSteinberg::pipelinedHasAFormForEachDevice() {
    const ResolvedStage vector = resolved("pipelined", processor, {640, 480}),
                        bands = resolved("pipelined", nvidia, {640, 480});
    QCOMPARE(kernelOf(vector).kernel, std::string("floyd_steinberg_pipelined_vector"));
    QCOMPARE(vector.workgroup, (Workgroup{1, 1}));
    QCOMPARE(kernelOf(bands).kernel, std::string("floyd_steinberg_pipelined_bands"));
    QCOMPARE(groupsOf(bands), std::size_t((480 + bands.workgroup.x - 1) / bands.workgroup.x));
    QVERIFY_EXCEPTION_THROWN(resolved("pipelined", nvidia, {640, 480}, 48), Error);
    // However small the image, a thread has a band to do.
    QCOMPARE(groupsOf(resolved("pipelined", processor, {10, 40})), std::size_t(3));
}

void FloydSteinberg::pipelinedHasAWarpForEachColour() {
    const auto plane = [](Format format, int levels) {
        return resolved("pipelined", nvidia, {640, 480}, 0, format, levels);
    };
    const ResolvedStage colour = plane({SampleType::U8, 4}, 2), levels = plane({SampleType::U8, 1}, 4),
                        wide = plane({SampleType::U16, 1}, 2);
    for (const ResolvedStage* stage : {&colour, &levels, &wide})
        QCOMPARE(kernelOf(*stage).kernel, std::string("floyd_steinberg_pipelined_planes"));
    // Bands of 32 rows, whose pixels two warps carry: three planes in a band, or one in each of two.
    QCOMPARE(colour.workgroup, (Workgroup{5 * 32, 1}));
    QCOMPARE(groupsOf(colour), std::size_t(480 / 32));
    QCOMPARE(levels.workgroup, (Workgroup{2 * 3 * 32, 1}));
    QCOMPARE(groupsOf(levels), std::size_t(480 / 64 + 1));
    QVERIFY_EXCEPTION_THROWN(resolved("pipelined", nvidia, {640, 480}, 64, {SampleType::U8, 4}), Error);
}

void FloydSteinberg::pipelinedHandsOnOneRowAGroup() {
    const ResolvedStage stage = resolved("pipelined", nvidia, {1000, 1000}, 64);
    const std::uint64_t row = (stage.plan.scratch.at(0).bytes - 4) / 16;
    // A row of errors, and the columns that the last lane comes behind, in whole blocks.
    QVERIFY(row >= 4 * (1000 + 3 * 31) && row < 4 * (1000 + 3 * 31 + 64));
    QCOMPARE(kernelOf(stage).bytes, 2 * 1000 * 1000 + 2 * 15 * row);
}

LIGHTBENCH_TEST(FloydSteinberg, NoApplication)
#include "floyd_steinberg.moc"
