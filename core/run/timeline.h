// Where the time of one repeat of a run went: what the device did, what the host did, both on one axis, and parts that
// add up to the wall time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

/// What a command on the device was.
enum class DeviceWork : std::uint8_t { Upload, Kernel, Fill, Download };
/// What the host was at. Those before Prepare are of the run around the repeat: they lie before 0 or after the wall
/// time.
enum class HostWork : std::uint8_t {
    Plan,      ///< settings to plans, buffers
    Build,     ///< compiling: before the repeats, or inside one the call that launches a kernel for the first time
    Repeat,    ///< the warm-up, or another repeat
    Report,    ///< what was measured becomes a report
    Check,     ///< references, and comparing with them
    Reference, ///< timing a reference
    Histogram, ///< counting what the histograms show
    Prepare,   ///< setting arguments, telling how far the run is
    Enqueue,   ///< inside a call that puts a command on the queue
    Wait,      ///< inside a call that returns once the device is done
    Step       ///< a pass of a stage that runs on the host
};
/// How the device's clock was brought onto the host's.
enum class ClockTie : std::uint8_t {
    None,         ///< no command has times
    Order,        ///< a command runs after the call that enqueues it began, and before the wait for it is over
    QueuedStamps, ///< and its CL_PROFILING_COMMAND_QUEUED lies inside that call
    DeviceTimer   ///< clGetDeviceAndHostTimer between two looks at the host's clock
};

/// "kernel", "building", "device timer"; as reports and traces name them.
std::string_view workName(DeviceWork work);
std::string_view workName(HostWork work);
std::string_view tieName(ClockTie tie);

/// One command on the device. Microseconds after the repeat's start on the host's clock, in their order: a driver's
/// stamp that lies behind the next one is taken to be that one.
struct DeviceSlice {
    DeviceWork work = DeviceWork::Kernel;
    int stage = -1;         ///< its position in the stack; -1 for the run's own upload and download
    std::string name;       ///< as the stage's KernelReport has it
    double queuedUs = 0;    ///< the host called for it
    double submittedUs = 0; ///< the driver gave it to the device
    double startedUs = 0, endedUs = 0;
    std::uint64_t bytes = 0;    ///< that it must at least move; 0: not known
    bool isFirstLaunch = false; ///< its driver may have compiled before it started

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

/// One thing that the host did, on the same axis. No two of a timeline overlap.
struct HostSlice {
    HostWork work = HostWork::Prepare;
    int stage = -1; ///< its position in the stack; -1 where it is of none
    std::string name;
    double beginUs = 0, endUs = 0;

    double lengthUs() const { return endUs - beginUs; }
    bool operator==(const HostSlice&) const = default;
};

constexpr auto fields(const HostSlice*) {
    using T = HostSlice;
    return FieldList{Field{"work", &T::work}, Field{"stage", &T::stage}, Field{"name", &T::name},
                     Field{"begin_us", &T::beginUs}, Field{"end_us", &T::endUs}};
}

/// The wall time taken apart: every instant counts for the first of these that is true of it, so that the parts and
/// `otherUs` are the whole. Microseconds.
struct TimelineParts {
    double uploadUs = 0, kernelsUs = 0, fillsUs = 0, downloadUs = 0; ///< the device runs a command of that kind
    double stepsUs = 0;  ///< a stage's step on the host, or a transfer for it
    double buildUs = 0;  ///< a kernel's first launch, before it runs: its driver compiles
    double queueUs = 0;  ///< commands wait, none runs
    double hostUs = 0;   ///< the host prepares and enqueues, and the device has nothing
    double answerUs = 0; ///< the host waits for what the device says it has done
    double otherUs = 0;  ///< none of these is known

    /// Of all but otherUs.
    double sumUs() const;
    double wallUs() const { return sumUs() + otherUs; }
    /// sumUs over the wall time, 0..1; 1 where there is none.
    double accounted() const;
};

constexpr auto fields(const TimelineParts*) {
    using T = TimelineParts;
    return FieldList{Field{"upload_us", &T::uploadUs}, Field{"kernels_us", &T::kernelsUs},
                     Field{"fills_us", &T::fillsUs},   Field{"download_us", &T::downloadUs},
                     Field{"steps_us", &T::stepsUs},   Field{"build_us", &T::buildUs},
                     Field{"queue_us", &T::queueUs},   Field{"host_us", &T::hostUs},
                     Field{"answer_us", &T::answerUs}, Field{"other_us", &T::otherUs}};
}

struct Timeline {
    int repeat = -1; ///< which of the report's runs this is; -1: nothing was recorded
    /// From the first enqueue to the end by the host's clock. With what drivers compiled at first launches, which
    /// RunParts::wallMs leaves out.
    double wallUs = 0;
    std::vector<DeviceSlice> device; ///< in the order of the queue
    std::vector<HostSlice> host;     ///< by their begin
    ClockTie tie = ClockTie::None;
    double uncertaintyUs = 0; ///< the device's row as a whole may lie earlier or later by so much
    int untimed = 0;          ///< commands that the driver gave no usable times for: they are missing in `device`

    bool isEmpty() const { return repeat < 0; }
    TimelineParts parts() const;
    /// The earliest begin and the latest end of everything: of the run around the repeat too.
    double firstUs() const;
    double lastUs() const;
    bool operator==(const Timeline&) const = default;
};

constexpr auto fields(const Timeline*) {
    using T = Timeline;
    return FieldList{Field{"repeat", &T::repeat},  Field{"wall_us", &T::wallUs},
                     Field{"device", &T::device},  Field{"host", &T::host},
                     Field{"clocks", &T::tie},     Field{"uncertainty_us", &T::uncertaintyUs},
                     Field{"untimed", &T::untimed}};
}

} // namespace lightbench
