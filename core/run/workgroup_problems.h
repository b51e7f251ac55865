// Why a workgroup size cannot run a variant: limits of the device, the variant's rule, and what its plan needs. Only
// core/run/resolve.cpp asks.
#pragma once

#include <string>

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// What forbids the request's size before anything is planned; empty if nothing does. `request` has the variant's
/// tuning parameters.
std::string sizeProblem(const Variant& variant, const PlanRequest& request);
/// What the plan for that size needs and the device lacks; empty if it lacks nothing.
std::string needsProblem(const Plan& plan, const PlanRequest& request);

} // namespace lightbench
