// Workgroup sizes in the //@ lines of a kernel file, and those that a kernel fixes itself: by reqd_work_group_size in
// its text, or by a line //@ pass. A variant whose kernels all do offers that one size, and refuses others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/definition/kernel_file.h"

namespace lightbench {

/// One size in a line, such as 16x16 or 64. Throws Error(Usage).
Workgroup sizeIn(const std::string& text, const Annotation& line);
/// Sizes with commas between them. Throws Error(Usage).
std::vector<Workgroup> sizesIn(const std::string& text, const Annotation& line);

/// The size that a pass always has: by its kernel's attribute, or by its line //@ pass. Nothing if it has none.
/// `kernelLine`: where the kernel stands. `text`: of the file and its headers. Throws Error(Usage) that names file and
/// line for sizes that no launch can have.
std::optional<Workgroup> workgroupOfPass(const VoidFunction& kernel, int kernelLine, const Annotation& line,
                                         const std::string& text, const Declarations& declared);
/// Throws Error(Usage) if a line offers sizes that its passes do not take.
void checkOffered(const std::vector<Workgroup>& offered, const std::vector<const DeclaredPass*>& passes,
                  const Annotation& line);

/// The size of a variant with these passes, if all of them fix theirs: that of the first.
std::optional<Workgroup> fixedWorkgroup(const std::vector<const DeclaredPass*>& passes);
/// Why a variant with these passes cannot run with another size than fixedWorkgroup, in a sentence that names the
/// kernels.
std::string fixedWorkgroupProblem(const std::vector<const DeclaredPass*>& passes, const DeviceInfo& device);

} // namespace lightbench
