// The members of a struct that a kernel file declares, to check a line //@ argument against.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lightbench {

/// The types of the members in their order. Nothing if the text does not declare such a struct, or if it has members
/// other than numbers, such as arrays. `type` is "struct NAME" or the name of a typedef.
std::optional<std::vector<std::string>> structMembers(const std::string& text, const std::string& type);

/// What is wrong with members of these types for the struct; empty if they fit, or if the struct is not known.
std::string structProblem(const std::string& text, const std::string& type, const std::vector<std::string>& given);

} // namespace lightbench
