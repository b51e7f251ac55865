// Runs tuning tasks on one device within a time limit. The command `tune` of the bench drives it step by step and may
// stop between any two steps. It blocks while it measures.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/tuning/tune_tasks.h"

namespace lightbench {

/// The result of one task.
struct TunedTask {
    TuneTask task;
    std::vector<PointRow> variants, workgroups; ///< the rows of both races; empty if there was no time
};

/// Divides the time: every filter gets an equal share of what is left, and so does every task within a filter. Within a
/// task the race of the variants takes at most half. Unused time goes to the next ones, and results from the journal
/// cost nothing.
class Tuner {
public:
    /// `journal` must outlive it. `settings` are those of the races; their time limits follow from `seconds`, which
    /// count from the first step.
    Tuner(std::vector<TuneTask> tasks, const DeviceInfo& device, const ExperimentSettings& settings, Engine& engine,
          const Journal& journal, double seconds);

    bool isDone() const { return next_ == tasks_.size() && !race_; }
    /// Measures one thing. Throws Error(Cancelled); it may be called again afterwards.
    void step();
    /// The rows that changed since the last call, for the journal.
    std::vector<PointRow> changedRows();
    /// Tasks that ended since the last call.
    std::vector<TunedTask> newlyFinished() { return std::exchange(finished_, {}); }
    std::string activity() const; ///< for people
    double fraction() const;      ///< 0..1, by tasks

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
    std::optional<double> begun_; ///< on the clock of the settings
    double taskEnds_ = 0;         ///< in terms of secondsLeft()
    std::size_t next_ = 0;
    std::unique_ptr<Experiment> race_;
    bool racesWorkgroups_ = false;
    TunedTask result_; ///< of the current task
    std::vector<PointRow> changed_;
    std::vector<TunedTask> finished_;
};

} // namespace lightbench
