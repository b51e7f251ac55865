// An experiment: measures a list of points, as races or one by one, and reuses what the journal already has. The
// Experiment tab, the bench and the tuner drive it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "core/experiment/journal.h"
#include "core/experiment/point_measurer.h"
#include "core/experiment/race_runner.h"

namespace lightbench {

/// The caller runs it step by step and may stop between any two steps. Use it from one thread.
class Experiment {
public:
    /// `journal` must outlive it. Throws Error(Device) if a point names a missing device.
    Experiment(std::vector<ExperimentPoint> points, const ExperimentSettings& settings, Engine& engine,
               Journal& journal);
    Experiment(const Experiment&) = delete;
    Experiment& operator=(const Experiment&) = delete;

    const std::vector<ExperimentPoint>& points() const { return points_; }
    /// One row per point, from the start. A row not measured yet only names its point; a racing one has what is known
    /// so far.
    const std::vector<PointRow>& rows() const { return rows_; }
    bool isDone() const { return current_ == runners_.size() && next_ == rows_.size(); }
    /// Measures one point, or one timing of one. If a point cannot be measured, its row has the reason. Throws
    /// Error(Cancelled), after which it may be called again, and Error(Input) if the journal cannot be written. A
    /// changed row rewrites the whole file, and races change many rows a second. So a step writes them at most once a
    /// second, and when the experiment has ended or was stopped.
    void step();
    /// Writes into the journal what it lacks: rows that were measured now and changed since the last call.
    void writeRows();
    /// The points whose rows became final since the last call, in order; those of a race come together.
    std::vector<std::size_t> newlyFinished();
    /// For people: the current activity, such as "gaussian sigma=2 ...: racing round 12, 5 of 30 in the race".
    std::string activity() const;
    double fraction() const; ///< 0..1
    /// The races in order; empty if points are measured one by one.
    const std::vector<RaceRunner>& runners() const { return runners_; }

    PointMeasurer& measurer() { return measurer_; }
    /// For people: rows of these points that the journal has but that cannot be reused, such as "2 rows of these points
    /// were measured otherwise (kernels, repeats)". Empty if there are none.
    std::string otherRowsText() const;

private:
    void measureNext();
    void stepUnraced();
    void notice(const std::vector<std::size_t>& members);
    void skipDone();

    std::vector<ExperimentPoint> points_;
    ExperimentSettings settings_;
    PointMeasurer measurer_;
    Journal& journal_;
    std::vector<PointRow> rows_, writtenRows_; ///< writtenRows_: as of the last writeRows
    std::vector<RaceRunner> runners_;
    std::size_t current_ = 0; ///< race runner
    std::size_t next_ = 0;    ///< the next point, if there are no race runners
    std::vector<std::size_t> finished_;
};

} // namespace lightbench
