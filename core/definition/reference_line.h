// The line `//@ reference: ...` of a kernel file: a stack, `kernel NAME`, `python FILE.py`, `image FILE` or `none`.
#pragma once

#include <optional>
#include <string>

#include "core/definition/kernel_file.h"

namespace lightbench {

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

} // namespace lightbench
