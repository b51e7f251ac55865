// What reports of measurements say of devices, axes, points and races, as JSON.
#pragma once

#include <vector>

#include "core/base/json.h"
#include "core/experiment/experiment.h"

namespace lightbench {

/// {name, platform, driver, type, index}, with "ceilings" where they were measured.
Json deviceJson(const DeviceInfo& device, const Ceilings& ceilings);
/// Gigabytes and giga-operations a second at most, with the worst of the rounds.
Json ceilingsJson(const Ceilings& ceilings);
/// [{name, values[]}]
Json axesJson(const std::vector<Axis>& axes);
/// One object per point: values, times, verdict, status and its reason. `rows` must have the same length; missing times
/// are null.
Json pointsJson(const Sweep& sweep, const std::vector<PointRow>& rows);
/// How races are judged: {name, error_rate, margin, precision, ...}; null without races.
Json testJson(const std::optional<RaceSettings>& settings);
/// One for each race: how it ended, its rounds, the precision that it reached, and its warnings.
Json racesJson(const Experiment& experiment);
/// The warnings of all races, those of their points included, each with what it is of.
Json warningsJson(const Experiment& experiment);

} // namespace lightbench
