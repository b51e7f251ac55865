// Follows what each kernel reads and writes, from the first to the last.
#include "core/definition/kernel_order.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "core/base/text.h"

namespace lightbench {

namespace {
using Passes = std::vector<const DeclaredPass*>;

/// True if a kernel that reads the image would overwrite the result of an earlier one.
bool overwritesResult(const Passes& passes) {
    const auto first = std::ranges::find_if(passes, &DeclaredPass::writesResult);
    return first != passes.end() && std::any_of(first + 1, passes.end(), [](const DeclaredPass* pass) {
               return pass->writesResult() && pass->takes(ArgumentMeaning::Source);
           });
}

/// Which kernels write the result.
std::string writersText(const Passes& passes) {
    Passes writers;
    std::ranges::copy_if(passes, std::back_inserter(writers), &DeclaredPass::writesResult);
    return "the kernels " + joinWords(textsOf(writers, &DeclaredPass::name), "and") +
           (writers.size() == 2 ? " both" : " all") + " write the result";
}

/// True if some kernels pass their results in buffers and others in image objects.
bool mixesBuffersAndImages(const Passes& passes) {
    bool hasObjects = false, hasBuffers = false;
    for (const DeclaredPass* pass : passes)
        for (const ArgumentMeaning& one : pass->arguments) {
            if (one.kind != ArgumentMeaning::Source && one.kind != ArgumentMeaning::Destination) continue;
            const bool isObject = one.argument.space == KernelArgument::Image;
            hasObjects = hasObjects || isObject;
            hasBuffers = hasBuffers || !isObject;
        }
    return hasObjects && hasBuffers;
}

/// True if the kernels cannot run in this order, or if what they read and write does not decide the order. The file
/// must then say it.
bool isAmbiguous(const Passes& passes, bool isAnalysis) {
    std::set<std::string> written;
    for (const DeclaredPass* pass : passes) {
        const bool isFirst = pass == passes.front(), isLast = pass == passes.back();
        bool reads = isFirst;
        for (const ArgumentMeaning& one : pass->arguments)
            reads = reads || (one.kind == ArgumentMeaning::Scratch && written.contains(one.scratch));
        for (const ArgumentMeaning& one : pass->arguments)
            if (one.kind == ArgumentMeaning::Scratch && !one.argument.isReadOnly) written.insert(one.scratch);
        if (reads && pass->writesResult() == (isLast && !isAnalysis)) continue;
        if (isLast && reads) continue;                       // that there is no result is asked elsewhere
        if (pass->takes(ArgumentMeaning::Unknown)) continue; // what the argument means is asked first
        return true;
    }
    return false;
}
} // namespace

std::string compositionProblem(const Passes& passes, ResultComposition shared) {
    if (shared == ResultComposition::Chained && mixesBuffersAndImages(passes))
        return "a chain needs kernels that take either buffers or image objects, not both";
    if (shared != ResultComposition::OfLast || !overwritesResult(passes)) return {};
    return writersText(passes) + "; add ; result chained if each reads the result of the one before, or "
                                 "; result parts if each writes its own part of the image";
}

std::optional<KernelQuestion> orderQuestion(const Passes& passes, bool isAnalysis) {
    if (!isAmbiguous(passes, isAnalysis)) return std::nullopt;
    const std::vector<std::string> names = textsOf(passes, &DeclaredPass::name), reversed(names.rbegin(), names.rend());
    const std::string prefix = "//@ variant: all; passes ", inOrder = prefix + joined(names, ", ");
    const bool isShared = overwritesResult(passes);
    const std::string chained = isShared ? "; result chained" : "";
    std::vector<std::string> lines{inOrder + chained, prefix + joined(reversed, ", ") + chained};
    if (isShared) lines.push_back(inOrder + "; result parts");
    for (const std::string& name : names)
        lines.push_back("//@ variant: " + name);
    const std::string text =
        isShared ? writersText(passes) + "; to run each on the result of the one before, write " + lines[0] +
                       "; where each writes its own part of the image, end that line with result parts; for one "
                       "kernel alone, write //@ variant: " +
                       names.front()
                 : "the order of the kernels " + joinWords(names, "and") +
                       " is not clear; write //@ variant: NAME; passes " + joined(names, ", ") +
                       " for kernels that run one after the other, or a line for each: //@ variant: " + names.front();
    return KernelQuestion{"variant all", text, std::move(lines)};
}

} // namespace lightbench
