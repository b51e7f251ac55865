// Reads sizes with parseWorkgroup, and the numbers of reqd_work_group_size with the macros of the text.
#include "core/definition/fixed_workgroup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/expression.h"
#include "core/framework/code_words.h"

namespace lightbench {

namespace {
/// Numbers behind the names of a program.
class ProgramConstants {
public:
    ProgramConstants(const std::string& code, const std::vector<std::pair<std::string, std::string>>& defines)
        : code_(code), defines_(defines) {}

    /// Nothing where a name has no value here, or more than one.
    std::optional<double> valueIn(const std::string& expression, int depth = 0) const {
        constexpr int deepest = 20; // macros may name each other in a circle
        if (depth > deepest) return std::nullopt;
        try {
            NamedNumbers values;
            for (const std::string& name : namesIn(expression)) {
                const auto text = textOf(name);
                const auto value = text ? valueIn(*text, depth + 1) : std::nullopt;
                if (!value) return std::nullopt;
                values[name] = *value;
            }
            return valueOf(expression, values);
        } catch (const Error&) { // no arithmetic
            return std::nullopt;
        }
    }

private:
    /// What stands for the name: in a line //@ define, else in the only #define of it.
    std::optional<std::string> textOf(const std::string& name) const {
        for (const auto& [defined, expression] : defines_)
            if (defined == name) return expression;
        std::set<std::string> texts;
        std::istringstream lines(code_);
        for (std::string line; std::getline(lines, line);) {
            std::size_t at = skipBlanks(line, 0);
            if (at >= line.size() || line[at] != '#' || nextWord(line, at) != "define" || nextWord(line, at) != name)
                continue;
            texts.emplace(trimmed(std::string_view(line).substr(std::min(at, line.size()))));
        }
        return texts.size() == 1 ? std::optional(*texts.begin()) : std::nullopt;
    }

    const std::string& code_;
    const std::vector<std::pair<std::string, std::string>>& defines_;
};

/// The three numbers of reqd_work_group_size. Nothing without that attribute, or where only a compiler can tell the
/// numbers; the engine then learns them when the kernel is built.
std::optional<std::array<int, 3>> requiredSize(TokenSpan tokens, const ProgramConstants& constants) {
    const auto name = std::ranges::find_if(tokens, [](std::string_view token) {
        return token == "reqd_work_group_size" || token == "__reqd_work_group_size__";
    });
    if (tokens.end() - name < 2 || name[1] != "(") return std::nullopt;
    const auto open = std::size_t(name - tokens.begin()) + 1;
    const std::vector<TokenSpan> arguments = splitTokens(inBrackets(tokens, open), ",");
    if (arguments.size() != 3) return std::nullopt;
    std::array<int, 3> numbers{};
    for (std::size_t i = 0; i < 3; ++i) {
        constexpr double most = 9999;
        const auto value = constants.valueIn(spacedText(arguments[i]));
        if (!value || !(*value >= 1 && *value <= most) || *value != std::floor(*value)) return std::nullopt;
        numbers[i] = int(*value);
    }
    return numbers;
}

/// "8x4 (rows) and 64 (columns)"
std::string sizesOf(const std::vector<const DeclaredPass*>& passes) {
    const auto sizeOf = [](const DeclaredPass* pass) {
        return workgroupText(*pass->workgroup) + " (" + pass->kernel + ")";
    };
    return joinWords(textsOf(passes, sizeOf), "and");
}
} // namespace

Workgroup sizeIn(const std::string& text, const Annotation& line) {
    try {
        if (const auto size = parseWorkgroup(trimmed(text)); size && *size != driverChosenWorkgroup) return *size;
    } catch (const Error&) {
        // The message below says more.
    }
    line.fail("\"" + shownText(text) + "\" is not a size; write 16x16, or 64 for 64 x 1");
}

std::vector<Workgroup> sizesIn(const std::string& text, const Annotation& line) {
    std::vector<Workgroup> sizes;
    for (const std::string_view one : split(text, ","))
        sizes.push_back(sizeIn(std::string(one), line));
    return sizes;
}

std::optional<Workgroup> workgroupOfPass(const VoidFunction& kernel, int kernelLine, const Annotation& line,
                                         const std::string& text, const Declarations& declared) {
    const std::string takes = "kernel " + std::string(kernel.name) + " takes workgroups of ";
    const std::string code = withoutComments(text);
    const auto numbers = requiredSize(kernel.head, ProgramConstants(code, declared.defines));
    const auto required = numbers ? std::optional(Workgroup{(*numbers)[0], (*numbers)[1]}) : std::nullopt;
    if (required && (*numbers)[2] != 1)
        declared.fail(kernelLine, takes + workgroupText(*required) + "x" + std::to_string((*numbers)[2]) +
                                      " alone; images have rows and columns, so make the last number 1");
    const std::string* said = line.part("workgroup");
    if (!said) return required;
    const Workgroup size = sizeIn(*said, line);
    if (required && *required != size)
        line.fail(takes + workgroupText(*required) + " alone, as its text says; write that size");
    return size;
}

void checkOffered(const std::vector<Workgroup>& offered, const std::vector<const DeclaredPass*>& passes,
                  const Annotation& line) {
    const auto fixed = fixedWorkgroup(passes);
    if (!fixed || std::ranges::all_of(offered, [&](Workgroup one) { return one == *fixed; })) return;
    line.fail("these kernels take workgroups of " + workgroupText(*fixed) + " alone; offer that size");
}

std::optional<Workgroup> fixedWorkgroup(const std::vector<const DeclaredPass*>& passes) {
    if (passes.empty() || std::ranges::any_of(passes, [](const auto* pass) { return !pass->workgroup; }))
        return std::nullopt;
    return passes.front()->workgroup;
}

std::string fixedWorkgroupProblem(const std::vector<const DeclaredPass*>& passes, const DeviceInfo& device) {
    const Workgroup fixed = passes.front()->workgroup.value();
    const std::string size = workgroupText(fixed), limit = std::to_string(device.maxWorkgroup);
    const auto isSame = [&](const DeclaredPass* pass) { return pass->workgroup == fixed; };
    if (!std::ranges::all_of(passes, isSame))
        return "its kernels have workgroups of their own: " + sizesOf(passes) + "; give auto or " + size;
    std::vector<std::string> kernels;
    for (const DeclaredPass* pass : passes)
        if (std::ranges::find(kernels, pass->kernel) == kernels.end()) kernels.push_back(pass->kernel);
    const std::string take = (kernels.size() == 1 ? "kernel " : "the kernels ") + joinWords(kernels, "and") +
                             (kernels.size() == 1 ? " takes" : " take") + " workgroups of " + size + " alone";
    return std::size_t(fixed.items()) > device.maxWorkgroup
               ? take + ", and the device's limit is " + limit + " work-items"
               : take + ", as the file says; give auto or " + size;
}

} // namespace lightbench
