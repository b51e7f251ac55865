// The text of a program as it is built, for people to read: constants stand in place of their names, and branches that
// the constants rule out are gone. Comments, names of functions and layout stay. stage_source.h uses it.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/device/compiler_macros.h"
#include "core/framework/kernel_library.h"

namespace lightbench {

/// What a program is built with, and which of its kernels count.
struct BuildInput {
    std::vector<std::pair<std::string, std::string>> defines;
    CompilerMacros compiler;
    std::set<std::string> kernels; ///< functions that no kernel of these calls are left out; empty: all stay
};

struct BuiltText {
    std::string text;
    /// The compiler's own macros that conditions asked for, and that count as not defined because nothing is known.
    std::vector<std::string> assumed;
};

/// The head comment of the program's own file comes first, then each file under a line with its path. A macro that
/// becomes one word or number is replaced; other macros stay, with their definitions. Throws Error(Build) for a text
/// that the preprocessor cannot read.
BuiltText builtText(const KernelSource& source, const BuildInput& input);

} // namespace lightbench
