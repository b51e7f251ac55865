// Workgroup sizes in the //@ lines of a kernel file.
#pragma once

#include <string>
#include <vector>

#include "core/definition/annotations.h"
#include "core/framework/workgroup.h"

namespace lightbench {

/// One size, such as 16x16 or 64. Throws Error(Usage).
Workgroup sizeIn(const std::string& text, int line, const std::string& file);
/// Sizes with commas between them. Throws Error(Usage).
std::vector<Workgroup> workgroupsIn(const std::string& text, int line, const std::string& file);
/// Those of a line //@ workgroups; empty for a null line.
std::vector<Workgroup> workgroupsOf(const Annotation* line, const std::string& file);

} // namespace lightbench
