// Sums: the plans of prefix-sum, integral and box do what their variants' lines say (passes, local memory, bytes), and
// on a device sums wrap at 2^32 and long lines of floats do not drift.
#include <cmath>

#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {

DeviceInfo someDevice(DeviceType type) {
    DeviceInfo info;
    info.name = type == DeviceType::Gpu ? "gpu" : "cpu";
    info.vendor = type == DeviceType::Gpu ? "NVIDIA Corporation" : "";
    info.type = type;
    info.computeUnits = type == DeviceType::Gpu ? 100 : 2;
    info.maxWorkgroup = 1024;
    info.maxWorkItems = {1024, 1024, 64};
    info.localMemory = 48 << 10;
    info.globalMemory = info.maxAllocation = std::uint64_t(4) << 30;
    info.preferredMultiple = info.type == DeviceType::Gpu ? 32 : 8;
    info.globalCache = 32 << 20;
    return info;
}

ResolvedStage resolved(const std::string& stack, DeviceType type = DeviceType::Gpu,
                       ImageShape input = {{8192, 8192}, {SampleType::U8, 1}}) {
    return resolveStage(parseStack(stack).front(), input, someDevice(type));
}
Plan planOf(const std::string& stack, DeviceType type = DeviceType::Gpu) { return resolved(stack, type).plan; }

std::vector<KernelPass> kernelsOf(const Plan& plan) {
    std::vector<KernelPass> kernels;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) kernels.push_back(*kernel);
    return kernels;
}

QStringList namesOf(const Plan& plan) {
    QStringList names;
    for (const KernelPass& kernel : kernelsOf(plan))
        names += QString::fromStdString(kernel.kernel);
    return names;
}

std::uint64_t bytesOf(const Plan& plan) {
    std::uint64_t bytes = 0;
    for (const KernelPass& kernel : kernelsOf(plan))
        bytes += kernel.bytes;
    return bytes;
}

QString scanDefine(const KernelPass& kernel, const std::string& name) {
    for (const auto& [key, value] : kernel.defines)
        if (key == name) return QString::fromStdString(value);
    return {};
}

constexpr std::uint64_t pixels = 8192 * 8192;

/// An image of one value.
ImagePtr flat(Size size, SampleType type, double value) {
    Image image({size, {type, 1}});
    withSampleType(type, [&](auto zero) {
        using T = decltype(zero);
        std::fill_n(image.samples<T>(), size.area(), T(value));
    });
    return std::make_shared<const Image>(std::move(image));
}

void filterRows() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("variant");
    for (const char* id : {"prefix-sum", "integral"})
        for (const Variant& variant : filterById(id).variants)
            QTest::addRow("%s %s", id, variant.id.c_str()) << id << QString::fromStdString(variant.id);
}

std::string fetchedStack() {
    QFETCH(QString, filter);
    QFETCH(QString, variant);
    return (filter + " variant=" + variant).toStdString();
}

} // namespace

class Sums : public QObject {
    Q_OBJECT
private slots:
    void lookBackReadsTheDataOnce();
    void blocksOfWarpsNeedLittleLocalMemory();
    void columnsOfIntegralAreDirectOrTransposed();
    void stripsWriteOnce();
    void boxGoesThroughTheIntegralImage();
    void autoFollowsTheDevice();
    void sumsWrap_data() { filterRows(); }
    void sumsWrap();
    void longLinesDoNotDrift_data() { filterRows(); }
    void longLinesDoNotDrift();
    void boxOfWholeRange();

private:
    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void Sums::lookBackReadsTheDataOnce() {
    for (const char* stack :
         {"prefix-sum variant=look-back", "prefix-sum axis=y variant=look-back", "integral variant=look-back"}) {
        const Plan plan = planOf(stack);
        QCOMPARE(kernelsOf(plan).size(), std::size_t(1));
        QVERIFY2(std::holds_alternative<FillPass>(plan.passes.front()), "the words must start as nothing told");
        const BufferRef words = std::get<FillPass>(plan.passes.front()).buffer;
        QCOMPARE(plan.scratchOf(words).name, std::string("look-back"));
        // Input once, output once, the words once each way, and those are few.
        QCOMPARE(bytesOf(plan) / pixels, std::uint64_t(5));
        QVERIFY(plan.scratch.at(0).bytes < pixels / 4);
    }
}

void Sums::blocksOfWarpsNeedLittleLocalMemory() {
    // Eight warps of one row: a sum each. Work-items alone: two sums each.
    QCOMPARE(localBytes(planOf("prefix-sum variant=register-blocked workgroup=256")), std::uint64_t(8 * 4));
    QCOMPARE(localBytes(planOf("prefix-sum variant=register-blocked workgroup=100")), std::uint64_t(2 * 100 * 4));
    QCOMPARE(localBytes(planOf("prefix-sum variant=blelloch workgroup=256")), std::uint64_t(256 * 4));
    QCOMPARE(localBytes(planOf("prefix-sum variant=hillis-steele workgroup=256")), std::uint64_t(2 * 256 * 4));
    QCOMPARE(scanDefine(kernelsOf(planOf("prefix-sum variant=looping")).at(0), "SCAN_EACH"), QString("16"));
}

void Sums::columnsOfIntegralAreDirectOrTransposed() {
    for (const char* variant : {"hillis-steele", "blelloch", "looping", "register-blocked"}) {
        const std::string stack = std::string("integral variant=") + variant;
        QCOMPARE(kernelsOf(planOf(stack + " columns=direct")).size(), std::size_t(2));
        const Plan plan = planOf(stack + " columns=transposed");
        const QStringList names = namesOf(plan);
        QCOMPARE(names.size(), 4);
        QCOMPARE(names[0], names[2]);
        QCOMPARE(names[1], QString("integral_transpose"));
        QCOMPARE(names[3], QString("integral_transpose"));
        QCOMPARE(plan.scratch.at(0).bytes, 4 * pixels);
    }
}

void Sums::stripsWriteOnce() {
    const Plan plan = planOf("integral variant=strips", DeviceType::Cpu);
    QCOMPARE(namesOf(plan), QStringList({"integral_strip_columns", "integral_strips_of_columns"}));
    const auto isFill = [](const Pass& pass) { return std::holds_alternative<FillPass>(pass); };
    QVERIFY(std::ranges::none_of(plan.passes, isFill));
    QCOMPARE(localBytes(plan), std::uint64_t(0));
    QCOMPARE(bytesOf(plan) / pixels, std::uint64_t(6)); // read twice, written once
    QCOMPARE(scanDefine(kernelsOf(plan).back(), "STREAMING_STORES"), QString("1"));
    const ImageShape few{{640, 480}, {SampleType::U8, 4}};
    QCOMPARE(namesOf(resolved("integral variant=strips", DeviceType::Cpu, few).plan),
             QStringList("integral_strips_alone"));
    const ImageShape floats{{640, 480}, {SampleType::F32, 1}};
    const Plan ofFloats = resolved("integral variant=strips", DeviceType::Cpu, floats).plan;
    QCOMPARE(namesOf(ofFloats), QStringList({"integral_strip_columns", "integral_strip_tops", "integral_strips"}));
    QVERIFY(std::ranges::none_of(ofFloats.passes, isFill));
}

void Sums::boxGoesThroughTheIntegralImage() {
    const Plan plan = planOf("box k=9 variant=integral");
    const QStringList names = namesOf(plan);
    QCOMPARE(names.front(), QString("box_pad"));
    QCOMPARE(names.back(), QString("box_corners"));
    QVERIFY(names.size() > 2 && names[1].startsWith("integral_"));
    QVERIFY(kernelsOf(plan)[1].program.starts_with("integral/"));
}

void Sums::autoFollowsTheDevice() {
    QCOMPARE(resolved("integral").variant->id, std::string("look-back"));
    QCOMPARE(resolved("integral", DeviceType::Cpu).variant->id, std::string("strips"));
    QCOMPARE(resolved("prefix-sum axis=y").variant->id, std::string("register-blocked"));
    const ImageShape narrow{{64, 100000}, {SampleType::U8, 1}};
    QCOMPARE(resolved("prefix-sum axis=y", DeviceType::Gpu, narrow).variant->id, std::string("look-back"));
}

// 65535 x 320 x 240 is more than 2^32.
void Sums::sumsWrap() {
    const RunRequest request = requestOf(flat({320, 241}, SampleType::U16, 65535), fetchedStack());
    const ImagePtr output = engine_->run(request)->output;
    QVERIFY(sameSamples(*output, *runReference(request.image, request.stack)));
    if (request.stack[0].filter == "integral")
        QCOMPARE(std::uint32_t(output->at(319, 240, 0)), std::uint32_t(std::uint64_t(65535) * 320 * 241));
}

void Sums::longLinesDoNotDrift() {
    const RunRequest request = requestOf(flat({100003, 2}, SampleType::F32, 0.1), fetchedStack());
    const ImagePtr output = engine_->run(request)->output;
    const double expected = double(0.1f) * 100003 * (request.stack[0].filter == "integral" ? 2 : 1);
    QVERIFY2(std::abs(output->at(100002, 1, 0) - expected) < 1e-6 * expected, "drifted");
}

// The largest window of the largest samples just fits 32 bits.
void Sums::boxOfWholeRange() {
    const RunRequest request = requestOf(flat({300, 270}, SampleType::U16, 65535), "box k=255 variant=integral");
    QVERIFY(sameSamples(*engine_->run(request)->output, *request.image));
}

LIGHTBENCH_TEST(Sums, QCoreApplication)
#include "sums.moc"
