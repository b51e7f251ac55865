// Walks the registry without a device: every declaration is complete, and every plan of every filter and variant is
// sound for every format that it accepts, many sizes, parameters and workgroups, on three made-up devices.
#include <set>

#include <QRegularExpression>
#include <QTest>

#include "core/framework/kernel_library.h"
#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/filters/filter_rows.h"
#include "tests/filters/plan_checks.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

#ifdef __SANITIZE_ADDRESS__
// The sanitizers make the walk fifteen times as long, and find wrong accesses in few sizes.
const std::vector<Size> sizes{{1, 1}, {1, 64}, {17, 13}, {640, 480}};
#else
const std::vector<Size> sizes{{1, 1}, {1, 64}, {64, 1}, {17, 13}, {127, 129}, {640, 480}, {7728, 4354}};
#endif
const std::vector<Workgroup> oddWorkgroups{{1, 1}, {7, 1}, {24, 3}, {3, 24}, {100, 1}, {1, 32}};

bool isKebab(const std::string& name) {
    static const QRegularExpression pattern("^[a-z][a-z0-9]*(-[a-z0-9]+)*$");
    return pattern.match(QString::fromStdString(name)).hasMatch();
}

std::vector<ImageShape> shapes(const Filter& filter) {
    std::vector<ImageShape> all;
    for (SampleType type : filter.accepts)
        for (int channels : {1, 4})
            for (Size size : sizes)
                all.push_back({size, {type, channels}});
    return all;
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
        if (plan != makePlan(filter_, variant, request)) problems_ += describe(request) + ": two calls give two plans";
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

} // namespace

class Plans : public QObject {
    Q_OBJECT
private slots:
    void checkerFindsProblems();
    void idsAreUnique();
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
        if (plan == sound) return QStringLiteral("the same");
        return planProblems(filter, plan, request).join('\n');
    };
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.global[0] += 1; }).contains("no multiple"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.local.x = 32; }).contains("workgroup size"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.kernel = "gray"; }).contains("no kernel called gray"));
    QVERIFY(broken([](Plan&, KernelPass& pass) { pass.program = "threshold"; }).contains("no kernel called"));
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
            QVERIFY2(workgroup == driverChosenWorkgroup || (workgroup.x > 0 && workgroup.y > 0), variant.id.c_str());
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
    for (const ParameterValues& parameters : settingsOf(filter))
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
    VERIFY_CONTAINS(refusal({0, 1}, devices()[1]), "not a workgroup size");
    VERIFY_CONTAINS(refusal({-4, 16}, devices()[1]), "not a workgroup size");
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

LIGHTBENCH_TEST(Plans, NoApplication)
#include "plans.moc"
