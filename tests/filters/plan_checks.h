// Rules that every plan must follow, whatever its filter. Tests that walk the filter registry use them.
#pragma once

#include <QStringList>

#include "core/run/resolve.h"

namespace lightbench::tests {

/// Devices for which plans are checked: a small unspecific one, a GPU and a CPU.
const std::vector<DeviceInfo>& devices();

/// The values worth trying for one parameter, of a palette one of two colours.
std::vector<ParameterValue> interesting(const Parameter& parameter);
/// The defaults, then one parameter changed at a time.
std::vector<ParameterValues> settingsOf(const Filter& filter);
/// False where the filter itself refuses these values for this input.
bool suits(const Filter& filter, const ImageShape& input, const ParameterValues& parameters);

/// All errors of a plan, one line each: sizes, kernel names and arguments against the program source, scratch memory,
/// traffic, shape. Empty for a correct plan.
QStringList planProblems(const Filter& filter, const Plan& plan, const PlanRequest& request);

/// Describes a request in messages, such as "17 x 13, gray 8-bit, workgroup 16x16 on small".
QString describe(const PlanRequest& request);

} // namespace lightbench::tests
