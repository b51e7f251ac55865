// A kernel file with a line `//@ variant of: gaussian fused` is no filter but a variant of one: the plan of a built-in
// variant with the user's kernels. Its name is mine:NAME, where NAME is the file's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/definition/annotations.h"
#include "core/framework/filter_catalog.h"

namespace lightbench {

/// What the line says.
struct BaseVariantLine {
    Annotation line;
    std::string filter{}, variant{};
};

/// Nothing if no line says it. Throws Error(Usage) that names file and line.
std::optional<BaseVariantLine> copiedVariantIn(const std::vector<Annotation>& lines);

/// Throws Error(Usage) unless it is of small letters, digits and dashes: the name of a filter or of a variant.
void checkDefinitionName(const std::string& name);

/// The id of the variant, such as mine:fast.
std::string ownVariantOf(const FilterDefinition& definition);
/// As stacks name it: "gaussian variant=mine:fast", or the filter's id if the definition is a filter.
std::string definitionName(const FilterDefinition& definition);
/// What was understood of a variant, as text for people. `filters` has the variant.
std::string ownVariantText(const FilterDefinition& definition, const FilterCatalog& filters);

} // namespace lightbench
