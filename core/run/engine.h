// The interface of the engine that runs and measures stacks. gpu/opencl_engine.h implements it; the window and the
// command line use only this interface, also across the worker process. An engine belongs to one thread.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/fields.h"
#include "core/device/device.h"
#include "core/framework/kernel_library.h"
#include "core/framework/tuning_database.h"
#include "core/run/kernel_resources.h"
#include "core/run/measurement.h"
#include "core/run/memory_check.h"
#include "core/run/report.h"
#include "core/run/stack.h"

namespace lightbench {

struct RunOptions {
    bool verify = false; ///< compare each stage and the whole stack with the reference
    int repeat = 1;      ///< 1..1000 measured repeats
    /// Do an uncounted warm-up run first. This makes the run a measurement, and a check then also times the references.
    bool warmUp = false;
    /// Skip the leading stages that the engine's last run already did with equal settings on the same image.
    bool reuse = false;
    /// Put each stage's output and reference into the report, if they exist. Without it an engine may leave them out.
    bool stageImages = true;
    /// For interactive use. A stage whose program must first be built for new values runs its fallback variant
    /// (Variant::fallbackVariant), and the wanted program is built meanwhile. The report says which variant ran.
    bool prompt = false;
    bool histograms = true; ///< put histograms into the report
    /// Index of the stage whose pixel order is recorded; -1: none. Its kernel is built to record and takes longer, with
    /// the same result. Nothing of an earlier run is reused.
    int record = -1;
    /// Report the values of lb_probe in kernels for this pixel of each output (core/run/probe.h). Nothing of an earlier
    /// run is reused.
    std::optional<Point> probe{};
    /// Fill outputs and working memory first, and fail if a kernel writes right behind one of them. For short runs.
    bool guarded = false;
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
                     Field{"record", &T::record},
                     Field{"probe", &T::probe},
                     Field{"guarded", &T::guarded}};
}

struct MeasureOptions {
    int repeat = 20;       ///< measured repeats
    int runsPerRepeat = 1; ///< runs per repeat, enqueued without waiting; times are per run
    int buffers = 0;       ///< sets of input, scratch and output; 0: enough to exceed the caches several times
    bool check = true;     ///< compare every stage with its reference
    double capMs = 0;      ///< time limit for measuring; 0: none
    /// More repeats of what was measured just before, on as many buffers: one warm-up run suffices. Otherwise the
    /// warm-up takes at least 100 ms and touches all buffers.
    bool again = false;
    std::string buildOptions; ///< additional compiler options, such as -cl-nv-verbose
    /// `auto` keeps its variant, even if the driver gives up on that. Plans distinguish the candidates of a race, so
    /// none may run another's.
    bool keepsVariants = false;
};

constexpr auto fields(const MeasureOptions*) {
    using T = MeasureOptions;
    return FieldList{Field{"repeat", &T::repeat},
                     Field{"runs_per_repeat", &T::runsPerRepeat},
                     Field{"buffers", &T::buffers},
                     Field{"check", &T::check},
                     Field{"cap_ms", &T::capMs},
                     Field{"again", &T::again},
                     Field{"build_options", &T::buildOptions},
                     Field{"keeps_variants", &T::keepsVariants}};
}

/// What both requests name. A plain value, safe to pass to another thread.
struct StackRequest {
    ImagePtr image;
    Stack stack;
    int device = 0;          ///< DeviceInfo::index
    FilterCatalog filters{}; ///< the catalog that the stack refers to
    KernelLibrary kernels{}; ///< its layers override those of Engine::kernels
};

constexpr auto fields(const StackRequest*) {
    using T = StackRequest;
    return FieldList{Field{"image", &T::image, NotInReport}, Field{"stack", &T::stack}, Field{"device", &T::device},
                     Field{"filters", &T::filters, NotInReport}, Field{"kernels", &T::kernels, NotInReport}};
}

struct RunRequest : StackRequest {
    RunOptions options;
    TuningDatabasePtr tuning{}; ///< results for `auto`, used if legal; measurements do without
};

constexpr auto fields(const RunRequest*) {
    using T = RunRequest;
    return fields(static_cast<const StackRequest*>(nullptr)) +
           FieldList{Field{"options", &T::options}, Field{"tuning", &T::tuning, NotInReport}};
}

struct MeasureRequest : StackRequest {
    MeasureOptions options;
};

constexpr auto fields(const MeasureRequest*) {
    return fields(static_cast<const StackRequest*>(nullptr)) + FieldList{Field{"options", &MeasureRequest::options}};
}

/// A stage to compile for an input of a shape. No pixels are needed.
struct CompileRequest {
    Stage stage;
    ImageShape input;
    int device = 0;             ///< DeviceInfo::index
    FilterCatalog filters{};    ///< the catalog that the stage refers to
    KernelLibrary kernels{};    ///< its layers override those of Engine::kernels
    TuningDatabasePtr tuning{}; ///< stored choices for `auto`, used if legal
};

constexpr auto fields(const CompileRequest*) {
    using T = CompileRequest;
    return FieldList{Field{"stage", &T::stage},
                     Field{"input", &T::input},
                     Field{"device", &T::device},
                     Field{"filters", &T::filters, NotInReport},
                     Field{"kernels", &T::kernels, NotInReport},
                     Field{"tuning", &T::tuning, NotInReport}};
}

/// A kernel file whose kernels a driver is asked for.
struct SignatureRequest {
    FilterDefinition definition;
    int device = 0; ///< DeviceInfo::index
};

constexpr auto fields(const SignatureRequest*) {
    using T = SignatureRequest;
    return FieldList{Field{"definition", &T::definition}, Field{"device", &T::device}};
}

struct RunProgress {
    int stackIndex = -1;                ///< the current stage, -1 for none
    std::string activity;               ///< such as "building gaussian", "gaussian", "checking gaussian"
    double fraction = 0;                ///< 0..1 of the whole
    bool checking = false;              ///< a reference is running on the host: possibly long, but sure to end
    std::string filter{}, variant{};    ///< of the stage that is built or runs
    std::vector<std::string> kernels{}; ///< that a device runs now; empty while nothing runs there
    bool building = false;              ///< a driver compiles; with kernels: at a first launch, which may run already
};

constexpr auto fields(const RunProgress*) {
    using T = RunProgress;
    return FieldList{Field{"stack_index", &T::stackIndex}, Field{"activity", &T::activity},
                     Field{"fraction", &T::fraction},      Field{"checking", &T::checking},
                     Field{"filter", &T::filter},          Field{"variant", &T::variant},
                     Field{"kernels", &T::kernels},        Field{"building", &T::building}};
}

/// How a caller observes and stops a run. All members may be empty.
struct RunMonitor {
    std::stop_token stop;                             ///< checked between kernels, and between rows of a reference
    std::function<void(const RunProgress&)> progress; ///< called on the engine's thread
    /// Called once, on any thread, when the programs that a prompt run replaced are built. The same request would then
    /// run as intended. Not called if another run comes first.
    std::function<void()> built{};
    /// For callers that also stop runs only because a newer one waits. A kernel that ignores `stop` is then ended by
    /// force only after this token was stopped too. Without it, `stop` is enough.
    std::optional<std::stop_token> abort{};
};

/// Owned and called by one thread.
class Engine {
public:
    virtual ~Engine() = default;
    /// All devices of all platforms, searched once. If there is none, the list is empty and has warnings; that is no
    /// error.
    virtual const DeviceList& devices() = 0;
    /// The kernel sources that programs are built from, unless a request overrides them.
    virtual KernelLibrary kernels() const { return {}; }
    /// Runs a stack. Throws Error: Usage for settings that cannot run, otherwise Device, Build or Cancelled.
    virtual ReportPtr run(const RunRequest& request, const RunMonitor& monitor = {}) = 0;
    /// Measures a stack: warm-up, then repeats on several sets of buffers; transfers are not included. Progress is
    /// reported while something is built, so that nothing disturbs the repeats. Throws like run().
    virtual Measurement measure(const MeasureRequest& request, const RunMonitor& monitor = {}) = 0;
    /// Measures the device's peak rates, which takes some seconds; the caller caches them. Throws Error(Device, Build
    /// or Cancelled).
    virtual PeakRates peakRates(int device, const std::stop_token& stop) = 0;
    /// Compiles the kernels of one stage once more, apart from those that run, and returns what the compiler made of
    /// them, program by program. Nothing for a variant without kernels, and from an engine without a compiler. Throws
    /// like run().
    virtual std::vector<CompiledProgram> compile(const CompileRequest&, const std::stop_token&) { return {}; }
    /// Runs a stack in Oclgrind, a simulator that watches every access to memory, for some seconds at most. Throws
    /// Error(Device) that says what to install if there is none, or that this engine cannot do it, and like run().
    virtual MemoryCheck checkMemory(const RunRequest&, double /*seconds*/, const std::stop_token&) {
        fail(ErrorKind::Device, "this engine cannot watch accesses to memory; check the stack in the window, or by "
                                "check-memory on the command line");
    }
    /// Builds a kernel file's program, and returns its kernels with the arguments that the driver reports, in the order
    /// of the text. Types behind macros and typedefs are those that they stand for. Nothing if the driver does not
    /// report arguments. Throws Error(Build) with the compiler's first error if the program cannot be built.
    virtual std::vector<KernelSignature> signatures(const SignatureRequest&, const std::stop_token&) { return {}; }
    /// Starts to build the programs that run() needs for this request, and returns at once. Settings that cannot run
    /// are reported by run(). `built` is called once, on any thread, when everything is built, unless a newer request
    /// comes first. An engine that cannot build ahead does nothing.
    virtual void buildAhead(const RunRequest&, std::function<void()> /*built*/ = {}) {}
};

} // namespace lightbench
