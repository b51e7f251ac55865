// One point of an experiment with what was measured there: a row of the table on the screen, of a journal, of a report.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/csv.h"
#include "core/base/fields.h"
#include "core/base/json.h"
#include "core/experiment/point.h"
#include "core/experiment/point_status.h"
#include "core/experiment/provenance.h"
#include "core/run/measurement.h"

namespace lightbench {

/// Over the repeats, microseconds: what a row keeps of a Summary.
struct SpanFigures {
    double median = 0, least = 0, lowerQuartile = 0, upperQuartile = 0;
    /// Half the distance between the quartiles.
    double spread() const { return (upperQuartile - lowerQuartile) / 2; }
};

/// Whether one's median lies between the other's quartiles: as far as their spreads tell, they are the same.
bool isWithinSpread(const SpanFigures& a, const SpanFigures& b);

constexpr auto fields(const SpanFigures*) {
    using T = SpanFigures;
    return FieldList{Field{"span_us", &T::median}, Field{"span_min_us", &T::least},
                     Field{"span_q1_us", &T::lowerQuartile}, Field{"span_q3_us", &T::upperQuartile}};
}

/// Its fields are the columns of its table, in their order; those of its members stand in their place.
struct PointRow {
    std::string device, stack, image, size, format; ///< what was asked for
    std::string axes;                               ///< of a sweep: the axes' values
    std::string variant, workgroup;                 ///< what ran; several stages with " | " between them
    /// Samples that the times are of: of a race, those of its winner and what is next to it that were taken afresh.
    int repeats = 0;
    Provenance from;
    int buffers = 0;
    SpanFigures spanUs;
    double sumUs = 0, wallUs = 0;                    ///< medians
    double buildMs = 0;                              ///< 0 where its programs were there already
    int batch = 1;                                   ///< runs that were timed as one sample
    double megabytes = 0;                            ///< 1e6 bytes that the plan says must be moved
    double gbPerS = 0, readShare = 0, copyShare = 0; ///< shares: 1 is the whole ceiling; 0 where it was not measured
    double gigaOperationsPerS = 0;
    double megapixelsPerS = 0;
    double referenceMs = 0;
    Verdict verdict = Verdict::NotChecked;
    std::string checkedSize; ///< where it is another than `size`
    double mismatched = 0, maxAbs = 0;
    std::string kernels; ///< "name=microseconds ..." of the medians
    std::string reason;  ///< why there is no time, or no verdict; empty where all is well
    PointStatus status = PointStatus::NotRun;
    double ratio = 0;                      ///< its time over the winner's, inside the rounds; 0: not known
    double ratioLower = 0, ratioUpper = 0; ///< the interval of that; 0: too few rounds to say
    std::string samples;                   ///< Samples
    std::string ended;                     ///< how its race ended (endName); empty while it runs
    std::string warnings;                  ///< of its samples, with "; " between them
    int computeUnits = 0;                  ///< of the device: of a processor, those that the program may use
    double queuedUs = 0, submitUs = 0;     ///< medians: waits of its kernels, added up (Measurement)
    double baselineRatio = 0;              ///< as `ratio`, over the driver's own workgroups, else over `auto`
    std::string looksLike;                 ///< of a mismatch (StageReport::looksLike)
    double tickUs = 0;                     ///< of the device's clock, in a sample; 0: not known
    bool kept = false;                     ///< of a journal, not measured now; no column

    bool hasTime() const { return repeats > 0; }
    /// Whether there is anything to say of it: a time, or why there is none.
    bool isMeasured() const { return hasTime() || !reason.empty(); }
    /// Of a whole race.
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
                     Field{"from", &T::from},
                     Field{"buffers", &T::buffers},
                     Field{"span", &T::spanUs},
                     Field{"sum_us", &T::sumUs},
                     Field{"wall_us", &T::wallUs},
                     Field{"build_ms", &T::buildMs, Later},
                     Field{"batch", &T::batch, Later},
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
                     Field{"status", &T::status, Later},
                     Field{"ratio", &T::ratio, Later},
                     Field{"ratio_low", &T::ratioLower, Later},
                     Field{"ratio_high", &T::ratioUpper, Later},
                     Field{"samples_us", &T::samples, Later},
                     Field{"ended", &T::ended, Later},
                     Field{"warnings", &T::warnings, Later},
                     Field{"compute_units", &T::computeUnits, Later},
                     Field{"queued_us", &T::queuedUs, Later},
                     Field{"submit_us", &T::submitUs, Later},
                     Field{"baseline_ratio", &T::baselineRatio, Later},
                     Field{"looks_like", &T::looksLike, Later},
                     Field{"tick_us", &T::tickUs, Later},
                     Field{"kept", &T::kept, Apart}};
}

/// A row with what was asked for and nothing measured.
PointRow emptyRow(const ExperimentPoint& point, const DeviceInfo& device);
/// Fills in what was measured.
void addResult(PointRow& row, const ExperimentPoint& point, const Measurement& result, const Ceilings& ceilings);
/// Names, and microseconds of one run; in the order of the passes.
using KernelTimes = std::vector<std::pair<std::string, double>>;
KernelTimes kernelTimes(const Measurement& result);
/// "name=microseconds ..." with a - for each space in a name.
std::string kernelsText(const KernelTimes& kernels);
/// The same with other times of a run: what is told by the second or as a share follows.
void retime(PointRow& row, const Summary& spanUs);
/// The row's shares of these ceilings; a stack that only looks at its image, such as a histogram, copies nothing and
/// has no share of that one.
void addShares(PointRow& row, const Stack& stack, const Ceilings& ceilings);
/// How a raced point stands, for people: "winner", "tie", "slower x 1.13", "dropped", "not run", or "too few rounds to
/// tell" where the race ended, or is, before anything can be said of it. Empty where it was measured by itself.
std::string standingText(const PointRow& row);
/// Whether it is among the fastest for all that is known, without enough rounds to say so.
bool isUndecided(const PointRow& row);
/// Why a point has no time or does not compete; empty for all others.
std::string reasonOf(const PointRow& row);

/// The columns of a CSV file, those that name the point first, those of its provenance last.
const std::vector<std::string>& rowColumns();
CsvRow rowCells(const PointRow& row);
/// A file of them, with the columns' names first.
std::string rowsCsv(const std::vector<PointRow>& rows);
/// As many cells as there are columns. Throws Error(Input) if a number or a verdict is none.
PointRow rowFromCells(const CsvRow& cells);
/// For rows of a file that has this heading: columns that it lacks keep their initial values. Throws Error(Input) if it
/// has others, or lacks one of those that name the point.
std::vector<PointRow> rowsOfFile(const std::vector<CsvRow>& file);
/// Equal for rows of one point: what was asked for, on one device.
std::string pointKey(const PointRow& row);
/// Its columns, and whether it was kept.
Json rowJson(const PointRow& row);

} // namespace lightbench
