// What a driver's compiler made of a stage's kernels: registers, spills, memory, limits, its log and its code. An
// engine builds the stage once more to find out (Engine::compile). The Source tab and the command `source` show it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"
#include "core/base/json.h"

namespace lightbench {

/// The figures of one kernel. Those without a value are not reported by the driver.
struct KernelResources {
    std::string kernel;
    std::uint64_t workItems = 0; ///< of the workgroup that it is launched with; 0: the driver chooses
    // From the compiler's log.
    std::optional<std::uint64_t> registers{};   ///< of a work-item
    std::optional<std::uint64_t> spillStores{}; ///< bytes that a work-item stores to memory, for lack of registers
    std::optional<std::uint64_t> spillLoads{};  ///< bytes that it loads from there
    std::optional<std::uint64_t> stackBytes{};  ///< the stack frame of a work-item, with arrays and spills
    // From OpenCL.
    std::optional<std::uint64_t> privateBytes{}; ///< private memory of a work-item
    std::optional<std::uint64_t> localBytes{};   ///< local memory of a workgroup
    std::optional<std::uint64_t> preferredMultiple{};
    std::optional<std::uint64_t> largestWorkgroup{}; ///< work-items
    bool operator==(const KernelResources&) const = default;
};

constexpr auto fields(const KernelResources*) {
    using T = KernelResources;
    return FieldList{Field{"kernel", &T::kernel},
                     Field{"work_items", &T::workItems},
                     Field{"registers", &T::registers},
                     Field{"spill_store_bytes", &T::spillStores},
                     Field{"spill_load_bytes", &T::spillLoads},
                     Field{"stack_bytes", &T::stackBytes},
                     Field{"private_bytes", &T::privateBytes},
                     Field{"local_bytes", &T::localBytes},
                     Field{"preferred_multiple", &T::preferredMultiple},
                     Field{"largest_workgroup", &T::largestWorkgroup}};
}

/// A program of a stage as a driver compiled it.
struct CompiledProgram {
    std::string program; ///< KernelPass::program
    std::string options; ///< the compiler's
    std::vector<KernelResources> kernels;
    std::string log;  ///< what the compiler wrote; may be empty
    std::string code; ///< the program's binary if it is text, such as PTX; else empty
    bool operator==(const CompiledProgram&) const = default;
};

constexpr auto fields(const CompiledProgram*) {
    using T = CompiledProgram;
    return FieldList{Field{"program", &T::program}, Field{"options", &T::options}, Field{"kernels", &T::kernels},
                     Field{"log", &T::log}, Field{"code", &T::code}};
}

/// Finds a kernel; null if it is not there.
const KernelResources* figuresOf(std::span<const CompiledProgram> programs, std::string_view kernel);

/// One line of a table of figures.
struct FigureRow {
    std::string name, value;
    std::string meaning; ///< in one sentence
};
/// Every figure in words. A missing one is "not reported by the driver".
std::vector<FigureRow> figureRows(const KernelResources& figures);
/// What the figures advise, in a sentence each; empty if nothing.
std::vector<std::string> figureAdvice(const KernelResources& figures);
/// The tables of all kernels, with the advice below each, as text for a terminal.
std::string figuresText(std::span<const CompiledProgram> programs);

/// Adds what the log of NVIDIA's compiler (-cl-nv-verbose) says of these kernels. Other logs add nothing.
void addFiguresOfLog(std::span<KernelResources> kernels, std::string_view log);
/// A program's binary as text, without the zeros behind it; empty if it is not text.
std::string codeText(std::string_view binary);

} // namespace lightbench
