// Measures tasks of tuning on one device within a time: whoever runs it takes one step after the other, and may stop
// between any two.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/tuning/tune_tasks.h"

namespace lightbench {

/// What came of one task.
struct TuneResult {
    TuneTask task;
    std::vector<PointRow> variants, workgroups; ///< of both races; empty where there was no time for them
};

/// The time is shared so that every filter gets as much of what is left as the others that are still to come, within a
/// filter every task likewise, and within a task the race of the variants at most half. What one does not need the next
/// ones get. What the journal has whole takes no time.
class Tuner {
public:
    /// `journal` outlives it. `settings`: of the races; their times follow from `seconds`, which count from the first
    /// step.
    Tuner(std::vector<TuneTask> tasks, const DeviceInfo& device, const ExperimentSettings& settings, Engine& engine,
          const Journal& journal, double seconds);

    bool isDone() const { return next_ == tasks_.size() && !race_; }
    /// Measures one thing. Throws Error(Cancelled), and then may be called again.
    void step();
    /// Rows that changed since this was asked last, for the journal.
    std::vector<PointRow> takeChanged();
    /// Tasks that ended since this was asked last.
    std::vector<TuneResult> takeFinished() { return std::exchange(finished_, {}); }
    std::string activity() const; ///< for people
    double fraction() const;      ///< 0..1, of the tasks

private:
    double secondsLeft() const;
    double shareOfTask() const;
    void begin();
    void race(std::vector<ExperimentPoint> points, double seconds);
    void raceEnded();
    void endTask();

    std::vector<TuneTask> tasks_;
    DeviceInfo device_;
    ExperimentSettings settings_;
    Engine& engine_;
    const Journal& journal_;
    double seconds_;
    std::optional<double> begun_; ///< by the clock of the settings
    double taskEnds_ = 0;         ///< of secondsLeft()
    std::size_t next_ = 0;
    std::unique_ptr<Experiment> race_;
    bool racesWorkgroups_ = false;
    TuneResult result_; ///< of the task at work
    std::vector<PointRow> changed_;
    std::vector<TuneResult> finished_;
};

} // namespace lightbench
