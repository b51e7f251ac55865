// The result of one run of a stack: images, times, verdicts and warnings per stage. It is immutable and shared: the
// window shows it, and core/run/report_json.h stores it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/compare/difference.h"
#include "core/device/device.h"
#include "core/image/histogram.h"
#include "core/run/probe.h"
#include "core/run/recording.h"
#include "core/run/stack.h"
#include "core/run/timeline.h"

namespace lightbench {

/// What the driver's compiler made of a kernel: the figures that OpenCL reports for it. All 0 if it is not a kernel.
struct CompiledKernel {
    std::uint64_t privateBytes = 0; ///< private memory of a work-item that is not in registers, such as spills
    std::uint64_t localBytes = 0;   ///< local memory of a workgroup, with what the compiler added
    std::size_t preferredMultiple = 0;
    std::size_t largestWorkgroup = 0; ///< work-items
    bool operator==(const CompiledKernel&) const = default;
};

constexpr auto fields(const CompiledKernel*) {
    using T = CompiledKernel;
    return FieldList{Field{"private_bytes", &T::privateBytes}, Field{"local_bytes", &T::localBytes},
                     Field{"preferred_multiple", &T::preferredMultiple},
                     Field{"largest_workgroup", &T::largestWorkgroup}};
}

/// One kernel (or host step, fill or transfer inside a stage) of a run. Times are microseconds by event profiling,
/// medians over the repeats.
struct KernelReport {
    std::string name;
    std::array<std::size_t, 2> global{0, 0}, local{0, 0}; ///< 0 if it is not a kernel
    double queuedUs = 0;                                  ///< queued to submitted
    double submitUs = 0;                                  ///< submitted to started
    double runUs = 0;                                     ///< started to ended
    double startUs = 0; ///< start relative to the first kernel's start in the last repeat
    std::uint64_t bytes = 0, operations = 0;
    double gbPerS = 0;             ///< bytes divided by runUs, 1e9 bytes per second
    std::vector<double> timingsUs; ///< runUs of every repeat
    bool onHost = false;
    CompiledKernel compiled{};

    double spreadUs() const; ///< half the interquartile range of timingsUs; 0 for one repeat
};

constexpr auto fields(const KernelReport*) {
    using T = KernelReport;
    return FieldList{Field{"name", &T::name},
                     Field{"global", &T::global},
                     Field{"local", &T::local},
                     Field{"queued_us", &T::queuedUs, Timed},
                     Field{"submit_us", &T::submitUs, Timed},
                     Field{"run_us", &T::runUs, Timed},
                     Field{"start_us", &T::startUs, Timed},
                     Field{"bytes", &T::bytes},
                     Field{"ops", &T::operations},
                     Field{"gb_per_s", &T::gbPerS, Timed},
                     Field{"samples_us", &T::timingsUs, Timed},
                     Field{"on_host", &T::onHost},
                     Field{"compiled", &T::compiled}};
}

/// The wall time of one repeat and its parts, milliseconds; the parts add up to the whole.
struct RepeatParts {
    double wallMs = 0;    ///< enqueue to finish on the host's clock, including transfers, without builds and references
    double uploadMs = 0;  ///< by event profiling, like the next two
    double kernelsMs = 0; ///< kernels, fills and host steps of the stages that this repeat ran
    double downloadMs = 0;
    /// The rest: waits in the queue, and the host's work around them.
    double otherMs() const { return std::max(0.0, wallMs - uploadMs - kernelsMs - downloadMs); }
};

constexpr auto fields(const RepeatParts*) {
    using T = RepeatParts;
    return FieldList{Field{"wall_ms", &T::wallMs, Timed}, Field{"upload_ms", &T::uploadMs, Timed},
                     Field{"kernels_ms", &T::kernelsMs, Timed}, Field{"download_ms", &T::downloadMs, Timed}};
}

struct StageReport {
    int stackIndex = 0;          ///< its index in the requested stack (disabled stages have no report)
    std::string filter, variant; ///< the variant that ran, never "auto"
    Workgroup workgroup;
    bool variantWasAuto = false, workgroupWasAuto = false;
    std::string chosenBy{}; ///< who decided what was auto: "built-in", or "tuned on 2026-01-31"; empty if nothing was
    /// The requested variant, if this is its fallback while it is being built; otherwise empty.
    std::string fallbackFor{};
    ParameterValues parameters;
    ImageShape output;
    std::uint64_t localBytes = 0;
    std::vector<KernelReport> kernels;
    double gpuMs = 0;       ///< sum of its kernels' medians
    double gpuSpreadMs = 0; ///< half the interquartile range of the repeats' sums; 0 for one repeat
    bool reused = false;    ///< not run again: result and times are from an earlier run
    /// The median of referenceTimingsMs. Without any it is the time of the check's own run, which is a single cold
    /// run; 0 if not checked.
    double referenceMs = 0;
    double referenceSpreadMs = 0;           ///< half the interquartile range of referenceTimingsMs
    std::vector<double> referenceTimingsMs; ///< in a measured run: repeats after the check's own run
    int referenceThreads = 0;
    Difference difference; ///< of this stage alone: compared with the reference on the device's own input of the stage
    std::string looksLike; ///< for a mismatch, the first sentence of its explanation; otherwise empty
    /// What `difference` compares the result with, such as "kernel plain on PoCL"; empty: the CPU reference.
    std::string comparedWith;
    /// What else the check found, in one sentence without a full stop. Without a reference: that the result stayed the
    /// same, or how it changed. With a failed one: why.
    std::string finding;
    Tolerance tolerance;
    ImagePtr outputImage;    ///< the device's result; null unless the run checked, or this is the last stage
    ImagePtr referenceImage; ///< null unless checked
    std::vector<std::uint32_t> analysis; ///< the result of an analysis filter
    std::vector<ProbedValue> probes{};   ///< for the pixel of RunOptions::probe, in the order of the launches

    /// The sum of its kernels' times, for each repeat.
    std::vector<double> timingsUs() const;
    /// Reference time divided by device time; 0 (unknown) unless both were measured, since a single cold run is no
    /// benchmark.
    double speedup() const { return gpuMs > 0 && !referenceTimingsMs.empty() ? referenceMs / gpuMs : 0; }
};

constexpr auto fields(const StageReport*) {
    using T = StageReport;
    return FieldList{Field{"index", &T::stackIndex},
                     Field{"filter", &T::filter},
                     Field{"variant", &T::variant},
                     Field{"workgroup", &T::workgroup},
                     Field{"variant_auto", &T::variantWasAuto},
                     Field{"workgroup_auto", &T::workgroupWasAuto},
                     Field{"chosen_by", &T::chosenBy},
                     Field{"stands_in_for", &T::fallbackFor},
                     Field{"parameters", &T::parameters},
                     Field{"output", &T::output, NotInReport},
                     Field{"local_bytes", &T::localBytes},
                     Field{"kernels", &T::kernels, Timed},
                     Field{"gpu_ms", &T::gpuMs, Timed},
                     Field{"gpu_spread_ms", &T::gpuSpreadMs, Timed},
                     Field{"reused", &T::reused, Timed},
                     Field{"reference_ms", &T::referenceMs, CheckResult},
                     Field{"reference_spread_ms", &T::referenceSpreadMs, CheckResult},
                     Field{"reference_samples_ms", &T::referenceTimingsMs, CheckResult},
                     Field{"reference_threads", &T::referenceThreads, CheckResult},
                     Field{"difference", &T::difference, CheckResult},
                     Field{"looks_like", &T::looksLike, CheckResult},
                     Field{"compared_with", &T::comparedWith, CheckResult},
                     Field{"finding", &T::finding, CheckResult},
                     Field{"tolerance", &T::tolerance},
                     Field{"output_image", &T::outputImage, NotInReport | CheckResult},
                     Field{"reference_image", &T::referenceImage, NotInReport | CheckResult},
                     Field{"analysis", &T::analysis},
                     Field{"probes", &T::probes}};
}

/// What the check says of a stage beside its figures: "compared with kernel plain on PoCL", "no reference: the same
/// with 4 workgroup sizes ...", "the reference failed: sobel.py:3: ...", "waiting: sobel.py has not been allowed to run
/// ...", or how the result changed. Empty if the figures say everything.
std::string checkSummary(const StageReport& stage);

/// One verdict for all stages: the worst, or NotChecked if nothing was checked. A stage without a reference is worse
/// than one within its tolerance, because its result is unproven.
Verdict worstVerdict(const std::vector<StageReport>& stages);

/// The base of Report and Measurement.
struct StackResult {
    std::vector<StageReport> stages;
    double buildMs = 0; ///< for programs that this run built
    std::vector<std::string> warnings;
    Verdict verdict() const { return worstVerdict(stages); }
};

constexpr auto fields(const StackResult*) {
    using T = StackResult;
    return FieldList{Field{"stages", &T::stages}, Field{"build_ms", &T::buildMs, Timed},
                     Field{"warnings", &T::warnings}};
}

struct Report : StackResult {
    DeviceInfo device;
    ImagePtr input;
    ImagePtr output;                     ///< the input itself if the stack is empty
    Stack stack;                         ///< as requested
    FilterCatalog filters{};             ///< the catalog that the stack refers to
    double uploadMs = 0, downloadMs = 0; ///< medians over the repeats
    double queueMs = 0;                  ///< the sum of the kernels' median waits from queued to started
    double wallMs = 0;                   ///< the median of RepeatParts::wallMs
    double wallSpreadMs = 0;             ///< half their interquartile range
    std::vector<RepeatParts> runs;       ///< one per repeat
    Timeline timeline;                   ///< of medianRepeat()
    int repeats = 1;
    bool warmedUp = false; ///< a warm-up run came first; without it the first repeat is cold
    bool checked = false;
    Difference endToEnd;        ///< the last output compared with the whole chain of references
    ImagePtr endToEndReference; ///< null unless checked
    std::shared_ptr<const Histogram> inputHistogram, outputHistogram;
    RecordingPtr recording;        ///< null unless requested
    bool ranInWorker = false;      ///< ran in a worker process, which can be ended if it hangs
    std::uint64_t deviceBytes = 0; ///< device memory allocated at the end of the run

    /// Sums over the stages. They add medians, so they need not equal the time of any single repeat.
    double gpuMs() const;
    double referenceMs() const;
    /// The repeat with the median wall time (of an even number, the lower of the two middle ones). The headline and the
    /// parts shown are from this repeat. All 0 if nothing was measured.
    RepeatParts medianRepeat() const;
    /// Its index in `runs`, -1 if there are none.
    int medianRepeatIndex() const;
    /// The sum of all reference times divided by the median run; 0 (unknown) unless every stage's reference was
    /// measured in this run.
    double speedup() const;
};

constexpr auto fields(const Report*) {
    using T = Report;
    return fields(static_cast<const StackResult*>(nullptr)) +
           FieldList{Field{"device", &T::device},
                     Field{"input", &T::input, NotInReport},
                     Field{"output", &T::output, NotInReport},
                     Field{"stack", &T::stack, NotInReport},
                     Field{"filters", &T::filters, NotInReport},
                     Field{"upload_ms", &T::uploadMs, Timed},
                     Field{"download_ms", &T::downloadMs, Timed},
                     Field{"queue_ms", &T::queueMs, Timed},
                     Field{"wall_ms", &T::wallMs, Timed},
                     Field{"wall_spread_ms", &T::wallSpreadMs, Timed},
                     Field{"runs", &T::runs, NotInReport | Timed},
                     Field{"timeline", &T::timeline, Timed},
                     Field{"repeats", &T::repeats, Timed},
                     Field{"warmed_up", &T::warmedUp, Timed},
                     Field{"checked", &T::checked, NotInReport},
                     Field{"end_to_end", &T::endToEnd, CheckResult},
                     Field{"end_to_end_reference", &T::endToEndReference, NotInReport | CheckResult},
                     Field{"input_histogram", &T::inputHistogram, NotInReport},
                     Field{"output_histogram", &T::outputHistogram, NotInReport},
                     Field{"recording", &T::recording, NotInReport | Timed},
                     Field{"own_process", &T::ranInWorker},
                     Field{"device_bytes", &T::deviceBytes}};
}

using ReportPtr = std::shared_ptr<const Report>;

} // namespace lightbench
