// Runs one race after the other and divides the remaining time among them: first the variants of a task, then the
// workgroups of the best variants.
#include "core/tuning/tuner.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
/// The variants whose workgroups race. Racing all pairs would take ten times as long.
constexpr std::size_t maxVariants = 3;
/// A run longer than this share of its race's time is skipped, because the race would have too few rounds.
constexpr double maxShareOfRace = 0.02;

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
            for (const Stage& stage : stack) {
                if (!stage.enabled) continue;
                put({automaticStage(stage), shape.size, shape.format, filters});
                shape = outputShape(stage, shape, filters);
            }
        }
    return tasks;
}

namespace {
/// `auto`, and every variant that runs on the device with its automatic workgroup. Left out, as from `auto`, are
/// variants that may never end, and the host variant.
std::vector<ExperimentPoint> variantPoints(const TuneTask& task, const DeviceInfo& device) {
    std::vector<ExperimentPoint> points{pointOf(task, device, "auto", std::nullopt)};
    for (const Variant& variant : task.filters.byId(task.stage.filter).variants)
        if (mayWin(variant, task, device)) points.push_back(pointOf(task, device, variant.id, std::nullopt));
    return points;
}

/// `auto`, and the legal workgroups of the variants that won or tied in the race of `variants`, at most the three
/// fastest. Empty if none won.
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
} // namespace

Tuner::Tuner(std::vector<TuneTask> tasks, const DeviceInfo& device, const ExperimentSettings& settings, Engine& engine,
             Journal& journal, double seconds)
    : tasks_(std::move(tasks)), device_(device), settings_(settings), engine_(engine), journal_(journal),
      seconds_(seconds) {}

double Tuner::secondsLeft() const { return std::max(0.0, seconds_ - (begun_ ? settings_.seconds() - *begun_ : 0)); }

/// The time share of the next task: the filter's share divided by its remaining tasks.
double Tuner::shareOfTask() const {
    std::vector<std::string> filters;
    double sameFilter = 0;
    for (std::size_t i = next_; i < tasks_.size(); ++i) {
        const std::string& filter = tasks_[i].stage.filter;
        if (std::ranges::find(filters, filter) == filters.end()) filters.push_back(filter);
        if (filter == tasks_[next_].stage.filter) ++sameFilter;
    }
    return secondsLeft() / double(filters.size()) / sameFilter;
}

void Tuner::step() {
    if (!begun_) begun_ = settings_.seconds();
    if (!race_) return begin();
    if (!race_->isDone()) race_->step();
    if (race_->isDone()) raceEnded();
}

void Tuner::begin() {
    result_ = {tasks_[next_], {}, {}};
    if (secondsLeft() <= 0) return endTask();
    const double share = shareOfTask();
    taskEnds_ = secondsLeft() - share;
    racesWorkgroups_ = false;
    race(variantPoints(result_.task, device_), share / 2);
}

void Tuner::race(std::vector<ExperimentPoint> points, double seconds) {
    settings_.raceMs = std::max(1.0, seconds * 1000); // 0 would mean no limit
    settings_.maxRunMs = settings_.raceMs * maxShareOfRace;
    race_ = std::make_unique<Experiment>(std::move(points), settings_, engine_, journal_);
}

void Tuner::raceEnded() {
    (racesWorkgroups_ ? result_.workgroups : result_.variants) = race_->rows();
    race_.reset();
    if (racesWorkgroups_) return endTask();
    std::vector<ExperimentPoint> points = workgroupPoints(result_.task, device_, result_.variants);
    if (points.empty()) return endTask();
    racesWorkgroups_ = true;
    race(std::move(points), std::max(0.0, secondsLeft() - taskEnds_));
}

void Tuner::endTask() {
    finished_.push_back(std::move(result_));
    ++next_;
}

std::string Tuner::activity() const {
    if (!race_) return "done";
    return result_.task.name() + (racesWorkgroups_ ? ", workgroups: " : ", variants: ") + race_->activity();
}

double Tuner::fraction() const {
    if (tasks_.empty()) return 1;
    const double inTask = !race_ ? 0 : (racesWorkgroups_ ? 0.5 : 0) + 0.5 * race_->fraction();
    return (double(next_) + inTask) / double(tasks_.size());
}

} // namespace lightbench
