// One point of an experiment with what was measured there: a row of the table on the screen, of a journal, of a report.
#pragma once

#include <string>
#include <vector>

#include "core/base/csv.h"
#include "core/experiment/point.h"
#include "core/experiment/provenance.h"
#include "core/run/measurement.h"

namespace lightbench {

struct PointRow {
    std::string device, stack, image, size, format; ///< what was asked for
    std::string axes;                               ///< of a sweep: the axes' values
    std::string variant, workgroup;                 ///< what ran; several stages with " | " between them
    Verdict verdict = Verdict::NotChecked;
    std::string checkedSize; ///< where it is another than `size`
    int repeats = 0, buffers = 0;
    Summary spanUs;
    double sumUs = 0, wallUs = 0;                    ///< medians
    double megabytes = 0;                            ///< 1e6 bytes that the plan says must be moved
    double gbPerS = 0, readShare = 0, copyShare = 0; ///< shares: 1 is the whole ceiling; 0 where it was not measured
    double gigaOperationsPerS = 0;
    double megapixelsPerS = 0;
    double referenceMs = 0;
    double mismatched = 0, maxAbs = 0;
    std::string reason;  ///< why there is no time, or no verdict; empty where all is well
    std::string kernels; ///< "name=microseconds ..." of the medians
    Provenance from;     ///< where the time for a point cut them, `repeats` has fewer than from.repeatsWanted
    bool kept = false;   ///< of a journal, not measured now; no column

    bool hasTime() const { return repeats > 0; }
    bool differs() const { return verdict == Verdict::Mismatch; }
};

/// A row with what was asked for and nothing measured.
PointRow emptyRow(const ExperimentPoint& point, const DeviceInfo& device);
/// Fills in what was measured.
void addResult(PointRow& row, const ExperimentPoint& point, const Measurement& result, const Ceilings& ceilings);
/// The row's shares of these ceilings; a stack that only looks at its image, such as a histogram, copies nothing and
/// has no share of that one.
void addShares(PointRow& row, const Stack& stack, const Ceilings& ceilings);
/// Why a point has no time or does not compete; empty for all others.
std::string reasonOf(const PointRow& row);

/// The columns of a CSV file, those that name the point first, those of its provenance last.
const std::vector<std::string>& rowColumns();
CsvRow rowCells(const PointRow& row);
/// As many cells as there are columns. Throws Error(Input) if a number or a verdict is none.
PointRow rowFromCells(const CsvRow& cells);
/// For rows of a file that has this heading: columns that it lacks keep their initial values. Throws Error(Input) if it
/// has others, or lacks one of those that name the point.
std::vector<PointRow> rowsOfFile(const std::vector<CsvRow>& file);
/// Equal for rows of one point: what was asked for, on one device.
std::string pointKey(const PointRow& row);
std::string rowJson(const PointRow& row);

} // namespace lightbench
