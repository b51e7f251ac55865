// Helpers for filters whose choices are rows of a constant table (colour spaces, blend modes, diffusion matrices). They
// list the choices, and find the row of a name.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/framework/parameter.h"

namespace lightbench {

/// The choices for a table whose rows have a `name` and a `label`.
template <class Rows> std::vector<Choice> choicesOf(const Rows& rows) {
    std::vector<Choice> choices;
    for (const auto& row : rows)
        choices.push_back({row.name, row.label});
    return choices;
}

/// The row with this name. It must exist, which holds for checked parameters.
template <class Rows> const auto& rowNamed(const Rows& rows, std::string_view name) {
    return *std::ranges::find_if(rows, [&](const auto& row) { return std::string_view(row.name) == name; });
}

} // namespace lightbench
