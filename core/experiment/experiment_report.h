// What reports of measurements say of devices, axes and points, as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

/// {name, platform, driver, type, index}, with "ceilings" where they were measured.
std::string deviceJson(const DeviceInfo& device, const Ceilings& ceilings);
/// Gigabytes and giga-operations a second at most, with the worst of the rounds.
std::string ceilingsJson(const Ceilings& ceilings);
/// [{name, values[]}]
std::string axesJson(const std::vector<Axis>& axes);
/// One object for each point, as SPEC.md's experiment report has it: values, times, verdict, status and its reason.
/// `rows` has as many; times that there are not are null.
std::string pointsJson(const Sweep& sweep, const std::vector<PointRow>& rows);

} // namespace lightbench
