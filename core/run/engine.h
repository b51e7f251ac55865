// The engine that runs and measures stacks, as the rest of the program sees it. gpu/ implements it; ui/ only ever talks
// to this.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/base/fields.h"
#include "core/device/device.h"
#include "core/filter/kernel_library.h"
#include "core/filter/tuned_choices.h"
#include "core/run/measurement.h"
#include "core/run/report.h"
#include "core/run/stack.h"

namespace lightbench {

struct RunOptions {
    bool verify = false; ///< compare each stage, and the whole, with the reference
    int repeat = 1;      ///< 1..1000 measured repeats
    /// One run before them that is not counted: a measurement, for which a check also times the references.
    bool warmUp = false;
    /// Start after the leading stages that the engine's last run already did with equal settings on the same image.
    bool reuse = false;
    /// The report has each stage's output and reference, where there are any. Without, an engine may leave them out.
    bool stageImages = true;
    /// Somebody's hand waits: a stage whose program would first have to be built for new values runs its variant's
    /// stand-in (Variant::standIn), and what it wants is built meanwhile. The report says which ran.
    bool prompt = false;
    bool histograms = true; ///< put them in the report
    /// The stage, by its index in the stack, of which the report has the order of its pixels; -1: none. Its kernel is
    /// built to record and takes longer; its result is the same. Nothing of an earlier run is reused.
    int record = -1;
};

constexpr auto fields(const RunOptions*) {
    using T = RunOptions;
    return FieldList{Field{"verify", &T::verify},
                     Field{"repeat", &T::repeat},
                     Field{"warm_up", &T::warmUp},
                     Field{"reuse", &T::reuse},
                     Field{"stage_images", &T::stageImages},
                     Field{"prompt", &T::prompt},
                     Field{"histograms", &T::histograms},
                     Field{"record", &T::record}};
}

/// Values only: safe to hand to another thread.
struct RunRequest {
    ImagePtr image;
    Stack stack;
    int device = 0; ///< DeviceInfo::index
    RunOptions options;
    FilterCatalog filters{};  ///< of the stack
    KernelLibrary kernels{};  ///< its layers lie over those of Engine::kernels
    TuningMemoryPtr tuning{}; ///< what `auto` takes where it says something legal; measurements do without
};

constexpr auto fields(const RunRequest*) {
    using T = RunRequest;
    return FieldList{Field{"image", &T::image, Apart},     Field{"stack", &T::stack},
                     Field{"device", &T::device},          Field{"options", &T::options},
                     Field{"filters", &T::filters, Apart}, Field{"kernels", &T::kernels, Apart},
                     Field{"tuning", &T::tuning, Apart}};
}

struct RunProgress {
    int stackIndex = -1;   ///< the stage at work, -1 for none
    std::string activity;  ///< such as "building gaussian", "gaussian", "checking gaussian"
    double fraction = 0;   ///< 0..1 of the whole
    bool checking = false; ///< a reference is at work on the host: long perhaps, but sure to end
};

constexpr auto fields(const RunProgress*) {
    using T = RunProgress;
    return FieldList{Field{"stack_index", &T::stackIndex}, Field{"activity", &T::activity},
                     Field{"fraction", &T::fraction}, Field{"checking", &T::checking}};
}

/// How a caller watches and stops a run. Both may be left empty.
struct RunMonitor {
    std::stop_token stop;                             ///< obeyed between kernels, and between rows of a reference
    std::function<void(const RunProgress&)> progress; ///< called on the engine's thread
    /// Called once, on any thread, when the builds that a prompt run did without are there: the same request would now
    /// run as it was meant. Not called if another run comes first.
    std::function<void()> built{};
};

/// Owned and called by one thread.
class Engine {
public:
    virtual ~Engine() = default;
    /// All devices of all platforms, found once. Empty list, with warnings, if there is none: not an error here.
    virtual const DeviceList& devices() = 0;
    /// What programs are built from, unless a request lays something over it.
    virtual KernelLibrary kernels() const { return {}; }
    /// Runs a stack. Throws Error: Usage for settings that cannot run, Device, Build, Cancelled.
    virtual ReportPtr run(const RunRequest& request, const RunMonitor& monitor = {}) = 0;
    /// Measures a stack: warm-up, repeats on several sets of buffers, no transfers in what is measured. Throws as
    /// run().
    virtual Measurement measure(const MeasureRequest& request, const std::stop_token& stop) = 0;
    /// Measures for some seconds; whoever asks keeps what it gives. Throws Error(Device, Build or Cancelled).
    virtual Ceilings ceilings(int device, const std::stop_token& stop) = 0;
    /// Starts to build what run() will need for this request, and returns at once. Settings that cannot run are left to
    /// run() to tell of. `built` is called once, on any thread, when all is there, unless something newer comes first.
    /// An engine that cannot build ahead does nothing.
    virtual void prepare(const RunRequest& request, std::function<void()> built = {}) {
        (void)request;
        (void)built;
    }
};

/// The engine on OpenCL is made by gpu/opencl_engine.h: std::unique_ptr<Engine> makeOpenClEngine().

} // namespace lightbench
