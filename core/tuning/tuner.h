// Runs tuning tasks on one device within a time limit. The command `tune` of the bench drives it step by step and may
// stop between any two steps. It blocks while it measures.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/experiment/experiment.h"

namespace lightbench {

/// One filter with its defaults on one kind of image.
struct TuneTask {
    Stage stage; ///< with variant and workgroup auto
    Size size;
    Format format;
    FilterCatalog filters; ///< the catalog that the stage refers to

    std::string name() const; ///< "gaussian, 3840x2160 rgba8"
};

/// Tasks for single filters with their defaults: every combination that a filter accepts, filter by filter.
std::vector<TuneTask> filterTasks(const std::vector<const Filter*>& chosen, const FilterCatalog& filters,
                                  const std::vector<Size>& sizes, const std::vector<Format>& formats);
/// Tasks for the enabled stages of a stack, each on the input it gets from images of these sizes and formats, without
/// duplicates. Throws Error(Usage) if a stage does not accept its input.
std::vector<TuneTask> stackTasks(const Stack& stack, const FilterCatalog& filters, const std::vector<Size>& sizes,
                                 const std::vector<Format>& formats);

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
          Journal& journal, double seconds);

    bool isDone() const { return next_ == tasks_.size() && !race_; }
    /// Measures one thing, as Experiment::step().
    void step();
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
    Journal& journal_;
    double seconds_;
    std::optional<double> begun_; ///< on the clock of the settings
    double taskEnds_ = 0;         ///< in terms of secondsLeft()
    std::size_t next_ = 0;
    std::unique_ptr<Experiment> race_;
    bool racesWorkgroups_ = false;
    TunedTask result_; ///< of the current task
    std::vector<TunedTask> finished_;
};

} // namespace lightbench
