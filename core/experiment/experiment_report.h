// The parts of measurement reports as JSON: devices, axes, points, races and warnings. The bench and the command line
// assemble their reports from them.
#pragma once

#include <vector>

#include "core/base/json.h"
#include "core/experiment/experiment.h"

namespace lightbench {

/// {name, platform, driver, type, index}, plus "ceilings" if they were measured.
Json deviceJson(const DeviceInfo& device, const Ceilings& ceilings);
/// Peak rates in 10^9 bytes and 10^9 operations per second, each with the worst round.
Json ceilingsJson(const Ceilings& ceilings);
/// [{name, values[]}]
Json axesJson(const std::vector<Axis>& axes);
/// One object per point: values, times, verdict, status and its reason. `rows` must have the same length; missing times
/// are null.
Json pointsJson(const Sweep& sweep, const std::vector<PointRow>& rows);
/// The race settings: {name, error_rate, margin, precision, ...}; null if there were no races.
Json testJson(const std::optional<RaceSettings>& settings);
/// One object per race: how it ended, its rounds, the precision reached, and its warnings.
Json racesJson(const Experiment& experiment);
/// The warnings of all races and of their points, each with its subject.
Json warningsJson(const Experiment& experiment);

} // namespace lightbench
