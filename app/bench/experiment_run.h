// An experiment on a terminal: what is printed and written while its points are measured.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/bench/table.h"
#include "app/terminal/console.h"
#include "app/terminal/progress.h"
#include "core/experiment/experiment.h"
#include "core/experiment/report_file.h"

namespace lightbench {

/// The files of a command that measures, opened before anything is measured.
struct ExperimentFiles {
    /// Empty names: not written. Throws Error(Input) for files that cannot be written, Error(Usage) if both are one.
    ExperimentFiles(const std::string& journalName, const std::string& reportName);
    std::string journalName;
    Journal journal;
    ReportFile report;
};

class ExperimentRun {
public:
    /// Throws Error(Device) if a point names a device that there is not. `quiet`: only files are written.
    ExperimentRun(std::vector<ExperimentPoint> points, const ExperimentSettings& settings, ExperimentFiles& files,
                  Console& console, bool quiet);
    /// The first of them, for those that have points of one device, or of several that race.
    Experiment& experiment() { return *parts_.front().experiment; }
    const std::vector<PointRow>& rows() const { return rows_; } ///< as they were shown or written last
    /// Races of all devices, and what is to be known of them; devices that were measured at the same time among that.
    Json races() const;
    Json warnings() const;
    /// Prints the devices and their ceilings, and puts them at the head of the report. Throws Error.
    void tellDevices();
    /// Measures every point that the journal does not know; prints and writes every row as it comes. Throws
    /// Error(Cancelled), and Error(Input) if a file cannot be written.
    void measureAll();

private:
    /// What is measured in one go, by one engine: points whose devices take turns, or those of one that is measured at
    /// the same time as others.
    struct Part {
        std::vector<std::size_t> places; ///< of its points in all of them
        std::unique_ptr<Engine> own;     ///< null: the console's
        std::unique_ptr<Experiment> experiment;
    };

    void addPart(const std::vector<int>& devices, const ExperimentSettings& settings, bool isAtOnce);
    Part& partOf(int device);
    std::string atOnceText() const;
    void warnOfStrangers() const;
    void measure(Part& part, ProgressLine& progress, const RowTable& table);
    void tellFinished(Part& part, ProgressLine& progress, const RowTable& table);
    bool isDue() const;
    void writeRows(Part& part);
    void takeRows(const Part& part);

    std::vector<ExperimentPoint> points_;
    std::vector<PointRow> rows_;
    std::vector<Part> parts_; ///< the last one may be measured while nothing else is
    std::vector<int> atOnce_; ///< devices that are measured at the same time
    std::mutex mutex_;        ///< guards all of it but the parts' experiments while several are measured
    ExperimentFiles& files_;
    Console& console_;
    bool quiet_;
    std::chrono::steady_clock::time_point written_{};
};

/// The exit code, and one line on stderr where it is not Done: DeviceFailed if not one point has a time, Differs if a
/// result differs from its reference.
int conclude(const std::vector<PointRow>& rows, const Console& console);

} // namespace lightbench
