// What an experiment reports: the ranking as text, and a JSON file that is rewritten while measurements arrive, with
// its parts: devices, axes, points, races and warnings. The bench and the command line assemble their reports from
// them.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/experiment/experiment.h"

namespace lightbench {

/// The members of a group with this status; `rows` has one row per point.
std::vector<std::size_t> membersWith(const PointGroup& group, PointStatus status, const std::vector<PointRow>& rows);
/// For people: for each group of several points the winner, its ties, wrong results, and the number without a time.
/// Devices are named if there are several.
std::string rankingText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);

/// {name, platform, driver, type, index}, plus "ceilings" if they were measured.
Json deviceJson(const DeviceInfo& device, const PeakRates& peakRates);
/// Peak rates in 10^9 bytes and 10^9 operations per second, each with the worst round.
Json peakRatesJson(const PeakRates& peakRates);
/// [{name, values[]}]
Json axesJson(const std::vector<Axis>& axes);
/// One object per point: values, times, verdict, status and its reason. `rows` must have the same length; missing times
/// are null.
Json pointsJson(const Sweep& sweep, const std::vector<PointRow>& rows);
/// The race settings: {name, error_rate, margin, precision, ...}; null if there were no races.
Json raceSettingsJson(const std::optional<RaceSettings>& settings);
/// One object per race: how it ended, its rounds, the precision reached, and its warnings.
Json racesJson(const Experiment& experiment);
/// The warnings of all races and of their points, each with its subject.
Json warningsJson(const Experiment& experiment);

class ReportFile {
public:
    /// An empty name means no file. Throws Error(Input) if the file cannot be written.
    explicit ReportFile(std::string path);
    /// A member at the head of the report, evaluated at each write; setting a name again replaces it.
    using Member = std::function<Json(const std::vector<PointRow>& rows)>;
    void setHead(const std::string& name, Member json) { head_[name] = std::move(json); }
    void setHead(const std::string& name, const Json& json) {
        head_[name] = [json](const std::vector<PointRow>&) { return json; };
    }
    /// Writes the head and all rows of which anything is known. Throws Error(Input).
    void write(const std::vector<PointRow>& rows);
    /// The same, if the last write was more than a second ago. A stream cannot be rewritten, so it waits for write().
    void writeWhenDue(const std::vector<PointRow>& rows);

private:
    std::string path_;
    std::map<std::string, Member> head_;
    std::chrono::steady_clock::time_point written_{};
};

} // namespace lightbench
