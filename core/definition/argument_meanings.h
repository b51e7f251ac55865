// Gives each argument of a kernel its meaning: from `//@` lines, else from its name, else by a guess. kernel_file.cpp
// asks for it.
#pragma once

#include <vector>

#include "core/definition/kernel_file.h"

namespace lightbench {

/// Adds to the file what the arguments need: parameters, working memory, and guesses. All references must outlive it.
class ArgumentReader {
public:
    /// `text`: of the file and its headers.
    ArgumentReader(Declarations& declared, KernelFile& file, const std::vector<KernelSignature>& kernels,
                   const std::string& text)
        : declared_(declared), file_(file), kernels_(kernels), text_(text) {}

    /// `hasSize`: the kernel has arguments for width and height. What cannot be told is a question to the file. Throws
    /// Error(Usage) for a line that is wrong.
    ArgumentMeaning of(const KernelArgument& argument, bool hasSize);

private:
    ArgumentMeaning bufferMeaning(const KernelArgument& argument);
    bool shareScratch(const KernelArgument& argument);
    ArgumentMeaning asked(const KernelArgument& argument, const std::string& text);
    ArgumentMeaning samplerMeaning(const KernelArgument& argument);
    ArgumentMeaning localMeaning(const KernelArgument& argument);
    ArgumentMeaning valueMeaning(const KernelArgument& argument, bool hasSize);
    ArgumentMeaning givenMeaning(const KernelArgument& argument, const GivenExpression& given);
    bool useParameter(const KernelArgument& argument);

    Declarations& declared_;
    KernelFile& file_;
    const std::vector<KernelSignature>& kernels_;
    const std::string& text_;
};

} // namespace lightbench
