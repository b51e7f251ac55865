// The variant `cpu` that every filter has: its reference as a host step in the middle of the chain.
#pragma once

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench {

/// Its plan pointer is null: makePlan calls hostPlan.
const Variant& hostVariant();

/// Download, reference, upload; for analysis filters the analysis goes to Plan::analysis.
Plan hostPlan(const Filter& filter, const PlanRequest& request);

} // namespace lightbench
