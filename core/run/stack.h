// A stack: the filters that an image goes through, in order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/filter/filter_catalog.h"

namespace lightbench {

/// One stage. A plain value: the lab edits it, the stack text writes it, the engine runs it.
struct Stage {
    std::string filter;
    ParameterValues parameters; ///< complete
    std::string variant = "auto";
    std::optional<Workgroup> workgroup; ///< nothing: auto
    bool enabled = true;
    bool operator==(const Stage&) const = default;
};

constexpr auto fields(const Stage*) {
    using T = Stage;
    return FieldList{Field{"filter", &T::filter}, Field{"parameters", &T::parameters}, Field{"variant", &T::variant},
                     Field{"workgroup", &T::workgroup}, Field{"enabled", &T::enabled}};
}

using Stack = std::vector<Stage>;

/// A stage of that filter with every default. Throws Error(Usage) for an unknown filter.
Stage makeStage(std::string_view filterId, const FilterCatalog& filters = builtInFilters());

/// The same with what a stage begins with that is added in the lab (Parameter::initialWhenAdded).
Stage makeAddedStage(std::string_view filterId, const FilterCatalog& filters = builtInFilters());

/// Whether a stage's variant waits on other work-items in ways that OpenCL does not promise to end, so that it may run
/// only where it can be killed. `auto` never takes such a variant. Of a stack: whether any enabled stage does.
bool needsProgress(const Stage& stage, const FilterCatalog& filters = builtInFilters());
bool needsProgress(const Stack& stack, const FilterCatalog& filters = builtInFilters());

/// Shape of the stage's output. Throws Error(Usage) if the filter does not take this input, saying what it takes.
ImageShape outputShape(const Stage& stage, const ImageShape& input, const FilterCatalog& filters = builtInFilters());

} // namespace lightbench
