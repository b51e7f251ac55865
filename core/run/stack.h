// A stack: the list of filter stages that an image passes through. A plain value: the window edits it, stack texts
// store it (core/run/stack_text.h), and the engine runs it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/filter_catalog.h"

namespace lightbench {

class Error;

/// One stage of a stack, a plain value.
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

/// A stage of that filter with all defaults. Throws Error(Usage) for an unknown filter.
Stage makeStage(std::string_view filterId, const FilterCatalog& filters);

/// The same, with the first values of a stage that is added in the lab (Parameter::initialWhenAdded).
Stage makeAddedStage(std::string_view filterId, const FilterCatalog& filters);

/// True if a stage's variant waits for other work-items in ways for which OpenCL does not guarantee progress. It may
/// then only run where it can be killed. `auto` never chooses such a variant. For a stack: true if any enabled stage
/// does.
bool needsProgress(const Stage& stage, const FilterCatalog& filters);
bool needsProgress(const Stack& stack, const FilterCatalog& filters);

/// The id of the definition that the stage's kernels come from, if they come from one.
std::string definitionIdOf(const Stage& stage);

/// True if the stage's kernels are the user's: those of a definition. For a stack: those of any enabled stage.
bool runsDefinition(const Stage& stage, const FilterCatalog& filters);
bool runsDefinition(const Stack& stack, const FilterCatalog& filters);

/// True if both catalogs have the same definitions of the stage's filter and of its variant, or none.
bool isDefinedAlike(const Stage& stage, const FilterCatalog& a, const FilterCatalog& b);

/// Copies an error of a stage with a prefix and the stage's index.
Error placed(const Error& problem, const std::string& prefix, int stage);

/// The shape of the stage's output. Throws Error(Usage) if the filter does not accept this input, and says what it
/// accepts.
ImageShape outputShape(const Stage& stage, const ImageShape& input, const FilterCatalog& filters);

} // namespace lightbench
