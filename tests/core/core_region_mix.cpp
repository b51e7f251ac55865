// Regions and mixes of stages: their text, what they refuse, and what the host makes of them.
#include <QTest>

#include <span>

#include "core/framework/filter_catalog.h"
#include "core/framework/tuning_database.h"
#include "core/run/recorded_stage.h"
#include "core/run/region_mix.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
constexpr ImageShape rgbaShape{{40, 30}, {SampleType::U8, 4}};

QString mixRefusal(const std::string& stage, const ImageShape& input = rgbaShape) {
    return messageOf([&] { outputShape(parseStack(stage).front(), input); });
}

ImagePtr rowOf(std::initializer_list<std::uint8_t> samples) {
    return std::make_shared<const Image>(imageOf<std::uint8_t>(int(samples.size()), 1, 1, samples));
}

std::vector<int> samplesOf(const Image& image) {
    const auto* samples = image.samples<std::uint8_t>();
    return {samples, samples + image.shape().samples()};
}

Plan planOf(const std::string& stage) {
    DeviceInfo device;
    device.maxWorkgroup = 1024;
    device.maxWorkItems = {1024, 1024, 64};
    device.localMemory = 48 << 10;
    device.globalMemory = device.maxAllocation = std::uint64_t(4) << 30;
    device.computeUnits = 8;
    return resolveStage(parseStack(stage).front(), rgbaShape, device).plan;
}
} // namespace

class CoreRegionMix : public QObject {
    Q_OBJECT
private slots:
    void belongToEveryFilterThatMakesAnImage();
    void textsComeBack();
    void otherShapesAreRefused();
    void regionsBeyondTheImageAreRefused();
    void hostKeepsWhatLiesBeyond();
    void hostMixesAsStated();
    void plansHaveThePassOnlyWhereItDoesSomething();
    void localFiltersComputeAPart();
    void plansOfPartsCutAndPut();
    void tuningResultsAreTheSame();
};

void CoreRegionMix::belongToEveryFilterThatMakesAnImage() {
    for (const Filter& filter : allFilters())
        for (const char* name : {"region", "mix"})
            QCOMPARE(std::ranges::count(filter.parameters, std::string(name), &Parameter::name),
                     filter.analyse ? 0 : 1);
    // One that is laid over another gets them, too, and only once.
    const FilterCatalog twice = builtInFilters().with({filterById("invert")});
    QCOMPARE(twice.byId("invert").parameters.size(), stageParameters().size());
    VERIFY_CONTAINS(mixRefusal("histogram mix=0.5"), "histogram has no parameter called \"mix\"");
}

void CoreRegionMix::textsComeBack() {
    const Stack stack = parseStack("gaussian sigma=3 region=1,2,30,20 mix=0.25 variant=two-pass");
    QCOMPARE(stack[0].parameters.rectangle("region"), (Rectangle{1, 2, 30, 20}));
    QCOMPARE(stack[0].parameters.real("mix"), 0.25);
    QCOMPARE(stackLine(stack), std::string("gaussian sigma=3 region=1,2,30,20 mix=0.25 variant=two-pass"));
    QCOMPARE(stackLine(parseStack("invert region=none mix=1")), std::string("invert"));
    VERIFY_CONTAINS(mixRefusal("invert mix=1.5"), "mix=1.5 is out of range: 0..1");
    VERIFY_CONTAINS(mixRefusal("invert region=1,2,0,4"), "is out of range");
}

void CoreRegionMix::otherShapesAreRefused() {
    VERIFY_CONTAINS(mixRefusal("grayscale region=0,0,9,9"),
                    "grayscale region=0,0,9,9 needs an output of the input's size and format, and grayscale makes");
    VERIFY_CONTAINS(mixRefusal("crop mix=0.5"), "remove mix");
    VERIFY_CONTAINS(mixRefusal("transpose mix=0.5"), "makes 30 x 40");
    QCOMPARE(mixRefusal("grayscale region=0,0,9,9", {{40, 30}, {SampleType::U8, 1}}), QStringLiteral("no error"));
    const auto error = errorOf([] { outputShape(parseStack("grayscale mix=0.5").front(), rgbaShape); });
    QCOMPARE(error->field, std::string("mix"));
}

void CoreRegionMix::regionsBeyondTheImageAreRefused() {
    VERIFY_CONTAINS(mixRefusal("invert region=40,0,9,9"), "lies beyond the image of 40 x 30");
    QCOMPARE(mixRefusal("invert region=39,29,900,900"), QStringLiteral("no error"));
}

void CoreRegionMix::hostKeepsWhatLiesBeyond() {
    const ImagePtr image = rowOf({0, 10, 20, 30, 40});
    QCOMPARE(samplesOf(*runReference(image, parseStack("invert region=1,0,2,1"))),
             (std::vector<int>{0, 245, 235, 30, 40}));
    // A blur sees beyond its region.
    QCOMPARE(samplesOf(*runReference(image, parseStack("box k=3 region=1,0,1,1"))),
             (std::vector<int>{0, 10, 20, 30, 40}));
    QCOMPARE(samplesOf(*runReference(rowOf({0, 90, 0}), parseStack("box k=3 region=2,0,9,9"))),
             (std::vector<int>{0, 90, 30}));
}

void CoreRegionMix::hostMixesAsStated() {
    const ImagePtr image = rowOf({0, 1, 100, 254, 255});
    for (const double mix : {0.0, 0.25, 0.3, 0.5, 0.999, 1.0}) {
        const auto mixed = samplesOf(*runReference(image, parseStack("invert mix=" + std::to_string(mix))));
        const auto weight = std::int64_t(std::nearbyint(65536 * mix));
        for (std::size_t i = 0; i < mixed.size(); ++i) {
            const std::int64_t s = image->samples<std::uint8_t>()[i];
            QCOMPARE(std::int64_t(mixed[i]), (s * (65536 - weight) + (255 - s) * weight + 32768) >> 16);
        }
    }
    const auto floats = std::make_shared<const Image>(imageOf<float>(2, 1, 1, {0.25f, 1.0f}));
    const ImagePtr half = runReference(floats, parseStack("invert mix=0.25"));
    QCOMPARE(half->samples<float>()[0], 0.25f * 0.75f + 0.75f * 0.25f);
    QCOMPARE(half->samples<float>()[1], 0.75f);
}

void CoreRegionMix::plansHaveThePassOnlyWhereItDoesSomething() {
    QCOMPARE(planOf("invert").passes.size(), std::size_t(1));
    QCOMPARE(planOf("invert region=0,0,40,30 mix=1").passes.size(), std::size_t(1));
    const Plan limited = planOf("flip region=0,0,40,10");
    QCOMPARE(limited.passes.size(), std::size_t(2));
    const auto& pass = std::get<KernelPass>(limited.passes.back());
    QVERIFY(isRegionMix(pass));
    QCOMPARE(pass.bytes, std::uint64_t(2 * 40 * 20 * 4)); // what lies in the region is neither read nor written
    QCOMPARE(std::get<KernelPass>(planOf("invert mix=0.5").passes.back()).bytes, std::uint64_t(3 * 40 * 30 * 4));
}

void CoreRegionMix::localFiltersComputeAPart() {
    const auto part = [](const std::string& stage, Format format = rgbaShape.format) {
        return computedPart(filterById(parseStack(stage).front().filter), {rgbaShape.size, format},
                            parseStack(stage).front().parameters);
    };
    const Rectangle whole{0, 0, 40, 30};
    QCOMPARE(part("invert region=3,4,5,6"), (Rectangle{3, 4, 5, 6}));
    QCOMPARE(part("box k=5 region=10,4,5,6"), (Rectangle{8, 2, 9, 10}));
    QCOMPARE(part("box k=5 region=1,27,5,60"), (Rectangle{0, 25, 8, 5}));
    QCOMPARE(part("invert"), whole);
    QCOMPARE(part("invert mix=0.5"), whole);
    QCOMPARE(part("invert region=0,0,40,16"), whole); // more than half
    QCOMPARE(part("box k=5 border=wrap region=10,4,5,6"), whole);
    QCOMPARE(part("ordered-dither region=3,4,5,6"), whole);
    QCOMPARE(part("formula expression=\"v * x\" region=3,4,5,6"), whole);
    QCOMPARE(part("equalize region=3,4,5,6"), whole);
    QCOMPARE(part("blend region=3,4,5,6"), whole);
    // The rounding of floats depends on where a sum begins; what is only compared is the same anywhere.
    QCOMPARE(part("box k=5 region=10,4,5,6", {SampleType::F32, 1}), whole);
    QCOMPARE(part("median k=5 region=10,4,5,6", {SampleType::F32, 1}), (Rectangle{8, 2, 9, 10}));
}

void CoreRegionMix::plansOfPartsCutAndPut() {
    const Plan plan = planOf("box k=5 region=10,4,5,6 mix=0.5");
    QVERIFY(plan.output == rgbaShape);
    const auto& cut = std::get<KernelPass>(plan.passes.front());
    const auto& put = std::get<KernelPass>(plan.passes.at(plan.passes.size() - 2));
    QCOMPARE(cut.kernel, std::string(partMover));
    QCOMPARE(cut.bytes, std::uint64_t(2 * 9 * 10 * 4));
    QCOMPARE(put.kernel, std::string(partMover));
    QCOMPARE(put.bytes, std::uint64_t(2 * 5 * 6 * 4));
    QVERIFY(isRegionMix(std::get<KernelPass>(plan.passes.back())));
    for (const Pass& pass : std::span(plan.passes).subspan(1, plan.passes.size() - 3))
        for (const NamedArgument& argument : std::get<KernelPass>(pass).arguments) {
            const auto* buffer = std::get_if<BufferRef>(&argument.value);
            QVERIFY(!buffer || buffer->kind == BufferRef::Scratch);
        }
}

void CoreRegionMix::tuningResultsAreTheSame() {
    const auto settings = [](const char* stage) { return settingsClassOf(parseStack(stage).front().parameters); };
    QCOMPARE(settings("box k=5 region=1,1,5,5 mix=0.5"), settings("box k=5"));
}

LIGHTBENCH_TEST(CoreRegionMix, QCoreApplication)
#include "core_region_mix.moc"
