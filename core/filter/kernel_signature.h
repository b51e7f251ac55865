// The parameters of a kernel, read from its program's source, and what a pass gives for each of them by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/filter/plan.h"

namespace lightbench {

struct KernelParameter {
    /// Of plans' arguments; Other is what they cannot give, such as a struct, an image or a name that a macro stands
    /// for.
    enum Kind { Buffer, Local, Int, UInt, Float, Other } kind = Other;
    std::string name;
    std::string declared; ///< as it stands in the source
    /// RECORD_PARAMETER (kernels/recording.clh): it is there only in programs built to record, for plans that give it.
    bool ifGiven = false;
};

/// The same text with a space for each comment, and with its line ends.
std::string withoutComments(std::string_view source);

/// The parameters of the kernel of that name in a program's source (KernelSource::text), in order; nothing if there is
/// none. The preprocessor is not asked: of several definitions, for several builds, all must have parameters of the
/// same names and kinds, and no #-lines may stand among them. Throws Error(Build) where that is not so.
std::optional<std::vector<KernelParameter>> kernelParameters(std::string_view source, std::string_view kernel);

/// Where each argument of a pass goes: the index of its kernel's parameter. Or why the pass does not suit the kernel.
struct ArgumentMatch {
    std::vector<std::size_t> positions; ///< as many as arguments, unless there is a problem
    std::string problem;                ///< a sentence without its end that names kernel and parameter; empty: none
};
/// `parameters` is what kernelParameters gave for the pass's kernel.
ArgumentMatch matchArguments(const KernelPass& pass, const std::optional<std::vector<KernelParameter>>& parameters);

} // namespace lightbench
