// The variant `cpu` of every filter: it runs the CPU reference as a host step inside the chain. makePlan and
// core/run/resolve.h use it.
#pragma once

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// Its plan function is null: makePlan calls hostPlan instead.
const Variant& hostVariant();

/// A plan that downloads, runs the reference and uploads. For analysis filters the result goes to Plan::analysis.
Plan hostPlan(const Filter& filter, const PlanRequest& request);

} // namespace lightbench
