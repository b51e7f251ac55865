// Runs one race after the other and divides the remaining time among them.
#include "core/tuning/tuner.h"

#include <algorithm>

namespace lightbench {

namespace {
/// A run longer than this share of its race's time is skipped, because the race would have too few rounds.
constexpr double maxShareOfRace = 0.02;
} // namespace

Tuner::Tuner(std::vector<TuneTask> tasks, const DeviceInfo& device, const ExperimentSettings& settings, Engine& engine,
             const Journal& journal, double seconds)
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
    std::ranges::move(race_->changedRows(), std::back_inserter(changed_));
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
    settings_.maxMs = settings_.raceMs * maxShareOfRace;
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

std::vector<PointRow> Tuner::changedRows() { return std::exchange(changed_, {}); }

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
