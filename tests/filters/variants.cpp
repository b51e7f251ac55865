// A variant is what ran: no two variants of a filter make one plan, and a variant says where it exists. Elsewhere
// `auto` passes over it, and a stack that asks for it gets an error with the variant that would do.
#include <map>
#include <set>

#include <QTest>

#include "core/base/text.h"
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
/// A GPU with everything that variants ask for, and a CPU.
const std::vector<DeviceInfo>& ableDevices() {
    static const std::vector<DeviceInfo> all = [] {
        std::vector<DeviceInfo> able{devices()[1], devices()[2]};
        able[0].computeCapability = 90;
        return able;
    }();
    return all;
}

/// Makes the plans of all variants of a filter for one request after the other, and remembers equal ones.
class Twins {
public:
    explicit Twins(const Filter& filter) : filter_(filter) {}

    void tryRequest(const PlanRequest& request) {
        std::set<std::pair<int, int>> tried;
        const auto tryWorkgroup = [&](Workgroup workgroup) {
            if (!tried.insert({workgroup.x, workgroup.y}).second) return;
            PlanRequest one = request;
            one.workgroup = workgroup;
            compare(one);
        };
        for (const Variant& variant : filter_.variants) {
            if (!whyNotApplicable(variant, request).empty()) continue;
            tryWorkgroup(automaticWorkgroup(filter_, variant, request));
            const std::string& fallback = variant.fallbackVariant;
            if (!fallback.empty() && !whyNotApplicable(variantById(filter_, fallback), request).empty())
                noFallback_.try_emplace(variant.id, describe(request));
        }
        for (const Workgroup usual : {Workgroup{64, 1}, Workgroup{256, 1}})
            tryWorkgroup(usual);
    }

    /// Pairs of variants with one plan, and variants without any.
    QStringList problems() const {
        QStringList all;
        for (const auto& [pair, where] : twins_)
            all << QString::fromStdString(pair) + " have one plan: " + where;
        for (const auto& [variant, where] : noFallback_)
            all << QString::fromStdString(variant) + " has a fallback variant that does not apply: " + where;
        for (const Variant& variant : filter_.variants)
            if (!planned_.contains(variant.id)) all << QString::fromStdString(variant.id) + " never applies";
        return all;
    }

private:
    void compare(const PlanRequest& request) {
        std::vector<std::pair<std::string, Plan>> plans;
        for (const Variant& variant : filter_.variants) {
            if (!whyNotApplicable(variant, request).empty()) continue;
            if (!judgeWorkgroup(filter_, variant, request).legal) continue;
            Plan plan = makePlan(filter_, variant, request);
            for (const auto& [other, made] : plans)
                if (made == plan) twins_.try_emplace(other + " and " + variant.id, describe(request));
            plans.emplace_back(variant.id, std::move(plan));
            planned_.insert(variant.id);
        }
    }

    const Filter& filter_;
    std::map<std::string, QString> twins_, noFallback_;
    std::set<std::string> planned_;
};

QString refusalOf(std::string_view stack, const ImageShape& input, const DeviceInfo& device) {
    const auto error = errorOf([&] { plannedStages(parseStack(stack), input, device, builtInFilters(), {}); });
    if (!error) return QStringLiteral("no error");
    return QString::fromStdString(error->field + ", " + std::to_string(error->stage) + ": " + error->what());
}

const ImageShape grayFloats{{640, 480}, {SampleType::F32, 1}};
} // namespace

class Variants : public QObject {
    Q_OBJECT
private slots:
    void haveTheirOwnPlans_data() { filterRows(); }
    void haveTheirOwnPlans();
    void sayWhereTheyExist();
    void areRefusedElsewhere();
    void largeProgramsAreNotForLlvmpipe_data();
    void largeProgramsAreNotForLlvmpipe();
    void passOverForAuto();
    void beginWithAPlainOne();
};

void Variants::haveTheirOwnPlans() {
    const Filter& filter = fetchedFilter();
    Twins twins(filter);
    for (const ParameterValues& parameters : settingsOf(filter))
        for (const DeviceInfo& device : ableDevices())
            for (const SampleType type : filter.accepts)
                for (const int channels : {1, 4})
                    for (const Size size : {Size{127, 129}, Size{640, 480}}) {
                        const ImageShape input{size, {type, channels}};
                        if (suits(filter, input, parameters)) twins.tryRequest({input, parameters, device, {}});
                    }
    QVERIFY2(twins.problems().isEmpty(), qPrintable(twins.problems().join('\n')));
}

/// Each filter with several variants has the algorithm as a textbook writes it, and `auto` never takes that one.
void Variants::beginWithAPlainOne() {
    QStringList without;
    for (const Filter& filter : builtInFilters().filters()) {
        const Variant* plain = findVariant(filter, "plain");
        if (plain) QVERIFY2(!mayBeAutomatic(*plain), filter.id.c_str());
        if (!plain && filter.variants.size() > 1) without << QString::fromStdString(filter.id);
    }
    QVERIFY2(without.isEmpty(), qPrintable(without.join(", ")));
}

/// Every rule has one form: what the variant takes, and why.
void Variants::sayWhereTheyExist() {
    int rules = 0;
    for (const Filter& filter : allFilters())
        for (const Variant& variant : filter.variants) {
            const QString rule = QString::fromStdString(variant.applies.rule);
            QCOMPARE(rule.isEmpty(), !variant.applies.holds);
            if (rule.isEmpty()) continue;
            ++rules;
            QVERIFY2(rule.startsWith("it takes ") && rule.contains(", because ") && !rule.endsWith('.'),
                     qPrintable(rule));
            QVERIFY2(rule.split(' ').size() <= 25, qPrintable(rule));
        }
    QVERIFY(rules >= 20);
}

void Variants::areRefusedElsewhere() {
    const DeviceInfo& gpu = ableDevices()[0];
    const ImageShape bytes{{640, 480}, {SampleType::U8, 1}};
    const QString why =
        "gaussian variant=matrix-products does not apply here: it takes 8-bit samples only, and radii up to 64, or up "
        "to 16 of RGBA, because registers hold no more weights. Use variant=fused, or auto";
    QCOMPARE(refusalOf("gaussian variant=matrix-products", grayFloats, gpu), "variant, 0: " + why);
    QCOMPARE(refusalOf("invert | gaussian variant=matrix-products", grayFloats, gpu), "variant, 1: stage 2: " + why);
    QCOMPARE(refusalOf("gaussian variant=matrix-products", bytes, gpu), QStringLiteral("no error"));
    VERIFY_CONTAINS(refusalOf("gaussian radius=65 variant=matrix-products", bytes, gpu), "does not apply here");
    VERIFY_CONTAINS(refusalOf("dilate shape=disc variant=shared-extremes", bytes, gpu),
                    "Use variant=segments, or auto");
    VERIFY_CONTAINS(refusalOf("rotate-90 angle=180 variant=cache-lines", bytes, gpu), "Use variant=segments, or auto");
    VERIFY_CONTAINS(refusalOf("gaussian variant=matrix-products", grayFloats, devices()[1]), "cannot run on gpu");
    const ParameterValues parameters = defaultValues(filterById("gaussian").parameters);
    const Variant& products = variantById(filterById("gaussian"), "matrix-products");
    for (const WorkgroupChoice& choice :
         workgroupChoices(filterById("gaussian"), products, {grayFloats, parameters, gpu, {}}))
        QVERIFY(!choice.legal && choice.reason == products.applies.rule);
}

void Variants::largeProgramsAreNotForLlvmpipe_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("usual");
    QTest::addColumn<QString>("there");
    QTest::newRow("transpose") << "transpose"
                               << "cache-lines"
                               << "local-blocks";
    QTest::newRow("rotate-90") << "rotate-90"
                               << "cache-lines"
                               << "local-blocks";
    QTest::newRow("median") << "median"
                            << "column-strips"
                            << "shared-columns";
    QTest::newRow("floyd-steinberg") << "floyd-steinberg"
                                     << "pipelined"
                                     << "barrier-wavefront";
}
// Its compiler had not built these after 200 s.
void Variants::largeProgramsAreNotForLlvmpipe() {
    QFETCH(QString, filter);
    QFETCH(QString, usual);
    QFETCH(QString, there);
    const Filter& one = filterById(filter.toStdString());
    DeviceInfo processor = ableDevices()[1];
    const auto automatic = [&] {
        const ImageShape gray{{640, 480}, {SampleType::U8, 1}};
        return QString::fromStdString(automaticVariant(one, {gray, defaultValues(one.parameters), processor, {}}).id);
    };
    QCOMPARE(automatic(), usual);
    processor.platform = "rusticl";
    QCOMPARE(automatic(), there);
    const Stage asked = parseStack((filter + " variant=" + usual).toStdString()).front();
    VERIFY_CONTAINS(messageOf([&] {
                        resolveStage(asked, {{640, 480}, {SampleType::U8, 1}}, processor);
                    }),
                    "llvmpipe does not build");
}

/// Rows of measured choices and results of the user's races, too.
void Variants::passOverForAuto() {
    const DeviceInfo& gpu = ableDevices()[0];
    Filter filter = filterById("gaussian");
    filter.choices = mergedChoices({{.variant = "matrix-products"}, {.variant = "two-pass-local"}}, filter.choices);
    const ParameterValues parameters = defaultValues(filter.parameters);
    const auto automatic = [&](SampleType type) {
        return automaticVariant(filter, {{{640, 480}, {type, 1}}, parameters, gpu, {}}).id;
    };
    QCOMPARE(automatic(SampleType::U8), std::string("matrix-products"));
    QCOMPARE(automatic(SampleType::F32), std::string("two-pass-local"));
    // What the device lacks is passed over in the same order.
    DeviceInfo olderGpu = gpu;
    olderGpu.computeCapability = 0;
    QVERIFY(!missingOn(olderGpu, variantById(filter, "matrix-products")).empty());
    QCOMPARE(automaticVariant(filter, {{{640, 480}, {SampleType::U8, 1}}, parameters, olderGpu, {}}).id,
             std::string("two-pass-local"));

    // Earlier versions stored that name for floats, too, with the programs of two-pass.
    const auto kernels = std::make_shared<const KernelLibrary>(KernelLibrary().read());
    const auto isTuned = [&](const ImageShape& input, const std::string& ran) {
        const Stage stage = parseStack("gaussian").front();
        const PlanRequest request{input, stage.parameters, gpu, {128, 1}};
        const Plan plan = makePlan(filter, variantById(filter, ran), request);
        const TuningResult result{.device = gpu.name,
                                  .computeUnits = gpu.computeUnits,
                                  .driver = gpu.driver,
                                  .filter = "gaussian",
                                  .format = input.format.isInteger() ? "u8" : "f32",
                                  .sizeClass = sizeClassOf(input.size),
                                  .settings = settingsClassOf(stage.parameters),
                                  .variant = "matrix-products",
                                  .workgroup = "128",
                                  .kernels = kernelsHash(programNames(plan), *kernels),
                                  .time = "2026-01-31T12:00:00Z",
                                  .us = 1,
                                  .gain = 2};
        const auto database = std::make_shared<const TuningDatabase>(TuningDatabase{{result}});
        return tunedStage(stage, input, gpu, builtInFilters(), {database, kernels}).has_value();
    };
    QVERIFY(isTuned({{640, 480}, {SampleType::U8, 1}}, "matrix-products"));
    QVERIFY(!isTuned(grayFloats, "two-pass"));
}

LIGHTBENCH_TEST(Variants, NoApplication)
#include "variants.moc"
