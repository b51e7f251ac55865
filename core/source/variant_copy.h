// The text with which a variant of the user begins: the program of a built-in variant, under a line `//@ variant of:`.
// The command `source --copy` and the Source tab write it.
#pragma once

#include <string>

#include "core/source/stage_source.h"

namespace lightbench {

/// A copy of one of the stage's programs, for a kernel file. Headers that define the program's kernels stand in it, so
/// that these can be changed; other headers stay includes. Throws Error(Usage) if the stage's filter is not built in.
std::string variantCopy(const ResolvedStage& stage, const ProgramSource& program, const KernelLibrary& kernels);

} // namespace lightbench
