// An experiment: points that are measured in their order, those excepted that a journal knows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/experiment/journal.h"
#include "core/experiment/point_measurer.h"

namespace lightbench {

/// Whoever runs it asks for one point after the other, and may stop between any two.
class Experiment {
public:
    /// Throws Error(Device) if a point names a device that there is not.
    Experiment(std::vector<ExperimentPoint> points, const ExperimentSettings& settings, Engine& engine,
               const Journal& journal);
    const std::vector<ExperimentPoint>& points() const { return points_; }
    /// One for each point from the beginning: those that were not measured yet name their points only.
    const std::vector<PointRow>& rows() const { return rows_; }
    /// How many points have been measured or kept; also the index of the next one.
    std::size_t done() const { return done_; }
    bool isDone() const { return done_ == points_.size(); }
    /// Gives the next point's row: the journal's if that knows it, else as the engine measures it now. What cannot be
    /// measured has its reason there. Throws Error(Cancelled), and then may be called again.
    const PointRow& measureNext();

    PointMeasurer& measurer() { return measurer_; }
    /// Of the journal's rows for these points those that something else measured, which stand aside: how many they
    /// are, and what differs, as "2 rows of these points were measured otherwise (kernels, repeats)"; empty for none.
    std::string strangersText() const;

private:
    std::vector<ExperimentPoint> points_;
    PointMeasurer measurer_;
    const Journal& journal_;
    std::vector<PointRow> rows_;
    std::size_t done_ = 0;
};

} // namespace lightbench
