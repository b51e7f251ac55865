// What reports of measurements say of devices, axes and points, as JSON.
#pragma once

#include <vector>

#include "core/base/json.h"
#include "core/experiment/row.h"

namespace lightbench {

/// {name, platform, driver, type, index}, with "ceilings" where they were measured.
Json deviceJson(const DeviceInfo& device, const Ceilings& ceilings);
/// Gigabytes and giga-operations a second at most, with the worst of the rounds.
Json ceilingsJson(const Ceilings& ceilings);
/// [{name, values[]}]
Json axesJson(const std::vector<Axis>& axes);
/// One object for each point, as SPEC.md's experiment report has it: values, times, verdict, status and its reason.
/// `rows` has as many; times that there are not are null.
Json pointsJson(const Sweep& sweep, const std::vector<PointRow>& rows);

} // namespace lightbench
