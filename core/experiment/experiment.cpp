// Steps through the races one after the other, or through single points if the experiment has no races.
#include "core/experiment/experiment.h"

#include <algorithm>

#include "core/base/same.h"
#include "core/base/text.h"

namespace lightbench {

Experiment::Experiment(std::vector<ExperimentPoint> points, const ExperimentSettings& settings, Engine& engine,
                       Journal& journal)
    : points_(std::move(points)), settings_(settings), measurer_(settings_, engine), journal_(journal) {
    for (const ExperimentPoint& point : points_)
        rows_.push_back(measurer_.unmeasuredRowOf(point));
    writtenRows_ = rows_;
    if (!settings_.race) return;
    next_ = rows_.size();
    for (PointGroup& group : pointGroups(points_))
        runners_.emplace_back(RaceRunner::Context{points_, rows_, measurer_, settings_, journal_},
                              std::move(group.members));
    skipDone();
}

/// Skips races that the journal contains completely.
void Experiment::skipDone() {
    for (; current_ < runners_.size() && runners_[current_].isDone(); ++current_)
        notice(runners_[current_].members());
}

void Experiment::notice(const std::vector<std::size_t>& members) {
    finished_.insert(finished_.end(), members.begin(), members.end());
}

void Experiment::step() {
    if (isDone()) return;
    try {
        measureNext();
    } catch (...) {
        writeRows();
        throw;
    }
    if (isDone() || measurer_.isStopped() || journal_.isWriteDue()) writeRows();
}

void Experiment::measureNext() {
    if (runners_.empty()) return stepUnraced();
    runners_[current_].step();
    skipDone();
}

void Experiment::stepUnraced() {
    PointRow& row = rows_.at(next_);
    if (const std::optional<PointRow> known = journal_.known(row)) {
        row = *known;
        row.fromJournal = true;
    } else {
        row = measurer_.measuredRow(points_[next_], row);
    }
    notice({next_++});
}

void Experiment::writeRows() {
    std::vector<PointRow> changed;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].isSettled() && !rows_[i].fromJournal && !isSame(rows_[i], writtenRows_[i]))
            changed.push_back(rows_[i]);
    writtenRows_ = rows_;
    journal_.add(changed);
}

std::vector<std::size_t> Experiment::newlyFinished() { return std::exchange(finished_, {}); }

std::string Experiment::activity() const {
    if (isDone()) return "done";
    if (runners_.empty()) return rows_[next_].stack + "  " + rows_[next_].size;
    const RaceRunner& runner = runners_[current_];
    const PointRow& first = rows_[runner.members().front()];
    return (runners_.size() > 1 ? first.stack + "  " + first.size + ": " : "") + runner.activity();
}

double Experiment::fraction() const {
    if (isDone()) return 1;
    if (runners_.empty()) return double(next_) / double(rows_.size());
    return (double(current_) + runners_[current_].fraction()) / double(runners_.size());
}

std::string Experiment::otherRowsText() const {
    std::size_t count = 0;
    std::vector<std::string> names;
    for (const PointRow& row : rows_)
        for (const std::vector<std::string>& differences : journal_.others(row)) {
            ++count;
            for (const std::string& name : differences)
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    if (count == 0) return {};
    return std::to_string(count) + (count == 1 ? " row of these points was" : " rows of these points were") +
           " measured differently (" + joinWords(names, "and") + ")";
}

} // namespace lightbench
