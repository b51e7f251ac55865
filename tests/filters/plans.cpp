// Walks the registry without a device: every declaration is complete, and every plan of every filter and variant is
// sound for every format that it accepts, many sizes, parameters and workgroups, on three made-up devices.
#include <algorithm>
#include <set>
#include <span>

#include <QRegularExpression>
#include <QTest>

#include "core/filter/filter_registry.h"
#include "core/filter/host_variant.h"
#include "core/filter/kernel_library.h"
#include "core/run/resolve.h"
#include "tests/core/core_support.h"
#include "tests/filters/plan_checks.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

DeviceInfo madeUp(const std::string& name, DeviceType type, std::size_t workgroup, std::uint64_t local, int multiple) {
    DeviceInfo device;
    device.name = name;
    device.type = type;
    device.maxWorkgroup = workgroup;
    device.maxWorkItems = {workgroup, workgroup, 64};
    device.localMemory = local;
    device.globalMemory = std::uint64_t(8) << 30;
    device.maxAllocation = std::uint64_t(4) << 30;
    device.preferredMultiple = multiple;
    device.computeUnits = 8;
    return device;
}

const std::vector<DeviceInfo>& devices() {
    static const std::vector<DeviceInfo> all{madeUp("small", DeviceType::Other, 128, 16 << 10, 1),
                                             madeUp("gpu", DeviceType::Gpu, 1024, 48 << 10, 32),
                                             madeUp("cpu", DeviceType::Cpu, 4096, 2 << 20, 8)};
    return all;
}

const std::vector<Size> sizes{{1, 1}, {1, 64}, {64, 1}, {17, 13}, {127, 129}, {640, 480}, {7728, 4354}};
const std::vector<Workgroup> oddWorkgroups{{1, 1}, {7, 1}, {24, 3}, {3, 24}, {100, 1}, {1, 32}};

bool isKebab(const std::string& name) {
    static const QRegularExpression pattern("^[a-z][a-z0-9]*(-[a-z0-9]+)*$");
    return pattern.match(QString::fromStdString(name)).hasMatch();
}

/// The values worth trying for one parameter.
std::vector<ParameterValue> interesting(const Parameter& parameter) {
    std::vector<ParameterValue> values;
    switch (parameter.kind) {
    case ParameterKind::Integer:
        values = {int(parameter.minimum), int(parameter.maximum), int(parameter.minimum) + int(parameter.step)};
        break;
    case ParameterKind::Real: values = {parameter.minimum, parameter.maximum}; break;
    case ParameterKind::Choice:
        for (const Choice& choice : parameter.choices)
            values.push_back(choice.name);
        break;
    case ParameterKind::Switch: values = {true, false}; break;
    case ParameterKind::Matrix:
        values = {Matrix{3, {0, 1, 0, 1, -4, 1, 0, 1, 0}, {}}, Matrix{31, std::vector<double>(961, 0.001), {}}};
        break;
    case ParameterKind::Detector: values = {DetectorFile{}}; break;
    case ParameterKind::Rectangle: values = {Rectangle{0, 0, 1, 1}, Rectangle{2, 3, 8, 5}}; break;
    }
    return values;
}

/// The defaults, then one parameter changed at a time.
std::vector<ParameterValues> settings(const Filter& filter) {
    std::vector<ParameterValues> all{defaultValues(filter.parameters)};
    for (const Parameter& parameter : filter.parameters)
        for (const ParameterValue& value : interesting(parameter)) {
            all.push_back(all.front());
            all.back().set(parameter.name, value);
        }
    return all;
}

std::vector<ImageShape> shapes(const Filter& filter) {
    std::vector<ImageShape> all;
    for (SampleType type : filter.accepts)
        for (int channels : {1, 4})
            for (Size size : sizes)
                all.push_back({size, {type, channels}});
    return all;
}

/// False where the filter itself refuses these values for this input.
bool suits(const Filter& filter, const ImageShape& input, const ParameterValues& parameters) {
    return !filter.check || !errorOf([&] { filter.check(input, parameters); });
}

/// One variant of one filter with one plan after the other; remembers what was wrong.
class Walk {
public:
    explicit Walk(const Filter& filter) : filter_(filter) {}

    void tryPlan(const Variant& variant, const PlanRequest& request) {
        if (variant.missing && !variant.missing(request.device).empty()) return;
        const WorkgroupChoice choice = judgeWorkgroup(filter_, variant, request);
        if (choice.legal != choice.reason.empty()) problems_ += describe(request) + ": legal, but with a reason";
        if (!choice.legal) return;
        const Plan plan = makePlan(filter_, variant, request);
        for (const QString& problem : planProblems(filter_, plan, request))
            problems_ += QString::fromStdString(variant.id) + ": " + problem;
        if (!samePlan(plan, makePlan(filter_, variant, request)))
            problems_ += describe(request) + ": two calls give two plans";
        ++count_;
    }
    int count() const { return count_; }
    /// The first problems, a line each; empty if there is none.
    QString problems() const { return problems_.mid(0, 12).join('\n'); }

private:
    const Filter& filter_;
    QStringList problems_;
    int count_ = 0;
};

void filterRows() {
    QTest::addColumn<QString>("id");
    for (const Filter& filter : allFilters())
        QTest::newRow(filter.id.c_str()) << QString::fromStdString(filter.id);
}

const Filter& fetchedFilter() {
    QFETCH(QString, id);
    return filterById(id.toStdString());
}

} // namespace

class Plans : public QObject {
    Q_OBJECT
private slots:
    void checkerFindsProblems();
    void idsAreUnique();
    void idsAreTheNamesOfTheirFiles();
    void analysesHaveTheLengthThatTheirFiltersSay();
    void anAnalysisOfAnotherLengthIsRefused();
    void analysesAreAppended();
    void largeWorkgroupsAreDeclaredWhateverTheProgram();
    void declarationsAreComplete_data() { filterRows(); }
    void declarationsAreComplete();
    void parametersAreComplete_data() { filterRows(); }
    void parametersAreComplete();
    void variantsAreComplete_data() { filterRows(); }
    void variantsAreComplete();
    void defaultsResolveEverywhere_data() { filterRows(); }
    void defaultsResolveEverywhere();
    void plansOfEveryWorkgroup_data() { filterRows(); }
    void plansOfEveryWorkgroup();
    void plansOfEverySetting_data() { filterRows(); }
    void plansOfEverySetting();
    void illegalWorkgroupsSayWhy();
    void tooLargeBuffersAreErrors();
    void stagesThatGrowTooLargeAreErrors();
    void outputsMayBeSmaller();
};

// A plan that is wrong in every way must be found out, or the walk proves nothing.
void Plans::checkerFindsProblems() {
    const Filter& filter = filterById("grayscale");
    const ParameterValues none;
    const PlanRequest request{{{17, 13}, {SampleType::U8, 4}}, none, devices()[0], {16, 8}};
    const Plan sound = makePlan(filter, filter.variants.front(), request);
    QCOMPARE(planProblems(filter, sound, request), QStringList());
    const auto broken = [&](auto&& change) {
        Plan plan = sound;
        change(plan, std::get<KernelPass>(plan.passes.front()));
        if (samePlan(plan, sound)) return QStringLiteral("the same");
        return planProblems(filter, plan, request).join('\n');
    };
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.global[0] += 1; }).contains("no multiple"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.local.x = 32; }).contains("workgroup size"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.kernel = "gray"; }).contains("no kernel called gray"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.program = "invert"; }).contains("no kernel called"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.arguments.pop_back(); }).contains("nothing for its parameter"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.arguments[2].value = 17.0f; }).contains("where the kernel has"));
    QVERIFY(broken([](Plan& plan, KernelPass& pass) {
                pass.arguments[0].value = plan.addScratch("mine", 4);
                plan.scratch.clear();
            }).contains("out of range"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.arguments[1].value = inputBuffer(); }).contains("the output"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.bytes -= 1; }).contains("its images alone"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.localBytes = 17 << 10; }).contains("local memory"));
    QVERIFY(broken([](Plan& plan, KernelPass&) { plan.output.size.width = 1; }).contains("output shape"));
    QVERIFY(broken([](Plan& plan, KernelPass&) {
                plan.scratch.push_back({"weights", 8, std::vector<std::byte>(4)});
            }).contains("not of its size"));
}

void Plans::idsAreUnique() {
    QVERIFY(!allFilters().empty());
    std::set<std::string> ids;
    for (const Filter& filter : allFilters())
        QVERIFY2(ids.insert(filter.id).second, filter.id.c_str());
}

void Plans::idsAreTheNamesOfTheirFiles() {
    const std::vector<std::string> names = registeredNames();
    QCOMPARE(names.size(), allFilters().size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string id = names[i];
        std::ranges::replace(id, '_', '-');
        QCOMPARE(allFilters()[i].id, id);
    }
}

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
    std::get<HostPass>(plan.passes.front()).work(reads, writes);
    return words;
}
} // namespace

void Plans::analysesHaveTheLengthThatTheirFiltersSay() {
    for (const Filter& filter : allFilters())
        if (filter.analyse)
            for (const ImageShape& shape : shapes(filter)) {
                if (shape.samples() > 1'000'000) continue;
                Image image(shape);
                std::ranges::fill(image.bytes(), std::byte{});
                const ParameterValues values = defaultValues(filter.parameters);
                QCOMPARE(filter.analyse(image, values).size(), filter.analysisLength(shape, values));
            }
    QCOMPARE(wordsOfHost(rowCounter(0)), std::vector<std::uint32_t>(3, 7));
}

void Plans::anAnalysisOfAnotherLengthIsRefused() {
    QVERIFY_THROWS_EXCEPTION(std::logic_error, wordsOfHost(rowCounter(1)));
}

// A filter can count with histogram's own plan, as equalize would.
void Plans::analysesAreAppended() {
    const ImageShape input{{640, 480}, {SampleType::U8, 4}};
    Stage stage = makeStage("histogram");
    stage.variant = "local";
    const Plan histogram = resolveStage(stage, input, devices()[1]).plan;
    Plan plan;
    const BufferRef gray = plan.addScratch("gray", input.bytes());
    const BufferRef counts = appendAnalysis(plan, histogram, gray);
    QCOMPARE(plan.scratchOf(counts).name, histogram.scratchOf(*histogram.analysis).name);
    QCOMPARE(plan.passes.size(), histogram.passes.size());
    const auto& count = std::get<KernelPass>(plan.passes.back());
    const auto given = [&](const char* name) {
        return std::get<BufferRef>(std::ranges::find(count.arguments, name, &NamedArgument::name)->value);
    };
    QVERIFY(given("src") == gray && given("result") == counts && given("sums") != counts);
    QCOMPARE(count.program, std::string("histogram"));
    const Plan invert = resolveStage(makeStage("invert"), input, devices()[1]).plan;
    QVERIFY_THROWS_EXCEPTION(std::logic_error, appendAnalysis(plan, invert, gray));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, appendPlan(plan, histogram, gray, counts));
}

// A pass that names its program is built for its own large workgroup like any other, and a plan within a plan once.
void Plans::largeWorkgroupsAreDeclaredWhateverTheProgram() {
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
    stage.variant = "direct";
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

void Plans::declarationsAreComplete() {
    const Filter& filter = fetchedFilter();
    QVERIFY(isKebab(filter.id));
    QVERIFY(!filter.label.empty() && !filter.group.empty());
    QVERIFY2(filter.doc.size() > 20 && filter.doc.back() == '.', "the doc should be sentences");
    QVERIFY(!filter.accepts.empty());
    QCOMPARE((std::set<SampleType>(filter.accepts.begin(), filter.accepts.end()).size()), filter.accepts.size());
    QVERIFY(filter.reference || filter.analyse);
    QCOMPARE(bool(filter.analysisLength), bool(filter.analyse));
    QVERIFY(!filter.variants.empty());
    QVERIFY(filter.id != "auto" && filter.id != "cpu");
}

void Plans::parametersAreComplete() {
    std::set<std::string> names{"variant", "workgroup"};
    for (const Parameter& parameter : fetchedFilter().parameters) {
        QVERIFY2(isKebab(parameter.name) && names.insert(parameter.name).second, parameter.name.c_str());
        QVERIFY2(!parameter.label.empty() && !parameter.doc.empty(), parameter.name.c_str());
        QCOMPARE(messageOf([&] { checkValue(parameter, parameter.initial); }), QStringLiteral("no error"));
        for (const ParameterValue& value : interesting(parameter))
            QCOMPARE(messageOf([&] { checkValue(parameter, value); }), QStringLiteral("no error"));
        const bool number = parameter.kind == ParameterKind::Integer || parameter.kind == ParameterKind::Real;
        if (number) QVERIFY2(parameter.minimum < parameter.maximum && parameter.step > 0, parameter.name.c_str());
        if (parameter.logarithmic) QVERIFY2(parameter.minimum > 0, parameter.name.c_str());
    }
}

void Plans::variantsAreComplete() {
    const Filter& filter = fetchedFilter();
    std::set<std::string> ids{"auto", "cpu"};
    for (const Variant& variant : filter.variants) {
        QVERIFY2(isKebab(variant.id) && ids.insert(variant.id).second, variant.id.c_str());
        QVERIFY2(!variant.label.empty() && !variant.idea.empty() && variant.plan, variant.id.c_str());
        QVERIFY2(!variant.workgroups.offered.empty(), variant.id.c_str());
        std::set<std::string> offered;
        for (Workgroup workgroup : variant.workgroups.offered) {
            QVERIFY2(workgroup.x > 0 && workgroup.y > 0, variant.id.c_str());
            QVERIFY2(offered.insert(workgroupText(workgroup)).second, variant.id.c_str());
            QVERIFY2(variant.workgroups.shape == WorkgroupRule::Area || workgroup.y == 1, variant.id.c_str());
        }
    }
}

void Plans::defaultsResolveEverywhere() {
    const Filter& filter = fetchedFilter();
    const Stage stage = makeStage(filter.id);
    for (const DeviceInfo& device : devices())
        for (const ImageShape& input : shapes(filter)) {
            if (!suits(filter, input, stage.parameters)) continue;
            const ResolvedStage resolved = resolveStage(stage, input, device);
            QVERIFY(!resolved.variant->needsProgress);
            const PlanRequest request{input, stage.parameters, device, resolved.workgroup};
            QVERIFY2(judgeWorkgroup(filter, *resolved.variant, request).legal, qPrintable(describe(request)));
            QVERIFY(resolved.plan.output == outputShape(stage, input));
        }
    const ImageShape usual{{640, 480}, {filter.accepts.front(), 4}};
    QVERIFY2(suits(filter, usual, stage.parameters), "the defaults do not even suit a usual image");
}

void Plans::plansOfEveryWorkgroup() {
    const Filter& filter = fetchedFilter();
    const ParameterValues parameters = defaultValues(filter.parameters);
    Walk walk(filter);
    for (const DeviceInfo& device : devices())
        for (const ImageShape& input : shapes(filter)) {
            if (!suits(filter, input, parameters)) continue;
            for (const Variant* variant : allVariants(filter)) {
                std::vector<Workgroup> workgroups = variant->workgroups.offered;
                workgroups.insert(workgroups.end(), oddWorkgroups.begin(), oddWorkgroups.end());
                for (Workgroup workgroup : workgroups)
                    walk.tryPlan(*variant, {input, parameters, device, workgroup});
            }
        }
    QVERIFY2(walk.problems().isEmpty(), qPrintable(walk.problems()));
    QVERIFY(walk.count() > 0);
}

void Plans::plansOfEverySetting() {
    const Filter& filter = fetchedFilter();
    Walk walk(filter);
    for (const ParameterValues& parameters : settings(filter))
        for (const DeviceInfo& device : devices())
            for (const ImageShape& input : shapes(filter)) {
                if (!suits(filter, input, parameters)) continue;
                for (const Variant* variant : allVariants(filter)) {
                    PlanRequest request{input, parameters, device, {}};
                    request.workgroup = automaticWorkgroup(filter, *variant, request);
                    walk.tryPlan(*variant, request);
                }
            }
    QVERIFY2(walk.problems().isEmpty(), qPrintable(walk.problems()));
    QVERIFY(walk.count() > 0);
}

void Plans::illegalWorkgroupsSayWhy() {
    const ImageShape input{{640, 480}, {SampleType::U8, 4}};
    Stage stage = makeStage("grayscale");
    const auto refusal = [&](Workgroup workgroup, const DeviceInfo& device) {
        stage.workgroup = workgroup;
        const auto error = errorOf([&] { resolveStage(stage, input, device); });
        if (!error || error->kind() != ErrorKind::Usage || error->field != "workgroup")
            return QStringLiteral("no error");
        return QString::fromStdString(error->what());
    };
    for (const DeviceInfo& device : devices()) {
        const QString message = refusal({7777, 1}, device);
        VERIFY_CONTAINS(message, "grayscale");
        VERIFY_CONTAINS(message, "7777 is wider than the device's limit");
        QVERIFY(message.contains(QString::number(device.maxWorkItems[0])));
        QVERIFY(message.contains(QString::fromStdString(device.name)));
    }
    VERIFY_CONTAINS(refusal({1, 7777}, devices()[1]), "1x7777 is higher than the device's limit of 1024");
    VERIFY_CONTAINS(refusal({64, 64}, devices()[1]), "64x64 has 4096 work-items; the device's limit is 1024");
    VERIFY_CONTAINS(refusal({32768, 32768}, devices()[1]), "wider");
    VERIFY_CONTAINS(refusal({0, 0}, devices()[1]), "no workgroup size");
    VERIFY_CONTAINS(refusal({-4, 16}, devices()[1]), "no workgroup size");
    QCOMPARE(refusal({64, 16}, devices()[1]), QStringLiteral("no error"));
}

void Plans::tooLargeBuffersAreErrors() {
    DeviceInfo device = devices()[1];
    device.maxAllocation = 1 << 20;
    const auto error = errorOf([&] {
        resolveStage(makeStage("grayscale"), {{640, 480}, {SampleType::U8, 4}}, device);
    });
    QVERIFY(error && error->kind() == ErrorKind::Device);
    VERIFY_CONTAINS(QString::fromStdString(error->what()), "1.17 MiB");
}

namespace {
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

// Of a stage in the middle of a stack no image is ever made on the host, which would say so too.
void Plans::stagesThatGrowTooLargeAreErrors() {
    const ImageShape input{{20000, 20000}, {SampleType::U8, 4}};
    QCOMPARE(shapeAfter(scaling(1.2), input, {}).size.width, 24000);
    const auto error = errorOf([&] { shapeAfter(scaling(2), input, {}); });
    QVERIFY(error && error->kind() == ErrorKind::Usage);
    VERIFY_CONTAINS(QString::fromStdString(error->what()), "invert would make an image of 40000 x 20000");
    const ParameterValues none;
    const PlanRequest request{input, none, devices()[1], {16, 16}};
    QVERIFY(errorOf([&] { makePlan(scaling(2), filterById("invert").variants.front(), request); }));
}

// What makes an image smaller need not read all of it.
void Plans::outputsMayBeSmaller() {
    const Filter filter = scaling(0.25);
    const ParameterValues none;
    const PlanRequest request{{{64, 48}, {SampleType::U8, 1}}, none, devices()[1], {16, 16}};
    Plan plan = makePlan(filter, filter.variants.front(), request);
    std::get<KernelPass>(plan.passes.front()).bytes = 2 * plan.output.bytes();
    QCOMPARE(planProblems(filter, plan, request), QStringList());
    std::get<KernelPass>(plan.passes.front()).bytes = plan.output.bytes() - 1;
    QVERIFY(planProblems(filter, plan, request).join('\n').contains("its images alone"));
}

QTEST_APPLESS_MAIN(Plans)
#include "plans.moc"
