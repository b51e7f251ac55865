// Races the variants first, then the workgroups of the best variants. Racing all pairs would take ten times as long.
#include "core/tuning/tune_tasks.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
constexpr std::size_t maxVariants = 3;

bool takes(const Stage& stage, const ImageShape& input, const FilterCatalog& filters) {
    try {
        outputShape(stage, input, filters);
        return true;
    } catch (const Error&) {
        return false;
    }
}

ExperimentPoint pointOf(const TuneTask& task, const DeviceInfo& device, const std::string& variant,
                        std::optional<Workgroup> workgroup) {
    ExperimentPoint point{{task.stage}, device.index, task.size, task.format, task.filters};
    point.stack.front().variant = variant;
    point.stack.front().workgroup = workgroup;
    point.values = {variant, workgroup ? workgroupText(*workgroup) : "auto"};
    point.axes = "variant=" + point.values[0] + " workgroup=" + point.values[1];
    return point;
}

bool mayWin(const Variant& variant, const TuneTask& task, const DeviceInfo& device) {
    const PlanRequest request{{task.size, task.format}, task.stage.parameters, device, {}};
    return mayBeAutomatic(variant) && whyNotApplicable(variant, request).empty();
}

/// The winner and the variants that tie with it.
std::vector<std::string> bestVariants(const std::vector<PointRow>& rows) {
    std::vector<const PointRow*> best;
    for (const PointRow& row : rows)
        if (row.status == PointStatus::Winner || row.status == PointStatus::Tie) best.push_back(&row);
    std::ranges::stable_sort(best, [](const PointRow* a, const PointRow* b) {
        return std::pair(a->status != PointStatus::Winner, a->spanUs.median) <
               std::pair(b->status != PointStatus::Winner, b->spanUs.median);
    });
    std::vector<std::string> ids;
    for (const PointRow* row : best)
        if (ids.size() < maxVariants && std::ranges::find(ids, row->variant) == ids.end()) ids.push_back(row->variant);
    return ids;
}
} // namespace

std::string TuneTask::name() const {
    return stageText(stage, filters) + ", " + sizeText(size) + " " + formatText(format);
}

std::vector<TuneTask> filterTasks(const std::vector<const Filter*>& chosen, const FilterCatalog& filters,
                                  const std::vector<Size>& sizes, const std::vector<Format>& formats) {
    std::vector<TuneTask> tasks;
    for (const Filter* filter : chosen)
        for (const Size& size : sizes)
            for (const Format& format : formats)
                if (const Stage stage = makeStage(filter->id, filters); takes(stage, {size, format}, filters))
                    tasks.push_back({stage, size, format, filters});
    return tasks;
}

std::vector<TuneTask> stackTasks(const Stack& stack, const FilterCatalog& filters, const std::vector<Size>& sizes,
                                 const std::vector<Format>& formats) {
    std::vector<TuneTask> tasks;
    const auto put = [&](const TuneTask& task) {
        if (std::ranges::find(tasks, task.name(), &TuneTask::name) == tasks.end()) tasks.push_back(task);
    };
    for (const Size& size : sizes)
        for (const Format& format : formats) {
            ImageShape shape{size, format};
            for (Stage stage : stack) {
                if (!stage.enabled) continue;
                stage.variant = "auto";
                stage.workgroup.reset();
                put({stage, shape.size, shape.format, filters});
                shape = outputShape(stage, shape, filters);
            }
        }
    return tasks;
}

std::vector<ExperimentPoint> variantPoints(const TuneTask& task, const DeviceInfo& device) {
    std::vector<ExperimentPoint> points{pointOf(task, device, "auto", std::nullopt)};
    for (const Variant& variant : task.filters.byId(task.stage.filter).variants)
        if (mayWin(variant, task, device)) points.push_back(pointOf(task, device, variant.id, std::nullopt));
    return points;
}

std::vector<ExperimentPoint> workgroupPoints(const TuneTask& task, const DeviceInfo& device,
                                             const std::vector<PointRow>& variants) {
    const Filter& filter = task.filters.byId(task.stage.filter);
    std::vector<ExperimentPoint> points;
    for (const std::string& id : bestVariants(variants)) {
        const auto variant = std::ranges::find(filter.variants, id, &Variant::id);
        if (variant == filter.variants.end()) continue;
        const PlanRequest request{{task.size, task.format}, task.stage.parameters, device, {}};
        points.push_back(pointOf(task, device, id, std::nullopt));
        for (const WorkgroupChoice& choice : workgroupChoices(filter, *variant, request))
            if (choice.legal) points.push_back(pointOf(task, device, id, choice.workgroup));
    }
    if (!points.empty()) points.insert(points.begin(), pointOf(task, device, "auto", std::nullopt));
    return points;
}

} // namespace lightbench
