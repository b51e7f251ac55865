// Tables whose rows are what a choice can be: the choices of the parameter, and the row of a name.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/filter/parameter.h"

namespace lightbench {

/// The choices of a table whose rows have a `name` and a `label`.
template <class Rows> std::vector<Choice> choicesOf(const Rows& rows) {
    std::vector<Choice> choices;
    for (const auto& row : rows)
        choices.push_back({row.name, row.label});
    return choices;
}

/// The row that is called `name`, which the table must have: parameters have been checked.
template <class Rows> const auto& rowNamed(const Rows& rows, std::string_view name) {
    return *std::ranges::find_if(rows, [&](const auto& row) { return std::string_view(row.name) == name; });
}

} // namespace lightbench
