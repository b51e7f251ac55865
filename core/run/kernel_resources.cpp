#include "core/run/kernel_resources.h"

#include <algorithm>
#include <charconv>

#include "core/base/text.h"

namespace lightbench {

namespace {
using Figure = std::optional<std::uint64_t>;

constexpr const char* notReported = "not reported by the driver";

std::string bytesText(const Figure& bytes) { return bytes ? byteText(double(*bytes)) : notReported; }

std::string countText(const Figure& count, const std::string& unit) {
    if (!count) return notReported;
    return std::to_string(*count) + " " + unit + (*count == 1 ? "" : "s");
}

std::string spillText(const KernelResources& figures) {
    if (!figures.spillStores || !figures.spillLoads) return notReported;
    if (*figures.spillStores + *figures.spillLoads == 0) return "none";
    return bytesText(figures.spillStores) + " stored, " + bytesText(figures.spillLoads) + " loaded";
}

/// The number that stands before `unit` in a line, such as 132 before " bytes spill stores".
Figure numberBefore(std::string_view line, std::string_view unit) {
    const std::size_t end = line.find(unit);
    if (end == line.npos) return {};
    const std::size_t begin = line.find_last_not_of("0123456789", end == 0 ? 0 : end - 1) + 1;
    std::uint64_t number = 0;
    const auto [stop, problem] = std::from_chars(line.data() + begin, line.data() + end, number);
    return problem == std::errc{} && stop == line.data() + end ? Figure(number) : Figure();
}

/// The name that follows `before` in a line, with or without quotes; empty if it does not.
std::string_view nameAfter(std::string_view line, std::string_view before) {
    const std::size_t found = line.find(before);
    if (found == line.npos) return {};
    std::string_view rest = line.substr(found + before.size());
    if (rest.starts_with('\'')) rest.remove_prefix(1);
    return rest.substr(0, rest.find_first_of("' \r"));
}
} // namespace

const KernelResources* figuresOf(std::span<const CompiledProgram> programs, std::string_view kernel) {
    for (const CompiledProgram& program : programs)
        for (const KernelResources& figures : program.kernels)
            if (figures.kernel == kernel) return &figures;
    return nullptr;
}

std::vector<FigureRow> figureRows(const KernelResources& figures) {
    return {
        {"Registers", countText(figures.registers, "register"), "Of each work-item, from the compiler's log"},
        {"Spilled registers", spillText(figures),
         "What each work-item moves to memory and back, because it has too few registers"},
        {"Stack frame", bytesText(figures.stackBytes), "Memory of each work-item for arrays and spilled registers"},
        {"Private memory", bytesText(figures.privateBytes),
         "Memory of each work-item that is not in registers, as OpenCL reports it"},
        {"Local memory", bytesText(figures.localBytes), "Memory that a workgroup shares"},
        {"Best multiple", countText(figures.preferredMultiple, "work-item"),
         "Workgroups should have a multiple of so many work-items"},
        {"Largest workgroup", countText(figures.largestWorkgroup, "work-item"),
         "The driver launches this kernel with so many work-items at most"},
    };
}

std::vector<std::string> figureAdvice(const KernelResources& figures) {
    std::vector<std::string> advice;
    if (figures.spillStores.value_or(0) + figures.spillLoads.value_or(0) > 0)
        advice.emplace_back("Registers spill to memory. Smaller blocks per work-item or another variant may avoid it.");
    const std::uint64_t items = figures.workItems, multiple = figures.preferredMultiple.value_or(0);
    if (items > 0 && multiple > 0 && items % multiple != 0)
        advice.push_back("The workgroup has " + countText(items, "work-item") + ", which is no multiple of " +
                         std::to_string(multiple) + ".");
    return advice;
}

std::string figuresText(std::span<const CompiledProgram> programs) {
    constexpr std::size_t nameWidth = 20;
    std::string text;
    for (const CompiledProgram& program : programs)
        for (const KernelResources& figures : program.kernels) {
            text += figures.kernel + "\n";
            for (const auto& [name, value, meaning] : figureRows(figures))
                text += "  " + name + std::string(nameWidth - name.size(), ' ') + value + "\n";
            for (const std::string& line : figureAdvice(figures))
                text += "  " + line + "\n";
        }
    return text;
}

/// Each entry function has a heading, its own properties and its registers. Functions that were not inlined have
/// properties of their own, which belong to no kernel.
void addFiguresOfLog(std::span<KernelResources> kernels, std::string_view log) {
    KernelResources *entry = nullptr, *described = nullptr;
    const auto named = [&](std::string_view name) {
        const auto found = std::ranges::find(kernels, name, &KernelResources::kernel);
        return found == kernels.end() ? nullptr : &*found;
    };
    for (const std::string_view line : split(log, "\n")) {
        if (const auto name = nameAfter(line, "Compiling entry function "); !name.empty()) {
            entry = named(name);
            described = nullptr;
        } else if (const auto function = nameAfter(line, "Function properties for "); !function.empty()) {
            described = named(function);
        } else if (const Figure stores = numberBefore(line, " bytes spill stores"); stores && described) {
            described->spillStores = stores;
            described->spillLoads = numberBefore(line, " bytes spill loads");
            described->stackBytes = numberBefore(line, " bytes stack frame");
        } else if (const Figure used = numberBefore(line, " registers"); used && entry) {
            entry->registers = used;
        }
    }
}

std::string codeText(std::string_view binary) {
    binary = binary.substr(0, binary.find_last_not_of('\0') + 1);
    const auto isControl = [](unsigned char c) { return (c < ' ' && c != '\n' && c != '\t' && c != '\r') || c == 127; };
    return std::ranges::any_of(binary, isControl) || !isUtf8(binary) ? std::string() : std::string(binary);
}

} // namespace lightbench
