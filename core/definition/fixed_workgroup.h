// Workgroup sizes that a kernel fixes itself: by reqd_work_group_size in its text, or by a line //@ pass. A variant
// whose kernels all do offers that one size, and refuses others.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/definition/kernel_file.h"

namespace lightbench {

/// What reqd_work_group_size requires.
struct RequiredSize {
    Workgroup size;
    int depth = 1; ///< the third number
};

/// The size that a kernel's attributes require. Its numbers may be arithmetic with macros: `code` is the program's text
/// without comments, and `defines` are the names and expressions of //@ define lines. Nothing without the attribute, or
/// where only a compiler can tell the numbers; the engine then learns them when the kernel is built.
std::optional<RequiredSize> requiredSize(const std::string& attributes, const std::string& code,
                                         const std::vector<std::pair<std::string, std::string>>& defines);

/// The size that a pass always has: by its kernel's attribute, or by its line //@ pass. Nothing if it has none. `text`:
/// of the file and its headers. Throws Error(Usage) that names file and line for sizes that no launch can have.
std::optional<Workgroup> workgroupOfPass(const std::string& kernel, const Annotation& line, const KernelBody& body,
                                         const std::string& text, const Declarations& declared);
/// Throws Error(Usage) if a line offers sizes that its passes do not take.
void checkOffered(const std::vector<Workgroup>& offered, const std::vector<const DeclaredPass*>& passes, int line,
                  const Declarations& declared);

/// The size of a variant with these passes, if all of them fix theirs: that of the first.
std::optional<Workgroup> fixedWorkgroup(const std::vector<const DeclaredPass*>& passes);
/// Why a variant with these passes cannot run with another size than fixedWorkgroup, in a sentence that names the
/// kernels.
std::string fixedWorkgroupProblem(const std::vector<const DeclaredPass*>& passes, const DeviceInfo& device);

} // namespace lightbench
