// Makes the plan of a kernel file's variant: evaluates its expressions for one image, and places buffers, passes and
// arguments. Images of other types or layouts than the kernels take are converted in that plan, before and after them.
#pragma once

#include "core/definition/kernel_file.h"
#include "core/framework/plan.h"

namespace lightbench {

/// The built-in kernel that moves samples between an image and the buffers of a user's kernel.
inline constexpr const char* sampleMover = "move_samples";

/// The plan of a variant. Throws Error(Usage) that names the file and the line if an expression has no value
/// here, such as a buffer of negative size.
Plan definitionPlan(const KernelFile& file, const DeclaredVariant& variant, const PlanRequest& request);

/// Why a workgroup size does not fit: kernels that fix another one, an exact range that it does not divide, or a size
/// that is not declared. Empty if it does fit.
std::string definitionWorkgroupProblem(const KernelFile& file, const DeclaredVariant& variant, Workgroup workgroup,
                                       const PlanRequest& request);

/// The value of a define as text: a whole number, or a float.
std::string defineText(double number);

} // namespace lightbench
