// The files that a stack depends on: those that its stages name, and the user's kernel files with their headers and
// references. Journals compare their contents, and nothing is written over them.
#pragma once

#include <string>
#include <vector>

#include "core/base/file_claims.h"
#include "core/run/stack.h"

namespace lightbench {

/// The files that a stack's stages name: matrices, resources and images, also those of references that are stacks.
std::vector<ReadFile> filesOf(const Stack& stack, const FilterCatalog& filters);
/// The files of the catalog's definitions: kernel files, their headers and their references.
std::vector<ReadFile> filesOf(const FilterCatalog& filters);

/// A hash of all that the results and the checks of a stack depend on, beside its input, the built-in kernels and the
/// program: every field of its enabled stages with the contents of the files that they name, and every field of the
/// definitions that they run. Where the files lie does not count. Journals store it in each row, whatever command wrote
/// it.
std::string stackFilesHash(const Stack& stack, const FilterCatalog& filters);

} // namespace lightbench
