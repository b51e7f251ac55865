// What most tests mean: stacks, stages and filters of the built-in catalog. The names are those of core, which take a
// catalog there.
#pragma once

#include <string>
#include <string_view>

#include "core/filters/built_in_filters.h"
#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"

namespace lightbench {

inline const std::vector<Filter>& allFilters() { return builtInFilters().filters(); }
inline const Filter* findFilter(std::string_view id) { return builtInFilters().find(id); }
inline const Filter& filterById(std::string_view id) { return builtInFilters().byId(id); }

inline Stack parseStack(std::string_view text, const std::string& folder = {}) {
    return parseStack(text, builtInFilters(), folder);
}
inline std::string stackText(const Stack& stack) { return stackText(stack, builtInFilters()); }
inline std::string stackLine(const Stack& stack) { return stackLine(stack, builtInFilters()); }
inline std::string stageText(const Stage& stage) { return stageText(stage, builtInFilters()); }

inline Stage makeStage(std::string_view filter) { return makeStage(filter, builtInFilters()); }
inline Stage makeAddedStage(std::string_view filter) { return makeAddedStage(filter, builtInFilters()); }
inline bool needsProgress(const Stage& stage) { return needsProgress(stage, builtInFilters()); }
inline bool needsProgress(const Stack& stack) { return needsProgress(stack, builtInFilters()); }
inline ImageShape outputShape(const Stage& stage, const ImageShape& input) {
    return outputShape(stage, input, builtInFilters());
}
inline ResolvedStage resolveStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device) {
    return resolveStage(stage, input, device, builtInFilters());
}
inline ImagePtr runReference(ImagePtr image, const Stack& stack) {
    return runReference(std::move(image), stack, builtInFilters());
}

} // namespace lightbench
