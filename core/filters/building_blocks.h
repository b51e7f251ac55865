// The filters that other filters are built from. A filter that needs another one's reference or plan takes it from
// here, so that it never depends on the catalog of the request.
#pragma once

#include "core/framework/filter_catalog.h"
#include "core/framework/plan.h"
#include "core/run/stack.h"

namespace lightbench {

/// box, convolution, gaussian, grayscale and integral.
const FilterCatalog& buildingBlocks();
/// A stage of one of them, with its defaults.
Stage buildingBlock(std::string_view filter);
/// The plan of a stage that buildingBlock made, with its own choice of what is auto. Throws like resolveStage.
Plan planOf(const Stage& buildingBlock, const ImageShape& input, const DeviceInfo& device);

} // namespace lightbench
