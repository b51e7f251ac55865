// What every plan must keep, whoever wrote it; used by tests that walk the registry.
#pragma once

#include <QStringList>

#include "core/run/resolve.h"

namespace lightbench::tests {

/// Devices that plans are tried for: a small one of no kind, a GPU and a CPU.
const std::vector<DeviceInfo>& devices();

/// Everything that is wrong with a plan, one line each: sizes, kernel names and arguments against the programs' source,
/// scratch, traffic, shape. Empty for a sound plan.
QStringList planProblems(const Filter& filter, const Plan& plan, const PlanRequest& request);

/// True if both plans would do the same (host steps are compared by name and buffers).
bool samePlan(const Plan& a, const Plan& b);

/// "17 x 13, gray 8-bit, workgroup 16x16 on small" for messages.
QString describe(const PlanRequest& request);

} // namespace lightbench::tests
