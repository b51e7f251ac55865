// An experiment on a terminal: what is printed and written while its points are measured.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/terminal/console.h"
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
    Experiment& experiment() { return experiment_; }
    const std::vector<PointRow>& rows() const { return experiment_.rows(); }
    /// Prints the devices and their ceilings, and puts them at the head of the report. Throws Error.
    void tellDevices();
    /// Measures every point that the journal does not know; prints and writes every row as it comes. Throws
    /// Error(Cancelled), and Error(Input) if a file cannot be written.
    void measureAll();

private:
    void warnOfStrangers() const;
    void step();
    bool isDue() const;
    void writeRows();

    Experiment experiment_;
    ExperimentFiles& files_;
    Console& console_;
    bool quiet_;
    std::chrono::steady_clock::time_point written_{};
};

/// The exit code, and one line on stderr where it is not Done: DeviceFailed if not one point has a time, Differs if a
/// result differs from its reference.
int conclude(const std::vector<PointRow>& rows, const Console& console);

} // namespace lightbench
