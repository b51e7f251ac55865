// The table of measured points on a terminal. Rows are printed one by one while later ones are still unknown, so column
// widths are fixed in advance. It also formats shares and peak rates for the other tables of the measuring commands.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

class RowTable {
public:
    /// Column widths fit these points, within limits. A wider cell moves the rest of its row to the next line, so that
    /// columns stay below their headings. The first column shows the points' axes, or their stacks if they have no
    /// axes. A device column appears if there are several devices.
    explicit RowTable(const std::vector<ExperimentPoint>& points);
    std::string heading() const;
    std::string line(const ExperimentPoint& point, const PointRow& row) const;

private:
    std::vector<std::string> namesOf(const ExperimentPoint& point, const PointRow& row) const;
    std::string text(const std::vector<std::string>& cells) const;

    bool axes_ = false, devices_ = false;
    std::vector<std::size_t> widths_;
    std::size_t numbers_ = 0; ///< index of the first right-aligned column
};

/// Formats 0.871 as "87.1 %". Values below 1 % have two decimals, values below 0.01 % show as "<0.01 %".
std::string percentText(double part);
/// Formats a share of a peak rate. A share above 1 shows as "in cache", because memory cannot have delivered it; 0
/// means not measured and shows as "-".
std::string shareText(double share);
/// One line each for read, copy, multiply-add and local memory, with the best and the slowest round; then the launch
/// time.
std::string peakRatesText(const PeakRates& peakRates);

} // namespace lightbench
