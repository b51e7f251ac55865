// The kernels of an OpenCL C file: their names and arguments, as the text says. core/definition/argument_meanings.h
// guesses from them what the arguments mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/framework/filter_definition.h"
#include "core/framework/kernel_arguments.h"

namespace lightbench {

/// The kernels of a text in their order, read without a preprocessor. Throws Error(Build) if a kernel has #-lines among
/// its arguments, or is there twice with different ones.
std::vector<KernelSignature> parseSignatures(const std::string& text);
/// The kernels of a definition: as a driver reported them, else as the text says. Throws Error(Usage) that names the
/// file if the text cannot tell.
std::vector<KernelSignature> signaturesOf(const FilterDefinition& definition);

/// What a kernel's text shows beyond its arguments.
struct KernelBody {
    int line = 0;           ///< of the kernel's name, counted from 1
    std::string text;       ///< between the outer braces, without comments
    std::string attributes; ///< what stands before the outer braces, from the first attribute on
};

/// Empty if the text has no such kernel.
KernelBody kernelBody(const std::string& text, const std::string& kernel);

inline constexpr const char* imageObjectType = "image2d_t";

/// The number of bytes of a scalar or vector type of OpenCL C, as in buffers; 0 for others, such as structs.
int bytesOfType(std::string_view type);
/// "uchar" and 4 of "uchar4"; the type and 1 of a scalar. A vector of three counts as four, as in memory.
std::pair<std::string, int> elementOf(std::string_view type);

/// "is 300 here, but uchar holds 0 to 255"; empty if an integer type of at most 32 bits holds it, and for other types.
std::string rangeProblem(std::string_view type, double number);

} // namespace lightbench
