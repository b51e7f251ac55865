#include "core/filters/building_blocks.h"

#include "core/run/resolve.h"

namespace lightbench {

namespace filters {
Filter box();
Filter convolution();
Filter gaussian();
Filter grayscale();
Filter integral();
} // namespace filters

const FilterCatalog& buildingBlocks() {
    static const FilterCatalog catalog(std::vector<Filter>{filters::box(), filters::convolution(), filters::gaussian(),
                                                           filters::grayscale(), filters::integral()});
    return catalog;
}

Stage buildingBlock(std::string_view filter) { return makeStage(filter, buildingBlocks()); }

Plan planOf(const Stage& buildingBlock, const ImageShape& input, const DeviceInfo& device) {
    return resolveStage(buildingBlock, input, device, buildingBlocks()).plan;
}

} // namespace lightbench
