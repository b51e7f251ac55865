// What one run of a stack found: images, times, differences. One immutable value; panels show it, files store it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/device/device.h"
#include "core/image/difference.h"
#include "core/image/histogram.h"
#include "core/run/recording.h"
#include "core/run/stack.h"
#include "core/run/timeline.h"

namespace lightbench {

/// One kernel (or host step, fill or transfer inside a stage) of a run. Times in microseconds by event profiling,
/// medians over the repeats.
struct KernelReport {
    std::string name;
    std::array<std::size_t, 2> global{0, 0}, local{0, 0}; ///< 0 where it is no kernel
    double queuedUs = 0;                                  ///< queued to submitted
    double submitUs = 0;                                  ///< submitted to started
    double runUs = 0;                                     ///< started to ended
    double startUs = 0; ///< start after the first kernel's start of the last repeat (for a timeline)
    std::uint64_t bytes = 0, operations = 0;
    double gbPerS = 0;             ///< bytes over runUs, 1e9 bytes a second
    std::vector<double> samplesUs; ///< runUs of every repeat
    bool onHost = false;

    double spreadUs() const; ///< half the interquartile range of samplesUs; 0 for one repeat
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
                     Field{"samples_us", &T::samplesUs, Timed},
                     Field{"on_host", &T::onHost}};
}

/// One repeat of a run in milliseconds, taken apart: the parts add up to the whole.
struct RunParts {
    double wallMs = 0;    ///< enqueue to finish by the host's clock, transfers included, without builds and references
    double uploadMs = 0;  ///< by event profiling, like the next two
    double kernelsMs = 0; ///< kernels, fills and host steps of the stages that the repeat ran
    double downloadMs = 0;
    /// What is none of these: waits in the queue, and the host's work around them.
    double otherMs() const { return std::max(0.0, wallMs - uploadMs - kernelsMs - downloadMs); }
};

constexpr auto fields(const RunParts*) {
    using T = RunParts;
    return FieldList{Field{"wall_ms", &T::wallMs, Timed}, Field{"upload_ms", &T::uploadMs, Timed},
                     Field{"kernels_ms", &T::kernelsMs, Timed}, Field{"download_ms", &T::downloadMs, Timed}};
}

struct StageReport {
    int stackIndex = 0;          ///< its position in the request's stack (disabled stages have no report)
    std::string filter, variant; ///< variant: what ran, never "auto"
    Workgroup workgroup;
    bool variantWasAuto = false, workgroupWasAuto = false;
    std::string chosenBy{};    ///< what was auto: "built-in", or "tuned on 2026-01-31"; empty if nothing was
    std::string standsInFor{}; ///< the variant that was meant but is still being built for these values; else empty
    ParameterValues parameters;
    ImageShape output;
    std::uint64_t localBytes = 0;
    std::vector<KernelReport> kernels;
    double gpuMs = 0;       ///< sum of its kernels' medians
    double gpuSpreadMs = 0; ///< half the interquartile range of the repeats' sums; 0 for one repeat
    bool reused = false;    ///< not run again: its result and times are those of an earlier run
    /// Median of referenceSamplesMs, or where there are none the time of the check's own run, which is cold; 0 if not
    /// checked.
    double referenceMs = 0;
    double referenceSpreadMs = 0;           ///< half the interquartile range of referenceSamplesMs
    std::vector<double> referenceSamplesMs; ///< of a measured run: repeats after the check's own run
    int referenceThreads = 0;
    Difference difference; ///< of this stage alone: against the reference on the GPU's own input of the stage
    std::string looksLike; ///< of a mismatch: what the explainer says of it first, a sentence; else empty
    Tolerance tolerance;
    ImagePtr outputImage;    ///< what the device made; null unless the run was to check, or this is the last stage
    ImagePtr referenceImage; ///< null unless checked
    std::vector<std::uint32_t> analysis; ///< of analysis filters

    /// Reference over device; 0 (unknown) unless both were measured: a cold run is no measure.
    double speedup() const { return gpuMs > 0 && !referenceSamplesMs.empty() ? referenceMs / gpuMs : 0; }
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
                     Field{"stands_in_for", &T::standsInFor},
                     Field{"parameters", &T::parameters},
                     Field{"output", &T::output, Apart},
                     Field{"local_bytes", &T::localBytes},
                     Field{"kernels", &T::kernels, Timed},
                     Field{"gpu_ms", &T::gpuMs, Timed},
                     Field{"gpu_spread_ms", &T::gpuSpreadMs, Timed},
                     Field{"reused", &T::reused, Timed},
                     Field{"reference_ms", &T::referenceMs, Checked},
                     Field{"reference_spread_ms", &T::referenceSpreadMs, Checked},
                     Field{"reference_samples_ms", &T::referenceSamplesMs, Checked},
                     Field{"reference_threads", &T::referenceThreads, Checked},
                     Field{"difference", &T::difference, Checked},
                     Field{"looks_like", &T::looksLike, Checked},
                     Field{"tolerance", &T::tolerance},
                     Field{"output_image", &T::outputImage, Apart | Checked},
                     Field{"reference_image", &T::referenceImage, Apart | Checked},
                     Field{"analysis", &T::analysis}};
}

/// One verdict for all stages, of what is shown and of what is measured: the worst; NotChecked if nothing was checked.
/// A stage without a reference is worse than one within its tolerance: what it did is not proved.
Verdict worstVerdict(const std::vector<StageReport>& stages);

struct Report {
    DeviceInfo device;
    ImagePtr input;
    ImagePtr output; ///< the input itself for an empty stack
    Stack stack;     ///< as requested
    std::vector<StageReport> stages;
    double buildMs = 0;                  ///< programs that this run had to build
    double uploadMs = 0, downloadMs = 0; ///< medians over the repeats
    double queueMs = 0;                  ///< the sum of the kernels' median waits from queued to started
    double wallMs = 0;                   ///< median of the repeats' RunParts::wallMs
    double wallSpreadMs = 0;             ///< half the interquartile range of them
    std::vector<RunParts> runs;          ///< every repeat
    Timeline timeline;                   ///< of medianRun()
    int repeats = 1;
    bool warmedUp = false; ///< one run went before the repeats; without it the first of them is cold
    bool checked = false;
    Difference endToEnd;        ///< the last output against the whole chain of references
    ImagePtr endToEndReference; ///< null unless checked
    std::shared_ptr<const Histogram> inputHistogram, outputHistogram;
    RecordingPtr recording;        ///< null unless the run was to record
    bool ownProcess = false;       ///< ran in a worker's process, which could have been ended
    std::uint64_t deviceBytes = 0; ///< device memory held at the end of the run
    std::vector<std::string> warnings;

    /// Sums over the stages; of medians, so that they need not be the time of any one repeat.
    double gpuMs() const;
    double referenceMs() const;
    /// The repeat whose wall time is the median (of an even number the lower of the two in the middle): headline and
    /// parts of what is shown are of this one repeat. All 0 if nothing was measured.
    RunParts medianRun() const;
    /// Its index in `runs`, -1 if there are none.
    int medianRepeat() const;
    /// All references over the median run; 0 (unknown) unless every stage's was measured in this run.
    double speedup() const;
    Verdict verdict() const { return worstVerdict(stages); }
};

constexpr auto fields(const Report*) {
    using T = Report;
    return FieldList{Field{"device", &T::device},
                     Field{"input", &T::input, Apart},
                     Field{"output", &T::output, Apart},
                     Field{"stack", &T::stack},
                     Field{"stages", &T::stages},
                     Field{"build_ms", &T::buildMs, Timed},
                     Field{"upload_ms", &T::uploadMs, Timed},
                     Field{"download_ms", &T::downloadMs, Timed},
                     Field{"queue_ms", &T::queueMs, Timed},
                     Field{"wall_ms", &T::wallMs, Timed},
                     Field{"wall_spread_ms", &T::wallSpreadMs, Timed},
                     Field{"runs", &T::runs, Apart | Timed},
                     Field{"timeline", &T::timeline, Timed},
                     Field{"repeats", &T::repeats, Timed},
                     Field{"warmed_up", &T::warmedUp, Timed},
                     Field{"checked", &T::checked, Apart},
                     Field{"end_to_end", &T::endToEnd, Checked},
                     Field{"end_to_end_reference", &T::endToEndReference, Apart | Checked},
                     Field{"input_histogram", &T::inputHistogram, Apart},
                     Field{"output_histogram", &T::outputHistogram, Apart},
                     Field{"recording", &T::recording, Apart | Timed},
                     Field{"own_process", &T::ownProcess},
                     Field{"device_bytes", &T::deviceBytes},
                     Field{"warnings", &T::warnings}};
}

using ReportPtr = std::shared_ptr<const Report>;

} // namespace lightbench
