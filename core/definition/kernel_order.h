// How the kernels of a variant follow each other: in which order, and what becomes of the result if more than one of
// them writes it. kernel_file.cpp asks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/definition/kernel_file.h"

namespace lightbench {

/// Several kernels run in their order where each reads what an earlier one wrote, and only the last writes the result.
/// Otherwise a question with the lines that would answer it.
std::optional<KernelQuestion> orderQuestion(const std::vector<const DeclaredPass*>& passes, bool isAnalysis);

/// What is wrong where several kernels write the result, for a message behind file and line. Empty: nothing. A kernel
/// that does not read the image may change the result in place; any other would overwrite it, unless a
/// line says what is meant.
std::string compositionProblem(const std::vector<const DeclaredPass*>& passes, ResultComposition shared);

} // namespace lightbench
