// The table of measured points that is printed row by row, while the next one is not known yet.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

class RowTable {
public:
    /// Columns as wide as these points need, within limits: a cell that is wider still has the rest of its row on the
    /// next line, so that columns stay below their headings. The first column has the points' axes, or where they have
    /// none their stacks; that of the device is there for several.
    explicit RowTable(const std::vector<ExperimentPoint>& points);
    std::string heading() const;
    std::string line(const ExperimentPoint& point, const PointRow& row) const;

private:
    std::vector<std::string> namesOf(const ExperimentPoint& point, const PointRow& row) const;
    std::string text(const std::vector<std::string>& cells) const;

    bool axes_ = false, devices_ = false;
    std::vector<std::size_t> widths_;
    std::size_t numbers_ = 0; ///< the first of the columns that are aligned to the right
};

/// 0.871 as "87.1 %"; below 1 % with two places, below 0.01 % as "<0.01 %".
std::string percentText(double part);
/// The same for a share of a ceiling; "in cache" for more than the whole of a ceiling: memory cannot have delivered it;
/// "-" for 0: not measured.
std::string shareText(double share);

} // namespace lightbench
