// The source of a stage's kernels as a value: which files, which constants, which launches. The Source tab and the
// command `source` show it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/framework/kernel_library.h"
#include "core/run/resolve.h"
#include "core/source/built_text.h"

namespace lightbench {

/// A name with its value as text: a define, or an argument of a kernel.
using NamedValue = std::pair<std::string, std::string>;

/// A file as it is written, and the paths of the files that it includes.
struct SourceFile {
    std::string path, text;
    std::vector<std::string> includes;
};

/// One launch of a kernel, as the plan has it.
struct KernelLaunch {
    std::string kernel;
    std::array<std::size_t, 2> global{1, 1};
    Workgroup local;
    std::uint64_t localBytes = 0, bytes = 0, operations = 0;
    bool records = false;              ///< Replay can show the order of its pixels
    std::vector<NamedValue> arguments; ///< the numbers that it takes
    int count = 1;                     ///< how often the stage launches it with the same numbers
    std::string text() const;          ///< in one line
    bool operator==(const KernelLaunch&) const = default;
};

/// A program that a stage builds, and the launches of its kernels.
struct ProgramSource {
    std::string path;                  ///< of its own file, such as "kernels/point/threshold.cl"
    std::vector<NamedValue> constants; ///< its defines, in the order of the compiler's options
    std::vector<KernelLaunch> launches;
    KernelSource whole; ///< as the driver gets it
    CompilerMacros compiler;

    /// Its own file first, then every file that it includes, then the prelude.
    std::vector<SourceFile> files(const KernelLibrary& kernels) const;
    BuiltText built() const;
};

struct StageSource {
    std::string filter, variant;
    Workgroup workgroup;
    std::vector<ProgramSource> programs; ///< empty for the host's variant
};

/// Passes with one program and equal defines share an entry. Throws Error(Input) if a file is missing.
StageSource stageSource(const ResolvedStage& resolved, const KernelLibrary& kernels, const DeviceInfo& device);

/// The text with which a variant of the user begins: a copy of one of the stage's programs, under a line `//@ variant
/// of:`. Headers that define the program's kernels stand in it, so that these can be changed; other headers stay
/// includes. Throws Error(Usage) if the stage's filter is not built in.
std::string variantCopy(const ResolvedStage& stage, const ProgramSource& program, const KernelLibrary& kernels);

/// Equal texts, constants and launches, so that a compiler makes the same of both.
bool isBuiltAlike(const StageSource& a, const StageSource& b);

} // namespace lightbench
