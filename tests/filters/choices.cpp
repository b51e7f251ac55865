// The tables of measured choices: every row of every filter names what there is and decides something somewhere; the
// first row that says something wins; rows that are laid over a filter decide its variant, workgroup and cut.
#include <algorithm>

#include <QTest>

#include "core/framework/tuning_parameters.h"
#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/filters/filter_rows.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

DeviceInfo madeUp(const std::string& name, DeviceType type) {
    DeviceInfo device;
    device.name = name;
    device.type = type;
    device.computeUnits = 100;
    device.maxWorkgroup = 1024;
    device.maxWorkItems = {1024, 1024, 64};
    device.localMemory = 64 << 10;
    device.globalMemory = device.maxAllocation = std::uint64_t(8) << 30;
    return device;
}

DeviceInfo capable() {
    DeviceInfo device = madeUp("capable", DeviceType::Gpu);
    device.computeCapability = 90;
    return device;
}

const std::vector<DeviceInfo>& choosingDevices() {
    static const std::vector<DeviceInfo> all{madeUp("cpu", DeviceType::Cpu), madeUp("gpu", DeviceType::Gpu),
                                             madeUp("other", DeviceType::Accelerator), capable()};
    return all;
}

const ParameterValues none;

/// A palette, where the parameter takes one.
ParameterValue somePalette(const Parameter& parameter) {
    if (parameter.resource->name != "palette") return ResourceFile{};
    return ResourceFile{"made up", "palette", parameter.resource->parse("#000000\n#ffffff\n", "made up")};
}

/// The defaults, then one parameter changed at a time: every legal value of integers below 40, every 20th up to 160;
/// reals of about the default's size.
std::vector<ParameterValues> settings(const Filter& filter) {
    std::vector<ParameterValues> all{defaultValues(filter.parameters)};
    const auto add = [&](const Parameter& parameter, const ParameterValue& value) {
        all.push_back(all.front());
        all.back().set(parameter.name, value);
    };
    for (const Parameter& parameter : filter.parameters) {
        for (const Choice& choice : parameter.choices)
            add(parameter, choice.name);
        if (parameter.resource) add(parameter, somePalette(parameter));
        if (parameter.kind == ParameterKind::Real)
            for (double factor : {0.5, 1.5, 2.0, 3.0})
                add(parameter,
                    std::clamp(factor * std::get<double>(parameter.initial), parameter.minimum, parameter.maximum));
        if (parameter.kind != ParameterKind::Integer) continue;
        const int maximum = std::min(160, int(parameter.maximum));
        for (int n = int(parameter.minimum); n <= maximum; n += int(parameter.step) * (n < 40 ? 1 : 20))
            add(parameter, n);
    }
    return all;
}

/// Calls f with many requests of a filter; stops where it returns true, and returns whether it did.
template <class F> bool anyRequest(const Filter& filter, F f) {
    for (const ParameterValues& parameters : settings(filter))
        for (const DeviceInfo& device : choosingDevices())
            for (SampleType type : filter.accepts)
                for (int channels : {1, 4})
                    for (Size size : {Size{64, 48}, Size{4096, 2048}})
                        if (f(PlanRequest{{size, {type, channels}}, parameters, device, {}})) return true;
    return false;
}

bool same(const ChosenParts& a, const ChosenParts& b) {
    return a.variant == b.variant && a.workgroup == b.workgroup && a.tuning == b.tuning;
}

/// The variant for `auto`: that of the first row whose variant applies.
std::string firstApplying(const Filter& filter, const ChoiceTable& table, const PlanRequest& request) {
    for (const std::string& id : chosenVariants(table, request))
        if (const AppliesRule& rule = variantById(filter, id).applies; !rule.holds || rule.holds(request)) return id;
    return {};
}

/// Whether a table comes to the same with and without a row, for `auto` and for every variant.
bool isTheSameWithout(const Filter& filter, std::size_t row, const PlanRequest& request) {
    ChoiceTable without = filter.choices;
    without.rows.erase(without.rows.begin() + std::ptrdiff_t(row));
    if (firstApplying(filter, filter.choices, request) != firstApplying(filter, without, request)) return false;
    return std::ranges::all_of(filter.variants, [&](const Variant& variant) {
        return same(chosen(filter.choices, request, variant.id), chosen(without, request, variant.id));
    });
}

/// The tuning parameters of no filter.
struct SomeTuning {
    int blockRows = 0;
    bool unrolled = false;
    int most = 0;
};
constexpr auto fields(const SomeTuning*) {
    using T = SomeTuning;
    return FieldList{Field{"block-rows", &T::blockRows}, Field{"unrolled", &T::unrolled},
                     Field{"most", &T::most, NotInReport}};
}

const DeviceInfo& gpu() { return choosingDevices()[1]; }
PlanRequest request(const DeviceInfo& device = gpu()) { return {{{64, 48}, {SampleType::U8, 1}}, none, device, {}}; }

} // namespace

class Choices : public QObject {
    Q_OBJECT
private slots:
    void rowsNameWhatThereIs_data() { filterRows(); }
    void rowsNameWhatThereIs();
    void everyRowDecidesSomething_data() { filterRows(); }
    void everyRowDecidesSomething();
    void declaredTuningIsDecided_data() { filterRows(); }
    void declaredTuningIsDecided();
    void tuningParametersAreTyped();
    void plansGetDeclaredTuningAlone();
    void theFirstRowThatSaysItDecides();
    void rowsHoldWhereTheySay();
    void rowsAreLaidOver();
    void workgroupsFollowTheTableThenTheRule();
};

void Choices::rowsNameWhatThereIs() {
    const Filter& filter = fetchedFilter();
    for (const MeasuredChoice& row : filter.choices.rows) {
        QVERIFY(row.variant.empty() || std::ranges::count(filter.variants, row.variant, &Variant::id) == 1);
        QVERIFY2(!row.variant.empty() || row.workgroup || !row.tuning.empty(), "a row that says nothing");
        QVERIFY(!row.measured.empty());
        for (const auto& [name, value] : row.tuning) {
            const bool declared = std::ranges::any_of(filter.variants, [&](const Variant& variant) {
                return (row.variant.empty() || row.variant == variant.id) &&
                       std::ranges::count(variant.tuning, name) == 1;
            });
            QVERIFY2(declared, name.c_str());
        }
        for (const QuantityRange& range : row.where) {
            const bool known = std::ranges::count(filter.choices.quantities, range.name, &Quantity::name) == 1;
            QVERIFY2(known || findParameter(filter, range.name), range.name.c_str());
            QVERIFY2(range.minimum <= range.maximum, range.name.c_str());
        }
    }
}

void Choices::everyRowDecidesSomething() {
    const Filter& filter = fetchedFilter();
    for (std::size_t row = 0; row < filter.choices.rows.size(); ++row)
        QVERIFY2(anyRequest(filter, [&](const PlanRequest& one) { return !isTheSameWithout(filter, row, one); }),
                 qPrintable(QStringLiteral("row %1 decides nothing").arg(row)));
}

/// Whatever the device, the format and the parameters, each tuning parameter of a variant has a value.
void Choices::declaredTuningIsDecided() {
    const Filter& filter = fetchedFilter();
    for (const Variant& variant : filter.variants) {
        if (variant.tuning.empty()) continue;
        std::string missing;
        anyRequest(filter, [&](const PlanRequest& one) {
            const TuningParameters tuning = chosen(filter.choices, one, variant.id).tuning;
            for (const std::string& name : variant.tuning)
                if (!tuning.contains(name)) missing = variant.id + " " + name + " " + one.input.name();
            return !missing.empty();
        });
        QVERIFY2(missing.empty(), missing.c_str());
    }
}

void Choices::tuningParametersAreTyped() {
    PlanRequest one = request();
    one.tuning = {{"block-rows", 3}, {"unrolled", 1}, {"most", 7}};
    const auto tuning = tuningOf<SomeTuning>(one);
    QVERIFY(tuning.blockRows == 3 && tuning.unrolled && tuning.most == 7);
    KernelPass pass;
    addTuning(pass, tuning);
    const std::vector<std::pair<std::string, std::string>> defines{{"BLOCK_ROWS", "3"}, {"UNROLLED", "1"}};
    QCOMPARE(pass.defines, defines);
    QCOMPARE(tuningNames<SomeTuning>(), (std::vector<std::string>{"block-rows", "unrolled", "most"}));
    one.tuning.erase("most");
    QVERIFY_THROWS_EXCEPTION(std::logic_error, tuningOf<SomeTuning>(one));
}

/// A plan cannot read what its variant does not declare.
void Choices::plansGetDeclaredTuningAlone() {
    Filter filter = filterById("grayscale");
    filter.choices = mergedChoices({{.tuning = {{"block-rows", 3}, {"unrolled", 0}, {"most", 7}}}}, filter.choices);
    Variant variant = filter.variants.front();
    variant.tuning = {"most", "unrolled"};
    TuningParameters seen;
    variant.plan = [&, plan = variant.plan](const PlanRequest& one) {
        seen = one.tuning;
        return plan(one);
    };
    PlanRequest one = request();
    one.workgroup = {8, 8};
    makePlan(filter, variant, one);
    QVERIFY((seen == TuningParameters{{"most", 7}, {"unrolled", 0}}));
}

void Choices::theFirstRowThatSaysItDecides() {
    const ChoiceTable table{{
        {.tuning = {{"rows", 1}}},
        {.variant = "a", .tuning = {{"rows", 2}, {"columns", 3}}},
        {.variant = "b", .workgroup = Workgroup{8, 8}},
        {.workgroup = Workgroup{4, 4}, .tuning = {{"columns", 4}}},
    }};
    const ChosenParts automatic = chosen(table, request());
    QCOMPARE(automatic.variant, std::string("a"));
    QVERIFY((automatic.workgroup == Workgroup{4, 4}));
    QVERIFY((automatic.tuning == TuningParameters{{"rows", 1}, {"columns", 3}}));
    const ChosenParts other = chosen(table, request(), "b");
    QCOMPARE(other.variant, std::string("b"));
    QVERIFY((other.workgroup == Workgroup{8, 8}));
    QVERIFY((other.tuning == TuningParameters{{"rows", 1}, {"columns", 4}}));
    const ChosenParts nothing = chosen({}, request());
    QVERIFY(nothing.variant.empty() && !nothing.workgroup && nothing.tuning.empty());
}

/// One row with every condition, and requests that each miss one of them.
void Choices::rowsHoldWhereTheySay() {
    const ChoiceTable table{{{.devices = {DeviceClass::Gpu},
                              .device = "gpu",
                              .types = {SampleType::U8},
                              .channels = 1,
                              .minPixels = 64 * 48,
                              .maxPixels = 64 * 48,
                              .where = {{"k", 5, 5}, {"half", 32, 32}},
                              .variant = "a"}},
                            {{"half", [](const PlanRequest& one) { return one.input.size.width / 2.0; }}}};
    ParameterValues five, seven;
    five.set("k", 5);
    seven.set("k", 7);
    const auto holds = [&](Size size, Format format, const ParameterValues& values, const DeviceInfo& device) {
        return chosen(table, {{size, format}, values, device, {}}).variant == "a";
    };
    const Format gray{SampleType::U8, 1};
    QVERIFY(holds({64, 48}, gray, five, gpu()));
    QVERIFY(!holds({64, 48}, gray, seven, gpu()));
    QVERIFY(!holds({64, 47}, gray, five, gpu()));
    QVERIFY(!holds({64, 49}, gray, five, gpu()));
    QVERIFY(!holds({48, 64}, gray, five, gpu()));
    QVERIFY(!holds({64, 48}, {SampleType::U8, 4}, five, gpu()));
    QVERIFY(!holds({64, 48}, {SampleType::F32, 1}, five, gpu()));
    QVERIFY(!holds({64, 48}, gray, five, choosingDevices()[0]));
    QVERIFY(!holds({64, 48}, gray, five, madeUp("another", DeviceType::Gpu)));
}

/// What a user found on one device decides there, down to the plan, and nowhere else; what it leaves out stays.
void Choices::rowsAreLaidOver() {
    Filter filter = filterById("histogram");
    filter.choices = mergedChoices({{.device = "gpu",
                                     .variant = "local",
                                     .workgroup = Workgroup{128, 1},
                                     .tuning = {{"groups", 7}},
                                     .measured = "gpu, today"}},
                                   filter.choices);
    const ParameterValues parameters = defaultValues(filter.parameters);
    PlanRequest on{{{4096, 2048}, {SampleType::U8, 1}}, parameters, gpu(), {}};
    const Variant& variant = automaticVariant(filter, on);
    QCOMPARE(variant.id, std::string("local"));
    on.workgroup = automaticWorkgroup(filter, variant, on);
    QVERIFY((on.workgroup == Workgroup{128, 1}));
    const auto first = [&](const PlanRequest& one) {
        return std::get<KernelPass>(makePlan(filter, variant, one).passes.front());
    };
    QCOMPARE(first(on).global[0], std::size_t(7 * 100 * 128));
    const PlanRequest elsewhere{on.input, parameters, choosingDevices()[2], on.workgroup};
    QCOMPARE(automaticVariant(filter, elsewhere).id, std::string("local-banked"));
    QCOMPARE(first(elsewhere).global[0], std::size_t(2 * 100 * 128));
    QVERIFY(first(on).defines == first(elsewhere).defines);
}

void Choices::workgroupsFollowTheTableThenTheRule() {
    Filter filter = filterById("grayscale");
    const Variant& direct = filter.variants.front();
    const auto automatic = [&](const Variant& variant, const DeviceInfo& device) {
        return automaticWorkgroup(filter, variant, request(device));
    };
    QVERIFY((automatic(direct, gpu()) == Workgroup{16, 16}));
    QVERIFY((automatic(direct, choosingDevices()[0]) == Workgroup{64, 1}));
    filter.variants.front().automatic = [](const PlanRequest&) { return Workgroup{2, 2}; };
    QVERIFY((automatic(direct, gpu()) == Workgroup{2, 2}));
    filter.choices = {{{.workgroup = Workgroup{8, 4}}}};
    QVERIFY((automatic(direct, gpu()) == Workgroup{8, 4}));
    QVERIFY2((automatic(variantById(filter, "cpu"), gpu()) == Workgroup{1, 1}),
             "rows are not about the host's variant");
    filter.choices = {{{.workgroup = Workgroup{64, 64}}}};
    QVERIFY2((automatic(direct, gpu()) == Workgroup{32, 32}), "as large as the device allows");
}

LIGHTBENCH_TEST(Choices, NoApplication)
#include "choices.moc"
