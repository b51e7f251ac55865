// The kernels of an OpenCL C file as its text shows them: their names and arguments, how their work-items cover the
// image, and which buffers they only add to. core/definition/argument_meanings.h guesses what the arguments mean.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/framework/code_tokens.h"
#include "core/framework/filter_definition.h"
#include "core/framework/kernel_arguments.h"

namespace lightbench {

struct PixelKind;

/// The kernels of a definition in their order: as a driver reported them, else as the text says. Throws Error(Usage)
/// that names the file if the text cannot tell: a kernel has #-lines among its arguments, or is there twice with
/// different ones.
std::vector<KernelSignature> signaturesOf(const FilterDefinition& definition);

/// The arguments of all kernels, in order. They live as long as the kernels.
std::vector<std::reference_wrapper<const KernelArgument>> argumentsOf(const std::vector<KernelSignature>& kernels);

/// How the work-items of a kernel cover the image.
struct RangeGuess {
    std::string x, y;    ///< expressions
    std::string told_by; ///< why it is not width and height; empty: it is
};
/// `body`: the tokens between the kernel's braces, here and below; none if the text has no such kernel.
RangeGuess rangeIn(TokenSpan body, const PixelKind& pixels, bool hasSides, bool hasChannels);

/// True if a kernel changes the buffer only by adding to it: by atomic functions, or by += and its like. Such a buffer,
/// as the counters of a histogram, must begin with zeros. False where that cannot be told, such as for a pointer that
/// is handed on.
bool onlyAddsTo(TokenSpan body, const std::string& buffer);

} // namespace lightbench
