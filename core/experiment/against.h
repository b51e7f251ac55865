// Points beside the same points of an earlier journal: faster, slower, or the same (core/race/comparison.h).
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/experiment/row.h"
#include "core/race/comparison.h"

namespace lightbench {

struct RowChange {
    std::size_t row = 0; ///< index of the new one
    PointChange change;
    double thenUs = 0; ///< 0: the journal has no time of this point
    /// What else is different: such as "driver" or "kernels", as differencesOf names it; how the runs were timed does
    /// not count.
    std::vector<std::string> differences;
};

/// One for each row, in their order. `then`: of a journal; of several rows of one point the last that has a time. Where
/// it was another image, nothing is compared.
std::vector<RowChange> changesSince(const std::vector<PointRow>& then, const std::vector<PointRow>& now,
                                    const ComparisonSettings& settings);
/// Of a single point, by its times alone, whatever the axes that it was named by.
PointChange changeBetween(const PointRow& then, const PointRow& now, const ComparisonSettings& settings);
/// Whether any point is slower.
bool hasRegression(const std::vector<RowChange>& changes);
/// For people: "2 faster, 1 slower, 5 the same, 1 not compared"; what there is none of is left out.
std::string changesSummary(const std::vector<RowChange>& changes);
/// In words, what of the runs is different beside the times, such as "driver and kernels"; empty for nothing.
std::string differencesText(const std::vector<RowChange>& changes);
/// In words, what another journal's rows are of where none is of a point of these: "another device (pthread), another
/// size (640x480)"; empty where some are.
std::string strangersText(const std::vector<PointRow>& then, const std::vector<PointRow>& now);
/// For people: a line for each change, how many are the same, and what is different beside the times.
std::string changesText(const std::vector<RowChange>& changes, const std::vector<PointRow>& now,
                        const ComparisonSettings& settings);
Json changesJson(const std::vector<RowChange>& changes, const std::vector<PointRow>& now);

} // namespace lightbench
