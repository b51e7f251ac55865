// One row of an experiment: a point and everything measured for it. The table on the screen, journals and reports all
// show these fields. Times are in microseconds unless the name says otherwise.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/csv.h"
#include "core/base/fields.h"
#include "core/base/json.h"
#include "core/experiment/provenance.h"
#include "core/experiment/sweep.h"
#include "core/run/measurement.h"

namespace lightbench {

/// The status of a point among those with the same result.
enum class PointStatus {
    NotRun,      ///< it has no time
    Winner,      ///< preferred among the points not shown to be slower than the best
    Tie,         ///< not shown to be slower than the best
    Slower,      ///< right, and slower
    WrongResult, ///< it ran, but its result is wrong; "dropped" in reports
    NotRaced,    ///< it has a time, but was measured by itself
    DoesNotApply ///< its variant does not exist for its format, size, parameters and device
};

/// Its name in reports: "not run", "winner", "tie", "slower", "dropped", "not raced" or "does not
/// apply".
std::string statusName(PointStatus status);
/// The status of that name; nothing if there is none.
std::optional<PointStatus> statusNamed(std::string_view name);

/// The timings of one point's race, which it needs to resume: microseconds per run, one for each round that the point
/// took part in. A point measured by itself has none.
struct Timings {
    std::vector<double> warmUp, racing, confirmation;
    bool isEmpty() const { return warmUp.empty() && racing.empty() && confirmation.empty(); }
    bool operator==(const Timings&) const = default;
};

/// "52.1 51.9; 50.2 50.1 50.3; 50.2": the three lists; empty if there are no timings.
std::string timingsText(const Timings& timings);
/// Throws Error(Input) if the text is malformed.
Timings parseTimings(std::string_view text);

struct KernelTime {
    std::string name;
    double us = 0; ///< microseconds per run
    bool operator==(const KernelTime&) const = default;
};

/// In the order of the passes.
using KernelTimes = std::vector<KernelTime>;

/// "blur-rows=12.5 blur-columns=30.1": three digits each; spaces in names become -.
std::string kernelsText(const KernelTimes& kernels);
/// Throws Error(Input) if the text is malformed.
KernelTimes parseKernels(std::string_view text);

/// Summary over the repeats, microseconds: the part of Summary that rows store.
struct SpanSummary {
    double median = 0, minimum = 0, lowerQuartile = 0, upperQuartile = 0;
    /// Half the interquartile range.
    double spread() const { return (upperQuartile - lowerQuartile) / 2; }
};

constexpr auto fields(const SpanSummary*) {
    using T = SpanSummary;
    return FieldList{Field{"span_us", &T::median}, Field{"span_min_us", &T::minimum},
                     Field{"span_q1_us", &T::lowerQuartile}, Field{"span_q3_us", &T::upperQuartile}};
}

/// Its fields are the table's columns, in their order, but the provenance comes after the rest and fields marked
/// LaterColumn come last. A described member contributes its own columns.
struct PointRow {
    std::string device, stack, image, size, format; ///< the request
    std::string axes;                               ///< in a sweep: the axes' values
    std::string variant, workgroup;                 ///< what ran; several stages are separated by " | "
    /// The number of timings behind the times; in a race, for the winner and its finalists, those of the confirmation
    /// run.
    int repeats = 0;
    Provenance provenance;
    int buffers = 0;
    SpanSummary spanUs;
    /// Medians; in a race, over the timings of the race and of the confirmation run.
    double sumUs = 0, wallUs = 0;
    double buildMs = 0;                              ///< 0 if the programs were already built
    int runs = 1;                                    ///< runs timed together
    double megabytes = 0;                            ///< 1e6 bytes, the plan's minimum traffic
    double gbPerS = 0, readShare = 0, copyShare = 0; ///< shares of the peak rate, 1 is all of it; 0 if not measured
    double gigaOperationsPerS = 0;
    double megapixelsPerS = 0;
    double referenceMs = 0;
    Verdict verdict = Verdict::NotChecked;
    std::string checkedSize; ///< if it differs from `size`
    double mismatched = 0, maxAbs = 0;
    KernelTimes kernels; ///< medians
    std::string reason;  ///< why there is no time or no verdict; otherwise empty
    PointStatus status = PointStatus::NotRun;
    double ratio = 0;                      ///< its time divided by the winner's, within rounds; 0: unknown
    double ratioLower = 0, ratioUpper = 0; ///< the confidence interval of `ratio`; 0: too few rounds
    Timings timings;
    std::string ended;                 ///< how its race ended (endName); empty while it runs
    std::vector<std::string> warnings; ///< on its timings
    int computeUnits = 0;              ///< of the device; for a CPU, those that the program may use
    double queuedUs = 0, submitUs = 0; ///< medians: the summed waits of its kernels (Measurement)
    double baselineRatio = 0;          ///< like `ratio`, against the driver's own workgroups, else against `auto`
    std::string looksLike;             ///< the explanation of a mismatch (StageReport::looksLike)
    double tickUs = 0;                 ///< the device clock's tick per timing; 0: unknown
    bool fromJournal = false;          ///< read from a journal, not measured now; no column

    bool hasTime() const { return repeats > 0; }
    /// True if there is a time, or a reason for having none.
    bool isSettled() const { return hasTime() || !reason.empty(); }
    /// True if its race is over, or if it did not race.
    bool isFinal() const { return !ended.empty() || status == PointStatus::NotRaced; }
    bool differs() const { return verdict == Verdict::Mismatch; }
};

constexpr auto fields(const PointRow*) {
    using T = PointRow;
    return FieldList{Field{"device", &T::device, Naming},
                     Field{"stack", &T::stack, Naming},
                     Field{"image", &T::image, Naming},
                     Field{"size", &T::size, Naming},
                     Field{"format", &T::format, Naming},
                     Field{"axes", &T::axes, Naming},
                     Field{"variant", &T::variant},
                     Field{"workgroup", &T::workgroup},
                     Field{"repeats", &T::repeats},
                     Field{"from", &T::provenance},
                     Field{"buffers", &T::buffers},
                     Field{"span", &T::spanUs},
                     Field{"sum_us", &T::sumUs},
                     Field{"wall_us", &T::wallUs},
                     Field{"build_ms", &T::buildMs, LaterColumn},
                     Field{"batch", &T::runs, LaterColumn},
                     Field{"megabytes", &T::megabytes},
                     Field{"gb_per_s", &T::gbPerS},
                     Field{"read_share", &T::readShare},
                     Field{"copy_share", &T::copyShare},
                     Field{"gop_per_s", &T::gigaOperationsPerS},
                     Field{"mpix_per_s", &T::megapixelsPerS},
                     Field{"reference_ms", &T::referenceMs},
                     Field{"verdict", &T::verdict},
                     Field{"checked_size", &T::checkedSize},
                     Field{"mismatched", &T::mismatched},
                     Field{"max_abs", &T::maxAbs},
                     Field{"kernels_us", &T::kernels},
                     Field{"reason", &T::reason},
                     Field{"status", &T::status, LaterColumn},
                     Field{"ratio", &T::ratio, LaterColumn},
                     Field{"ratio_low", &T::ratioLower, LaterColumn},
                     Field{"ratio_high", &T::ratioUpper, LaterColumn},
                     Field{"samples_us", &T::timings, LaterColumn},
                     Field{"ended", &T::ended, LaterColumn},
                     Field{"warnings", &T::warnings, LaterColumn},
                     Field{"compute_units", &T::computeUnits, LaterColumn},
                     Field{"queued_us", &T::queuedUs, LaterColumn},
                     Field{"submit_us", &T::submitUs, LaterColumn},
                     Field{"baseline_ratio", &T::baselineRatio, LaterColumn},
                     Field{"looks_like", &T::looksLike, LaterColumn},
                     Field{"tick_us", &T::tickUs, LaterColumn},
                     Field{"kept", &T::fromJournal, NotInReport}};
}

/// A row with the request and nothing measured.
PointRow unmeasuredRow(const ExperimentPoint& point, const DeviceInfo& device);
/// Copies a measurement into a row.
void addResult(PointRow& row, const ExperimentPoint& point, const Measurement& result, const PeakRates& peakRates);
/// The row's request, provenance, compute units and clock tick alone, and why there is no time.
PointRow withoutTime(const PointRow& row, const std::string& reason);
KernelTimes kernelTimes(const Measurement& result);
/// Replaces `spanUs`, and scales the rates and shares that follow from it.
void replaceSpan(PointRow& row, const Summary& spanUs);
/// Computes the row's shares of these peak rates. A stack that only analyses its image, such as a histogram, has no
/// share of the copy rate.
void addShares(PointRow& row, const Stack& stack, const FilterCatalog& filters, const PeakRates& peakRates);
/// For people, the standing of a raced point: "winner", "tie", "1.13 x slower", "dropped", "not run", or "too few
/// rounds to tell". Empty if it was measured by itself.
std::string statusText(const PointRow& row);
/// True if it may be among the fastest, with too few rounds to decide.
bool isUndecided(const PointRow& row);
/// Why a point has no time or does not compete; otherwise empty.
std::string explanationText(const PointRow& row);

/// The columns of a CSV file: those that name the point, the results, the provenance, and what later versions
/// added.
const std::vector<std::string>& rowColumns();
CsvRow rowCells(const PointRow& row);
/// A CSV text with a heading and these rows.
std::string rowsCsv(const std::vector<PointRow>& rows);
/// Parses a file with its heading; missing columns keep their initial values. Throws Error(Input) for unknown columns,
/// or if one that names the point is missing.
std::vector<PointRow> rowsOfFile(const std::vector<CsvRow>& file);
/// A key that is equal for rows of one point: the same request on the same device.
std::string pointKey(const PointRow& row);
/// The row's columns, and whether it came from a journal.
Json rowJson(const PointRow& row);

} // namespace lightbench
