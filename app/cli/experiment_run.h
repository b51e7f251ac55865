// Runs an experiment on a terminal: prints rows while points are measured, and writes the journal and the report. The
// commands `bench` and `experiment` use it. Devices may be measured at the same time, each on its own thread; a mutex
// guards the rows, and output comes from one thread at a time.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/cli/row_table.h"
#include "app/terminal/command_context.h"
#include "app/terminal/progress.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_report.h"

namespace lightbench {

/// Measures an Experiment or a Tuner step by step, and shows its progress behind `name`. After each step it calls
/// `report`, with the mutex locked, because other threads may measure at the same time. Throws what step() throws.
template <class Work> void stepThrough(Work& work, const std::string& name, ProgressLine& progress, std::mutex& mutex,
                                       const CommandContext& context, const std::function<void()>& report) {
    while (!work.isDone()) {
        {
            const std::lock_guard lock(mutex);
            progress.show({-1, name + work.activity(), work.fraction()});
        }
        {
            const QuietStderr silence(!context.verbose);
            work.step();
        }
        const bool isStopped =
            context.stop().stop_requested(); // a later stop ends the next step, which writes its rows
        {
            const std::lock_guard lock(mutex);
            report();
        }
        if (isStopped) context.checkStopped();
    }
}

class ExperimentRun {
public:
    /// Opens the files of --journal and --report. Throws Error(Device) if a point names an unknown device, and
    /// Error(Input) if a file cannot be written.
    ExperimentRun(std::vector<ExperimentPoint> points, const ExperimentSettings& settings, const Arguments& arguments,
                  CommandContext& context);
    /// What every report begins with.
    Json head = Json::Object();
    /// The comparison with an earlier journal, for the report; none without one.
    std::function<Json(const std::vector<PointRow>& rows)> against;
    /// The first experiment. It is the only one if the points use one device, or if devices race against each other.
    Experiment& experiment() { return *parts_.front().experiment; }
    const std::vector<PointRow>& rows() const { return rows_; } ///< as last shown or written
    /// Prints the devices and their peak rates, and writes them to the start of the report. Throws Error.
    void reportDevices();
    /// Writes --report: the head, and all rows of which anything is known. Throws Error(Input).
    void writeReport(const std::vector<PointRow>& rows);
    /// Measures every point that the journal lacks, and prints and writes each row as soon as it is known. Throws
    /// Error(Cancelled), or Error(Input) if a file cannot be written.
    void measureAll();
    /// Does both for the points of a sweep. Prints the winners of races, or else the rates of the points, and adds
    /// stack, axes, points and races to the report. `sweep` must outlive the report's last write.
    void measureSweep(const Sweep& sweep);

private:
    /// Points that one engine measures one after the other. They are the points of devices that take turns, or of one
    /// device that is measured at the same time as others.
    struct Part {
        std::vector<std::size_t> places; ///< indices into all points
        std::unique_ptr<Engine> own;     ///< null: use the command's engine
        std::unique_ptr<Experiment> experiment;
    };

    void addPart(const std::vector<int>& devices, bool isAtOnce);
    Part& partOf(int device);
    std::string atOnceText() const;
    void warnOfOtherRows() const;
    void measure(Part& part, ProgressLine& progress, const RowTable& table);
    void reportFinished(Part& part, ProgressLine& progress, const RowTable& table);
    void copyRows(const Part& part);
    bool isReportDue() const;

    std::vector<ExperimentPoint> points_;
    ExperimentSettings settings_;
    std::vector<PointRow> rows_;
    std::vector<int> atOnce_; ///< devices measured at the same time
    std::mutex mutex_;        ///< guards everything except the parts' experiments
    CommandContext& context_;
    bool quiet_; ///< only write files
    std::string journalName_;
    Journal journal_;
    std::string reportName_;
    std::chrono::steady_clock::time_point reported_{};
    const Sweep* sweep_ = nullptr; ///< in measureSweep()
    std::vector<Part> parts_;      ///< the last one may have to be measured alone
};

/// Returns the exit code, and writes one line to stderr unless it is Success. DeviceFailed: no point has a time.
/// Differs: a result differs from its reference.
int conclude(const std::vector<PointRow>& rows, const CommandContext& context);

} // namespace lightbench
