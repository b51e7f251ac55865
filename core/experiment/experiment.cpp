// Walks points.
#include "core/experiment/experiment.h"

#include <algorithm>

#include "core/base/text.h"

namespace lightbench {

Experiment::Experiment(std::vector<ExperimentPoint> points, const ExperimentSettings& settings, Engine& engine,
                       const Journal& journal)
    : points_(std::move(points)), measurer_(settings, engine), journal_(journal) {
    for (const ExperimentPoint& point : points_)
        rows_.push_back(measurer_.asked(point));
}

const PointRow& Experiment::measureNext() {
    PointRow& row = rows_.at(done_);
    if (const std::optional<PointRow> known = journal_.known(row)) {
        row = *known;
        row.kept = true;
    } else {
        row = measurer_.measured(points_[done_], row);
    }
    ++done_;
    return row;
}

std::string Experiment::strangersText() const {
    std::size_t count = 0;
    std::vector<std::string> names;
    for (const PointRow& row : rows_)
        for (const std::vector<std::string>& differences : journal_.others(row)) {
            ++count;
            for (const std::string& name : differences)
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    if (count == 0) return {};
    return std::to_string(count) + (count == 1 ? " row of these points was" : " rows of these points were") +
           " measured otherwise (" + joinWords(names, "and") + ")";
}

} // namespace lightbench
