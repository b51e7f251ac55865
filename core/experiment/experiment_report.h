// What an experiment reports: the ranking as text, and the parts of a JSON report: devices, axes, points, races and
// warnings. The command line assembles its reports from them.
#pragma once

#include <optional>
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

/// {name, platform, driver, type, index}, plus "peak_rates" if they were measured.
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
/// Appends one object per race: how it ended, its rounds, and the precision reached.
void addRaces(Json::Array& all, const Experiment& experiment);
/// Appends the warnings of all races and of their points, each with its subject.
void addWarnings(Json::Array& all, const Experiment& experiment);

} // namespace lightbench
