// The timeline of one repeat: what device and host did when, on one axis, and parts that add up to the wall time. The
// Timeline view, reports and traces show it. Times are microseconds after the repeat's start on the host's clock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

/// The kind of a device command.
enum class DeviceWork : std::uint8_t { Upload, Kernel, Fill, Download };
/// The kind of host work. Those before Prepare belong to the run around the repeat, before 0 or after the wall time;
/// Build may also lie inside a repeat.
enum class HostWork : std::uint8_t {
    Plan,      ///< making plans and buffers
    Build,     ///< compiling: before the repeats, or inside one at the first launch of a kernel
    Repeat,    ///< the warm-up, or another repeat
    Report,    ///< building the report
    Check,     ///< running references and comparing results
    Reference, ///< timing a reference
    Histogram, ///< counting histograms
    Prepare,   ///< setting arguments and reporting progress
    Enqueue,   ///< inside a call that enqueues a command
    Wait,      ///< inside a call that returns when the device is done
    Step       ///< a pass that runs on the host
};
/// How the device's clock was correlated with the host's.
enum class ClockCorrelation : std::uint8_t {
    None,         ///< no command has times
    Order,        ///< a command runs after its enqueue call begins and before the wait for it ends
    QueuedStamps, ///< additionally, its CL_PROFILING_COMMAND_QUEUED is inside that call
    DeviceTimer   ///< clGetDeviceAndHostTimer between two readings of the host's clock
};

/// "kernel", "building", "device timer": the names in reports and traces, in the order of the enumerators.
std::string_view workName(DeviceWork work);
std::string_view workName(HostWork work);
std::string_view correlationName(ClockCorrelation correlation);

/// One device command. Times are microseconds after the repeat's start on the host's clock and never decrease. A
/// timestamp that exceeds the next one is replaced by it.
struct DeviceSlice {
    DeviceWork work = DeviceWork::Kernel;
    int stage = -1;         ///< its index in the stack; -1 for the run's own upload and download
    std::string name;       ///< the name in the stage's KernelReport
    double queuedUs = 0;    ///< when the host enqueued it
    double submittedUs = 0; ///< when the driver submitted it to the device
    double startedUs = 0, endedUs = 0;
    std::uint64_t bytes = 0;    ///< minimum traffic; 0: unknown
    bool isFirstLaunch = false; ///< the driver may have compiled it before it started

    double runUs() const { return endedUs - startedUs; }
    bool operator==(const DeviceSlice&) const = default;
};

constexpr auto fields(const DeviceSlice*) {
    using T = DeviceSlice;
    return FieldList{Field{"work", &T::work},
                     Field{"stage", &T::stage},
                     Field{"name", &T::name},
                     Field{"queued_us", &T::queuedUs},
                     Field{"submitted_us", &T::submittedUs},
                     Field{"started_us", &T::startedUs},
                     Field{"ended_us", &T::endedUs},
                     Field{"bytes", &T::bytes},
                     Field{"first_launch", &T::isFirstLaunch}};
}

/// One host activity on the same axis. The activities of a timeline never overlap.
struct HostSlice {
    HostWork work = HostWork::Prepare;
    int stage = -1; ///< its index in the stack; -1 if it belongs to none
    std::string name;
    double beginUs = 0, endUs = 0;
    bool operator==(const HostSlice&) const = default;
};

constexpr auto fields(const HostSlice*) {
    using T = HostSlice;
    return FieldList{Field{"work", &T::work}, Field{"stage", &T::stage}, Field{"name", &T::name},
                     Field{"begin_us", &T::beginUs}, Field{"end_us", &T::endUs}};
}

/// The wall time divided into parts, microseconds. Every instant counts for the first part that applies, so that all
/// parts and `otherUs` add up to the whole.
struct TimelineParts {
    double uploadUs = 0, kernelsUs = 0, fillsUs = 0, downloadUs = 0; ///< the device runs a command of that kind
    double stepsUs = 0;                                              ///< a host step of a stage, or a transfer for it
    double buildUs = 0;          ///< a kernel's first launch before it runs: the driver compiles
    double queueUs = 0;          ///< commands are queued, none runs
    double hostUs = 0;           ///< the host prepares and enqueues, and the device is idle
    double completionWaitUs = 0; ///< the host still waits although the device is done
    double otherUs = 0;          ///< unknown

    /// The sum of all parts except otherUs.
    double sumUs() const;
    double wallUs() const { return sumUs() + otherUs; }
    /// sumUs divided by the wall time, 0..1; 1 if there is none.
    double accounted() const;
};

constexpr auto fields(const TimelineParts*) {
    using T = TimelineParts;
    return FieldList{Field{"upload_us", &T::uploadUs},         Field{"kernels_us", &T::kernelsUs},
                     Field{"fills_us", &T::fillsUs},           Field{"download_us", &T::downloadUs},
                     Field{"steps_us", &T::stepsUs},           Field{"build_us", &T::buildUs},
                     Field{"queue_us", &T::queueUs},           Field{"host_us", &T::hostUs},
                     Field{"answer_us", &T::completionWaitUs}, Field{"other_us", &T::otherUs}};
}

struct Timeline {
    int repeat = -1; ///< index in Report::runs; -1: nothing was recorded
    /// From the first enqueue to the end on the host's clock. It includes compilation at first launches, which
    /// RepeatParts::wallMs leaves out.
    double wallUs = 0;
    std::vector<DeviceSlice> device; ///< in queue order
    std::vector<HostSlice> host;     ///< sorted by beginUs
    ClockCorrelation correlation = ClockCorrelation::None;
    double uncertaintyUs = 0; ///< the whole device row may be this much too early or too late
    int untimed = 0;          ///< commands without usable driver times; they are missing in `device`

    bool isEmpty() const { return repeat < 0; }
    TimelineParts parts() const;
    /// The earliest begin and the latest end of everything, including the run around the repeat.
    double firstUs() const;
    double lastUs() const;
    bool operator==(const Timeline&) const = default;
};

constexpr auto fields(const Timeline*) {
    using T = Timeline;
    return FieldList{Field{"repeat", &T::repeat},      Field{"wall_us", &T::wallUs},
                     Field{"device", &T::device},      Field{"host", &T::host},
                     Field{"clocks", &T::correlation}, Field{"uncertainty_us", &T::uncertaintyUs},
                     Field{"untimed", &T::untimed}};
}

} // namespace lightbench
