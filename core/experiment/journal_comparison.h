// Compares an experiment with an earlier journal, point by point: faster, slower or the same (core/race/comparison.h).
// The Experiment tab and `experiment` on the command line use it.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/experiment/row.h"
#include "core/race/comparison.h"

namespace lightbench {

struct RowChange {
    std::size_t row = 0; ///< index of the new row
    PointChange change;
    double previousUs = 0; ///< 0: the journal has no time for this point
    /// What else differs, such as "driver" or "kernels", as differencesOf names it; timing settings are ignored.
    std::vector<std::string> differences;
};

/// One change per row of `now`, in order. If `then` has several rows for a point, the last one with a time is used.
/// Rows of a different image are not compared.
std::vector<RowChange> changesSince(const std::vector<PointRow>& then, const std::vector<PointRow>& now,
                                    const ComparisonSettings& settings);
/// True if any point is slower.
bool hasRegression(const std::vector<RowChange>& changes);
/// For people: "2 faster, 1 slower, 5 the same, 1 not compared"; zero counts are left out.
std::string changesSummary(const std::vector<RowChange>& changes);
/// For people: what differs between the runs besides times, such as "driver and kernels"; empty if nothing does.
std::string differencesText(const std::vector<RowChange>& changes);
/// For people: if the journal has no row for any of these points, how its rows differ: "another device (pthread),
/// another size (640x480)". Otherwise empty.
std::string otherRowsText(const std::vector<PointRow>& then, const std::vector<PointRow>& now);
/// For people: a line per change, the number of unchanged points, and what else differs.
std::string changesText(const std::vector<RowChange>& changes, const std::vector<PointRow>& now,
                        const ComparisonSettings& settings);
Json changesJson(const std::vector<RowChange>& changes, const std::vector<PointRow>& now);

} // namespace lightbench
