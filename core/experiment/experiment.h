// An experiment: points that race, or are measured in their order; those excepted that a journal knows.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "core/experiment/contest.h"
#include "core/experiment/journal.h"
#include "core/experiment/point_measurer.h"

namespace lightbench {

/// Whoever runs it takes one step after the other, and may stop between any two.
class Experiment {
public:
    /// `journal` outlives it. Throws Error(Device) if a point names a device that there is not.
    Experiment(std::vector<ExperimentPoint> points, const ExperimentSettings& settings, Engine& engine,
               const Journal& journal);
    Experiment(const Experiment&) = delete;
    Experiment& operator=(const Experiment&) = delete;

    const std::vector<ExperimentPoint>& points() const { return points_; }
    /// One for each point from the beginning: those that were not measured yet name their points only, those that race
    /// have what is known so far.
    const std::vector<PointRow>& rows() const { return rows_; }
    bool isDone() const { return current_ == contests_.size() && next_ == rows_.size(); }
    /// Measures one thing: a point, or a sample of one. What cannot be measured has its reason in its row. Throws
    /// Error(Cancelled), and then may be called again.
    void step();
    /// The points whose rows have changed since this was asked last; those of which nothing is known yet are left out.
    std::vector<std::size_t> takeChanged();
    /// The points whose rows became final since this was asked last, in their order: a race's all at once.
    std::vector<std::size_t> takeFinished();
    /// For people: what is done now, such as "gaussian sigma=2 ...: racing round 12, 5 of 30 in the race".
    std::string activity() const;
    double fraction() const; ///< 0..1
    /// The races, in their order; none where points are measured by themselves.
    const std::vector<Contest>& contests() const { return contests_; }

    PointMeasurer& measurer() { return measurer_; }
    /// Of the journal's rows for these points those that something else measured, which stand aside: how many they
    /// are, and what differs, as "2 rows of these points were measured otherwise (kernels, repeats)"; empty for none.
    std::string strangersText() const;

private:
    void stepAlone();
    void notice(const std::vector<std::size_t>& members);
    void skipDone();

    std::vector<ExperimentPoint> points_;
    ExperimentSettings settings_;
    PointMeasurer measurer_;
    const Journal& journal_;
    std::vector<PointRow> rows_, known_; ///< known: as takeChanged saw them
    std::vector<Contest> contests_;
    std::size_t current_ = 0; ///< contest
    std::size_t next_ = 0;    ///< point, where there are no contests
    std::vector<std::size_t> finished_;
};

} // namespace lightbench
