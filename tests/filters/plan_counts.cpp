// Counts how often a stage is planned while it is resolved. Plans take most of that time, and the lab resolves while a
// slider moves.
#include <algorithm>
#include <utility>
#include <vector>

#include <QTest>

#include "core/run/resolve.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/filters/filter_rows.h"
#include "tests/filters/plan_checks.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

/// A built-in filter that notes each variant and workgroup that it plans.
class CountedFilter {
public:
    explicit CountedFilter(const Filter& filter) {
        Filter counted = filter;
        for (Variant& variant : counted.variants)
            variant.plan = [this, id = variant.id, plan = variant.plan](const PlanRequest& request) {
                planned_.emplace_back(id, workgroupText(request.workgroup));
                return plan(request);
            };
        catalog = builtInFilters().with({std::move(counted)});
    }
    CountedFilter(const CountedFilter&) = delete;
    CountedFilter& operator=(const CountedFilter&) = delete;

    using Candidates = std::vector<std::pair<std::string, std::string>>;
    /// What was planned since the last call.
    Candidates take() { return std::exchange(planned_, {}); }
    FilterCatalog catalog;

private:
    Candidates planned_;
};

bool hasTwice(CountedFilter::Candidates candidates) {
    std::ranges::sort(candidates);
    return std::ranges::adjacent_find(candidates) != candidates.end();
}

} // namespace

class PlanCounts : public QObject {
    Q_OBJECT
private slots:
    void usualStagesArePlannedOnce();
    void candidatesArePlannedOnce_data() { filterRows(); }
    void candidatesArePlannedOnce();
    void fallbacksArePlannedOnce();
    void impossibleStagesTryEachSizeOnce();
};

void PlanCounts::usualStagesArePlannedOnce() {
    CountedFilter counted(filterById("gaussian"));
    const ImageShape input{{640, 480}, {SampleType::U8, 4}};
    Stage stage = makeStage("gaussian", counted.catalog);
    for (const char* variant : {"auto", "two-pass"})
        for (const std::optional<Workgroup> workgroup : {std::optional<Workgroup>(), {{64, 4}}}) {
            stage.variant = variant;
            stage.workgroup = workgroup;
            for (const DeviceInfo& device : {devices()[1], devices()[2]}) {
                const ResolvedStage resolved = resolveStage(stage, input, device, counted.catalog);
                const CountedFilter::Candidates planned = counted.take();
                QCOMPARE(planned.size(), std::size_t(1));
                QCOMPARE(planned[0].first, resolved.variant->id);
                QCOMPARE(planned[0].second, workgroupText(resolved.workgroup));
            }
        }
}

// If the first candidate is legal, it is the only one; if not, no candidate is planned twice.
void PlanCounts::candidatesArePlannedOnce() {
    const Filter& filter = fetchedFilter();
    CountedFilter counted(filter);
    const Stage stage = makeStage(filter.id, counted.catalog);
    for (const DeviceInfo& device : devices())
        for (int channels : {1, 4}) {
            const ImageShape input{{640, 480}, {filter.accepts.front(), channels}};
            if (filter.check && errorOf([&] { filter.check(input, stage.parameters); })) continue;
            const ResolvedStage resolved = resolveStage(stage, input, device, counted.catalog);
            const CountedFilter::Candidates planned = counted.take();
            const std::pair taken(resolved.variant->id, workgroupText(resolved.workgroup));
            QVERIFY(!planned.empty() && !hasTwice(planned));
            QCOMPARE(planned.front() == taken, planned.size() == 1);
            // A form shows the same variant and workgroup, and judges each size once. The driver's choice is planned as
            // 1x1, which may be offered, too.
            const StageChoices choices = stageChoices(stage, input, device, counted.catalog);
            CountedFilter::Candidates judged = counted.take();
            std::erase_if(judged, [](const auto& one) { return one.second == workgroupText({1, 1}); });
            QVERIFY(!hasTwice(judged));
            QVERIFY(choices.variant == resolved.variant && choices.automatic == resolved.variant);
            QCOMPARE(workgroupText(choices.workgroup.workgroup), workgroupText(resolved.workgroup));
            QCOMPARE(choices.offered.size(), resolved.variant->workgroups.offered.size());
        }
}

void PlanCounts::fallbacksArePlannedOnce() {
    CountedFilter counted(filterById("convolution"));
    const ImageShape input{{640, 480}, {SampleType::U8, 4}};
    const Stage stage = makeStage("convolution", counted.catalog);
    int fallbacks = 0;
    for (const Variant& variant : counted.catalog.byId("convolution").variants) {
        const ResolvedStage resolved{&counted.catalog.byId("convolution"), &variant, {}, {}};
        if (!fallbackOf(resolved, stage, input, devices()[1])) continue;
        QCOMPARE(counted.take().size(), std::size_t(1));
        ++fallbacks;
    }
    QVERIFY(fallbacks > 0);
}

// Halving meets sizes that the variant offers too.
void PlanCounts::impossibleStagesTryEachSizeOnce() {
    Filter greedy = filterById("invert");
    for (Variant& variant : greedy.variants) {
        variant.workgroups = areaWorkgroups(); // without the driver's choice, which is planned as 1x1
        variant.plan = [plan = variant.plan](const PlanRequest& request) {
            Plan needy = plan(request);
            lastKernel(needy).localBytes = 1 << 20;
            return needy;
        };
    }
    CountedFilter counted(greedy);
    const Stage stage = makeStage("invert", counted.catalog);
    const auto error = errorOf([&] {
        resolveStage(stage, {{640, 480}, {SampleType::U8, 1}}, devices()[1], counted.catalog);
    });
    QVERIFY(error && error->field == "workgroup");
    VERIFY_CONTAINS(QString(error->what()), "of local memory");
    const CountedFilter::Candidates planned = counted.take();
    QVERIFY(planned.size() > 1 && !hasTwice(planned));
}

LIGHTBENCH_TEST(PlanCounts, NoApplication)
#include "plan_counts.moc"
