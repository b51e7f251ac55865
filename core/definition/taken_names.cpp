// Knows the words of stacks.
#include "core/definition/taken_names.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"

namespace lightbench {

std::string parameterNameProblem(const std::string& name) {
    constexpr std::array taken{"variant", "workgroup", "region", "mix"};
    if (std::ranges::find(taken, name) == taken.end()) return {};
    return "a parameter cannot be called " + name + ", because every stage has one; write //@ argument: " + name +
           " = my_" + name + " and //@ parameter: my_" + name + " 0..1 = 0.5";
}

std::string variantNameProblem(const std::string& id) {
    if (id == "auto" || id == "cpu")
        return "a variant cannot be called " + id + ", because stacks use that word; take another name";
    if (!id.empty() && id.find_first_of(" \t\"|#,=") == std::string::npos) return {};
    return "\"" + shownText(id) +
           "\" cannot be the name of a variant; stacks need one without blanks, commas and quotes";
}

} // namespace lightbench
