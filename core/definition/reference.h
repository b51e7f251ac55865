// The reference of a kernel file, which a line says: `//@ reference: ` and a stack of built-in filters, `kernel NAME`,
// `python FILE.py`, `image FILE` or `none`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/definition/kernel_file.h"
#include "core/framework/filter_catalog.h"
#include "core/run/stack.h"

namespace lightbench {

using KernelFilePtr = std::shared_ptr<const KernelFile>;

/// What the lines of a file say of its reference, or the Python file beside it. `tolerance 1` sets a tolerance of one
/// step of integer samples, and 1/255 of full scale for floats. Throws Error(Usage) that names file and line.
DeclaredReference declaredReference(const Declarations& lines, const FilterDefinition& definition,
                                    Tolerance& tolerance);
/// What the line says, apart from its parts; `none` too.
DeclaredReference referenceIn(const Annotation& line);
/// The first such line of a kernel file; nothing if it has none.
std::optional<Annotation> referenceLineIn(const std::string& text, const std::string& file);
/// The Python text of a definition's reference; empty if it has none.
std::string pythonOf(const FilterDefinition& definition);
/// True if the text of a Python file defines the function `reference`.
bool definesReference(const std::string& script);

/// Gives the filter the file's reference, if it has one. In a stack, a value that names parameters of the file, such as
/// `sigma` or `2 * radius + 1` (in double quotes), is that expression; others stand as they are. Throws Error(Usage)
/// that names the line if the stack cannot be read.
void addReference(Filter& filter, const KernelFilePtr& file, const FilterCatalog& catalog,
                  const std::function<Variant(const DeclaredVariant&)>& variantOf);
/// The stack of a reference that is one, with these values of the file's parameters. Throws Error if it cannot be read.
Stack referenceStack(const KernelFile& file, const ParameterValues& parameters, const FilterCatalog& catalog);

} // namespace lightbench
