// What plans are put together from, and what makePlan adds to them: analyses, plans within plans, large workgroups,
// shapes that grow and shrink.
#include <algorithm>
#include <cstdint>
#include <span>

#include <QTest>

#include "core/framework/host_variant.h"
#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/filters/plan_checks.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

/// A made-up analysis: a word for each row.
Filter rowCounter(std::size_t wordsTooMany) {
    Filter filter = filterById("histogram");
    filter.id = "row-counter";
    filter.analysisLength = [](const ImageShape& input, const ParameterValues&) {
        return std::size_t(input.size.height);
    };
    filter.analyse = [wordsTooMany](const Image& input, const ParameterValues&) {
        return std::vector<std::uint32_t>(std::size_t(input.height()) + wordsTooMany, 7);
    };
    return filter;
}

/// What the host's step of an analysis writes for an image of 5 x 3.
std::vector<std::uint32_t> wordsOfHost(const Filter& filter) {
    const Image image({{5, 3}, {SampleType::U8, 1}});
    const Plan plan = makePlan(filter, hostVariant(), {image.shape(), {}, devices()[2], {1, 1}});
    std::vector<std::uint32_t> words(plan.scratchOf(*plan.analysis).bytes / sizeof(std::uint32_t));
    const std::vector<std::span<const std::byte>> reads{image.bytes()};
    const std::vector<std::span<std::byte>> writes{std::as_writable_bytes(std::span(words))};
    runHostOperation(std::get<HostPass>(plan.passes.front()).operation, filter, reads, writes);
    return words;
}

/// invert, said to make images `factor` times as wide; below 1: one pixel of so many.
Filter scaling(double factor) {
    Filter filter = filterById("invert");
    filter.outputShape = [factor](const ImageShape& input, const ParameterValues&) {
        ImageShape output = input;
        output.size.width = std::max(1, int(input.size.width * factor));
        return output;
    };
    return filter;
}

} // namespace

class PlanParts : public QObject {
    Q_OBJECT
private slots:
    void analysesHaveTheLengthThatTheirFiltersSay();
    void anAnalysisOfAnotherLengthIsRefused();
    void plansAreComparedByValue();
    void hostOperationsHaveNamesAndArguments();
    void tablesAreMerged();
    void referencesBelongToTheirFilter();
    void analysesAreNotAppended();
    void driverMayChooseTheWorkgroup();
    void largeWorkgroupsAreDeclaredWhateverTheProgram();
    void stagesThatGrowTooLargeAreErrors();
    void outputsMayBeSmaller();
    void divisorsDivide_data();
    void divisorsDivide();
};

void PlanParts::analysesHaveTheLengthThatTheirFiltersSay() {
    for (const Filter& filter : allFilters())
        if (filter.analyse)
            for (int channels : {1, 4}) {
                const ImageShape shape{{17, 13}, {filter.accepts.front(), channels}};
                Image image(shape);
                std::ranges::fill(image.bytes(), std::byte{});
                const ParameterValues values = defaultValues(filter.parameters);
                QCOMPARE(filter.analyse(image, values).size(), filter.analysisLength(shape, values));
            }
    QCOMPARE(wordsOfHost(rowCounter(0)), std::vector<std::uint32_t>(3, 7));
}

void PlanParts::anAnalysisOfAnotherLengthIsRefused() {
    QVERIFY_THROWS_EXCEPTION(std::logic_error, wordsOfHost(rowCounter(1)));
}

// Whatever a plan holds counts: the arguments of a host step, and the contents of a buffer.
void PlanParts::plansAreComparedByValue() {
    const Filter& filter = filterById("blend");
    ParameterValues values = defaultValues(filter.parameters);
    const PlanRequest request{{{5, 3}, {SampleType::U8, 1}}, values, devices()[2], {1, 1}};
    const Plan plan = hostPlan(filter, request);
    QVERIFY(plan == hostPlan(filter, request));
    values.set("mix", 0.5);
    QVERIFY(plan != hostPlan(filter, request));
    Plan table;
    table.addScratch({"weights", 1, {std::byte{1}}});
    Plan other = table;
    QVERIFY(table == other);
    other.scratch[0].contents[0] = std::byte{2};
    QVERIFY(table != other);
}

void PlanParts::hostOperationsHaveNamesAndArguments() {
    const ImageShape input{{640, 480}, {SampleType::U8, 1}};
    const auto operationOf = [&](const char* filter, const char* variant) {
        Stage stage = makeStage(filter);
        stage.variant = variant;
        for (const Pass& pass : resolveStage(stage, input, devices()[2]).plan.passes)
            if (const auto* host = std::get_if<HostPass>(&pass)) return host->operation;
        qFatal("the plan has no host step");
    };
    const HostOperation reference = operationOf("gaussian", "cpu");
    QCOMPARE(hostOperationName(reference), std::string("cpu reference"));
    QCOMPARE(hostOperationArguments(reference).choice("filter"), std::string("gaussian"));
    QVERIFY(hostOperationArguments(reference).all().contains("sigma"));
    const HostOperation merge = operationOf("histogram", "private-host-merge");
    QCOMPARE(hostOperationName(merge), std::string("merge on the host"));
    QCOMPARE(hostOperationArguments(merge).integer("counters"), 256);
    const HostOperation training = operationOf("random-trees", "packed");
    QCOMPARE(hostOperationName(training), std::string("train"));
    QCOMPARE(hostOperationArguments(training).rectangle("object"), (Rectangle{240, 180, 160, 120}));
    QCOMPARE(hostOperationArguments(training).integer("stride"), 640);
    QVERIFY(!hostOperationArguments(operationOf("random-trees", "plain")).all().contains("stride"));
}

void PlanParts::tablesAreMerged() {
    const std::vector<std::uint32_t> tables{1, 2, 30, 40, 500, 600};
    std::vector<std::uint32_t> merged(2);
    const std::vector<std::span<const std::byte>> reads{std::as_bytes(std::span(tables))};
    const std::vector<std::span<std::byte>> writes{std::as_writable_bytes(std::span(merged))};
    runHostOperation(MergeTables{.tables = 3, .counters = 2}, filterById("histogram"), reads, writes);
    QCOMPARE(merged, (std::vector<std::uint32_t>{531, 642}));
}

void PlanParts::referencesBelongToTheirFilter() {
    const Image image({{1, 1}, {SampleType::U8, 1}});
    const std::vector<std::span<const std::byte>> reads{image.bytes()};
    const RunReference run{"median", image.shape(), {}};
    QVERIFY_THROWS_EXCEPTION(std::logic_error, runHostOperation(run, filterById("gaussian"), reads, {}));
}

void PlanParts::analysesAreNotAppended() {
    const ImageShape input{{640, 480}, {SampleType::U8, 4}};
    const Plan histogram = resolveStage(makeStage("histogram"), input, devices()[1]).plan;
    Plan plan;
    const BufferRef gray = plan.addScratch("gray", input.bytes()), counts = plan.addScratch("counts", 4096);
    QVERIFY_THROWS_EXCEPTION(std::logic_error, appendPlan(plan, histogram, gray, counts));
}

// A pass is built for its large workgroup also if it names its program. In a plan within a plan that is said once.
void PlanParts::largeWorkgroupsAreDeclaredWhateverTheProgram() {
    const ImageShape input{{640, 480}, {SampleType::U8, 1}};
    const auto declared = [](const Plan& plan) {
        std::vector<std::ptrdiff_t> counts;
        for (const Pass& pass : plan.passes)
            if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && kernel->local.items() > 256)
                counts.push_back(std::ranges::count_if(
                    kernel->defines, [](const auto& define) { return define.first == "WORKGROUP_X"; }));
        return counts;
    };
    Stage stage = makeStage("local-maximum");
    stage.variant = "plain";
    stage.workgroup = Workgroup{32, 32};
    QCOMPARE(declared(resolveStage(stage, input, devices()[1]).plan), std::vector<std::ptrdiff_t>{1});
    const Filter& integral = filterById("integral");
    const ParameterValues values = defaultValues(integral.parameters);
    const PlanRequest request{input, values, devices()[1], {32, 32}};
    Filter wrapping = integral;
    Variant within = wrapping.variants.front();
    within.plan = [&](const PlanRequest& one) {
        Plan plan;
        appendPlan(plan, makePlan(integral, variantById(integral, "look-back"), one), inputBuffer(), outputBuffer());
        return plan;
    };
    for (std::ptrdiff_t count : declared(makePlan(wrapping, within, request)))
        QCOMPARE(count, 1);
}

// Kernels whose work-items are independent need no grid of whole workgroups; those that use their workgroup refuse.
void PlanParts::driverMayChooseTheWorkgroup() {
    const ImageShape input{{37, 11}, {SampleType::U8, 1}};
    Stage stage = makeStage("gaussian");
    stage.workgroup = driverChosenWorkgroup;
    stage.variant = "two-pass";
    const ResolvedStage resolved = resolveStage(stage, input, devices()[1]);
    QVERIFY(resolved.workgroup == driverChosenWorkgroup && resolved.plan.passes.size() == 2);
    for (const Pass& pass : resolved.plan.passes)
        QVERIFY(std::get<KernelPass>(pass).local == driverChosenWorkgroup);
    QVERIFY((std::get<KernelPass>(resolved.plan.passes[1]).global[1] == 11));
    stage.variant = "fused";
    const auto error = errorOf([&] { resolveStage(stage, input, devices()[1]); });
    QVERIFY(error && error->field == "workgroup");
    VERIFY_CONTAINS(QString(error->what()), "depend on the size of their workgroups");
    stage = makeStage("binary-patterns"); // the integral image that it looks up is made by workgroups
    stage.variant = "packed";
    stage.workgroup = driverChosenWorkgroup;
    int left = 0;
    for (const Pass& pass : resolveStage(stage, input, devices()[1]).plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && kernel->local == driverChosenWorkgroup)
            left += kernel->program.starts_with("patch_detector/") ? 1 : 100;
    QVERIFY(left > 0 && left < 100);
    stage = makeStage("gaussian");
    stage.workgroup = driverChosenWorkgroup; // auto takes a variant that can
    QCOMPARE(resolveStage(stage, input, devices()[1]).variant->id, std::string("two-pass"));
}

// Inside a stack only this check knows the size: no image of it is ever made on the host.
void PlanParts::stagesThatGrowTooLargeAreErrors() {
    const ImageShape input{{20000, 20000}, {SampleType::U8, 4}};
    QCOMPARE(outputShapeOf(scaling(1.2), input, {}).size.width, 24000);
    const auto error = errorOf([&] { outputShapeOf(scaling(2), input, {}); });
    QVERIFY(error && error->kind() == ErrorKind::Usage);
    VERIFY_CONTAINS(QString::fromStdString(error->what()), "invert would produce an image of 40000 x 20000");
    const ParameterValues none;
    const PlanRequest request{input, none, devices()[1], {16, 16}};
    QVERIFY(errorOf([&] { makePlan(scaling(2), filterById("invert").variants.front(), request); }));
}

// Dividing by multiplication (kernels/prelude/instructions.clh) is exact for every int from 0.
void PlanParts::divisorsDivide_data() {
    QTest::addColumn<int>("divisor");
    for (int divisor : {1, 2, 3, 7, 255, 256, 257, 1919, 8191, 8192, 65535, 1 << 30, (1 << 30) + 1, INT32_MAX})
        QTest::addRow("%d", divisor) << divisor;
}

void PlanParts::divisorsDivide() {
    QFETCH(int, divisor);
    KernelPass pass;
    addDivisor(pass, "width", divisor);
    const std::uint64_t reciprocal = std::get<std::uint32_t>(pass.arguments.at(0).value);
    const std::uint32_t shift = std::get<std::uint32_t>(pass.arguments.at(1).value);
    // As kernels/prelude/instructions.clh has it, where a quotient begins and ends.
    const auto quotient = [&](std::int64_t n) {
        return std::int64_t((2 * std::uint64_t(n) * reciprocal >> 32) >> shift);
    };
    const std::int64_t maximum = INT32_MAX / divisor;
    for (std::int64_t q : {std::int64_t(0), std::int64_t(1), maximum / 3, maximum - 1, maximum})
        for (std::int64_t n : {q * divisor, q * divisor + divisor - 1})
            if (n >= 0 && n <= INT32_MAX) QCOMPARE(quotient(n), n / divisor);
}

// A filter that makes an image smaller may read less than its input.
void PlanParts::outputsMayBeSmaller() {
    const Filter filter = scaling(0.25);
    const ParameterValues none;
    const PlanRequest request{{{64, 48}, {SampleType::U8, 1}}, none, devices()[1], {16, 16}};
    Plan plan = makePlan(filter, filter.variants.front(), request);
    std::get<KernelPass>(plan.passes.front()).bytes = 2 * plan.output.bytes();
    QCOMPARE(planProblems(filter, plan, request), QStringList());
    std::get<KernelPass>(plan.passes.front()).bytes = plan.output.bytes() - 1;
    QVERIFY(planProblems(filter, plan, request).join('\n').contains("its images alone"));
}

LIGHTBENCH_TEST(PlanParts, NoApplication)
#include "plan_parts.moc"
