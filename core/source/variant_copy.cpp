// Puts headers with kernels in the place of their #include lines.
#include "core/source/variant_copy.h"

#include <algorithm>
#include <sstream>

#include "core/base/error.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {
bool definesOne(const std::string& text, const std::vector<KernelLaunch>& launches) {
    const std::vector<std::string> names = kernelNames(text);
    return std::ranges::any_of(
        launches, [&](const KernelLaunch& launch) { return std::ranges::find(names, launch.kernel) != names.end(); });
}

std::string withKernelsOf(const KernelSource& file, const std::vector<KernelLaunch>& launches,
                          const KernelLibrary& kernels) {
    std::istringstream lines(file.text);
    const std::map<int, std::string> headers = kernels.includes(file.path, file.text);
    std::string text, line;
    for (int number = 1; std::getline(lines, line); ++number) {
        const auto name = headers.find(number);
        const KernelSource header = name == headers.end() ? KernelSource{} : kernels.file(name->second);
        text += definesOne(header.text, launches) ? withKernelsOf(header, launches, kernels) : line + "\n";
    }
    return text;
}
} // namespace

std::string variantCopy(const ResolvedStage& stage, const ProgramSource& program, const KernelLibrary& kernels) {
    const KernelLibrary now = kernels.read();
    const KernelSource file = now.file(program.path);
    const bool isOwn = !stage.variant->baseVariant.empty();
    if (program.path.starts_with(userFolder) && !isOwn)
        throw Error(ErrorKind::Usage, stage.filter->id + " is a filter of your own; change or copy its file");
    const std::string text = withKernelsOf(file, program.launches, now);
    if (program.path.starts_with(userFolder)) return text; // it has its line
    return "//@ variant of: " + stage.filter->id + " " + (isOwn ? stage.variant->baseVariant : stage.variant->id) +
           "\n" + "// A copy of " + file.path +
           ". Kernels keep their names and arguments: the plan launches them.\n\n" + text;
}

} // namespace lightbench
