// From OpenCL events to the rows of the timing table: medians over the repeats.
#pragma once

#include <string>
#include <vector>

#include "core/run/clock_tie.h"
#include "core/run/report.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

double median(std::vector<double> values);
/// Half the distance between the quartiles (interpolated); 0 for fewer than two values.
double quartileSpread(std::vector<double> values);

/// What one row of the table did in one repeat: commands on the device, or work on the host.
struct Mark {
    std::vector<cl::Event> events;
    double hostUs = 0; ///< counts where there are no events
    /// The kernel's first launch, before which its driver may compile: that wait is a part of the build, not of the
    /// run.
    bool isFirstLaunch = false;
    HostSpan call{}; ///< the call that put it on the queue, or the work on the host itself, by the steady clock
};

/// When a command was queued, submitted, started, ended by the device's clock, nanoseconds.
struct Stamps {
    std::int64_t queued = 0, submitted = 0, started = 0, ended = 0;
    /// False if the driver keeps no times for the command, or they run backwards.
    bool isUsable() const { return ended != 0 && ended >= started; }
};
Stamps stampsOf(const cl::Event& event);

/// Sum of the commands' times from start to end, microseconds. A command whose driver gives no sensible times counts 0
/// and is told of in `warnings`, once for each name.
double runMicroseconds(const Mark& mark, const std::string& name, std::vector<std::string>& warnings);

/// From the first start to the last end of all commands, microseconds; work on the host lies between two commands.
double spanMicroseconds(const std::vector<Mark>& marks);

/// The place of a repeat's rows in time: the first command of the first stage is at 0.
struct RowClock {
    bool begun = false;
    std::int64_t origin = 0; ///< nanoseconds, the device's clock
    double endUs = 0;        ///< end of the latest row
};

/// The rows of one stage and their samples over all repeats.
class StageTimes {
public:
    /// One row for each kernel or fill, three for a host step: download, its name, upload. On a device that shares the
    /// host's memory these two move no bytes.
    StageTimes(const Plan& plan, const ImageShape& input, bool sharesMemory);
    /// The marks of one repeat, as many as there are rows.
    void add(const std::vector<Mark>& marks, RowClock& clock, std::vector<std::string>& warnings);
    /// As they are in the report; their times are filled in by writeTo.
    const std::vector<KernelReport>& rows() const { return rows_; }
    /// All rows of the latest repeat together.
    double latestMs() const;
    /// Fills kernels, gpuMs and gpuSpreadMs.
    void writeTo(StageReport& report) const;

private:
    std::vector<KernelReport> rows_;
    std::vector<std::vector<double>> queued_, submit_;
};

} // namespace lightbench
