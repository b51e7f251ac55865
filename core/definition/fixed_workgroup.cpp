// Evaluates the numbers of reqd_work_group_size with the macros of the text.
#include "core/definition/fixed_workgroup.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/expression.h"
#include "core/definition/workgroup_line.h"
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

/// What stands between the parenthesis at `open` and its partner, divided at the commas outside of others.
std::vector<std::string> argumentsAt(std::string_view text, std::size_t open) {
    std::vector<std::string> arguments(1);
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0) return arguments;
        if (text[i] == ',' && depth == 1)
            arguments.emplace_back();
        else if (i > open)
            arguments.back() += text[i];
    }
    return {};
}

/// "8x4 (rows) and 64 (columns)"
std::string sizesOf(const std::vector<const DeclaredPass*>& passes) {
    std::vector<std::string> sizes;
    for (const DeclaredPass* pass : passes)
        sizes.push_back(workgroupText(*pass->workgroup) + " (" + pass->kernel + ")");
    return joinWords(sizes, "and");
}
} // namespace

std::optional<RequiredSize> requiredSize(const std::string& attributes, const std::string& code,
                                         const std::vector<std::pair<std::string, std::string>>& defines) {
    std::size_t at = 0;
    std::string_view word = nextWord(attributes, at);
    while (!word.empty() && word != "reqd_work_group_size" && word != "__reqd_work_group_size__")
        word = nextWord(attributes, at);
    at = skipBlanks(attributes, at);
    if (word.empty() || at >= attributes.size() || attributes[at] != '(') return std::nullopt;
    const ProgramConstants constants(code, defines);
    std::vector<int> numbers;
    for (const std::string& argument : argumentsAt(attributes, at)) {
        constexpr double most = 9999;
        const auto value = constants.valueIn(argument);
        if (!value || !(*value >= 1 && *value <= most) || *value != std::floor(*value)) return std::nullopt;
        numbers.push_back(int(*value));
    }
    if (numbers.size() != 3) return std::nullopt;
    return RequiredSize{{numbers[0], numbers[1]}, numbers[2]};
}

std::optional<Workgroup> workgroupOfPass(const std::string& kernel, const Annotation& line, const KernelBody& body,
                                         const std::string& text, const Declarations& declared) {
    const std::string takes = "kernel " + kernel + " takes workgroups of ";
    const auto required = requiredSize(body.attributes, withoutComments(text), declared.defines);
    if (required && required->depth != 1)
        declared.fail(body.line, takes + workgroupText(required->size) + "x" + std::to_string(required->depth) +
                                     " alone; images have rows and columns, so make the last number 1");
    const std::string* said = line.part("workgroup");
    if (!said) return required ? std::optional(required->size) : std::nullopt;
    const Workgroup size = sizeIn(*said, line.line, declared.file);
    if (required && required->size != size)
        declared.fail(line.line, takes + workgroupText(required->size) + " alone, as its text says; write that size");
    return size;
}

void checkOffered(const std::vector<Workgroup>& offered, const std::vector<const DeclaredPass*>& passes, int line,
                  const Declarations& declared) {
    const auto fixed = fixedWorkgroup(passes);
    if (!fixed || std::ranges::all_of(offered, [&](Workgroup one) { return one == *fixed; })) return;
    declared.fail(line, "these kernels take workgroups of " + workgroupText(*fixed) + " alone; offer that size");
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
