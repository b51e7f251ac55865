// Finds a longest common subsequence of lines by a table, between what both texts begin and end with.
#include "core/base/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/text.h"

namespace lightbench {

namespace {

constexpr std::size_t shownAround = 3;
/// Beyond so many cells of the table all lines between the equal ends count as changed.
constexpr std::size_t maxCells = 16'000'000;

struct DiffLine {
    char sign = ' ';
    std::string_view text;
    std::size_t number = 0; ///< in the second text, from 1: of the line, or of the next one
};

std::vector<std::string_view> diffLinesOf(std::string_view text) {
    std::vector<std::string_view> lines = split(text, "\n");
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
    for (std::string_view& line : lines)
        if (line.ends_with('\r')) line.remove_suffix(1);
    return lines;
}

using Lines = std::span<const std::string_view>;

/// Adds what the lines have in common and what not, in order. `before`: how many equal lines precede them.
void addChanged(Lines a, Lines b, std::size_t before, std::vector<DiffLine>& all) {
    const bool isSmall = a.size() * b.size() <= maxCells;
    std::vector<std::uint32_t> common(isSmall ? (a.size() + 1) * (b.size() + 1) : 0);
    // Cell (i, j): how many lines the rest from i and the rest from j have in common.
    const auto cell = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return common[i * (b.size() + 1) + j]; };
    for (std::size_t i = a.size(); isSmall && i-- > 0;)
        for (std::size_t j = b.size(); j-- > 0;)
            cell(i, j) = a[i] == b[j] ? cell(i + 1, j + 1) + 1 : std::max(cell(i + 1, j), cell(i, j + 1));
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        const std::size_t number = before + j + 1;
        if (isSmall && i < a.size() && j < b.size() && a[i] == b[j]) {
            all.push_back({' ', b[j], number});
            ++i, ++j;
        } else if (i < a.size() && (j == b.size() || !isSmall || cell(i + 1, j) >= cell(i, j + 1))) {
            all.push_back({'-', a[i++], number});
        } else {
            all.push_back({'+', b[j++], number});
        }
    }
}

} // namespace

std::string lineDiff(std::string_view before, std::string_view after) {
    const std::vector<std::string_view> linesBefore = diffLinesOf(before), linesAfter = diffLinesOf(after);
    const auto begin = std::size_t(std::ranges::mismatch(linesBefore, linesAfter).in1 - linesBefore.begin());
    const Lines a = Lines(linesBefore).subspan(begin), b = Lines(linesAfter).subspan(begin);
    const auto equalEnd = std::size_t(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin());
    std::vector<DiffLine> all;
    for (std::size_t i = 0; i < begin; ++i)
        all.push_back({' ', linesAfter[i], i + 1});
    addChanged(a.first(a.size() - equalEnd), b.first(b.size() - equalEnd), begin, all);
    for (std::size_t i = linesAfter.size() - equalEnd; i < linesAfter.size(); ++i)
        all.push_back({' ', linesAfter[i], i + 1});
    std::vector<bool> isShown(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].sign != ' ')
            for (std::size_t k = i - std::min(i, shownAround); k < std::min(all.size(), i + shownAround + 1); ++k)
                isShown[k] = true;
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!isShown[i]) continue;
        if (i == 0 || !isShown[i - 1]) text += "@@ " + std::to_string(all[i].number) + " @@\n";
        text += std::string(1, all[i].sign) + " " + std::string(all[i].text) + "\n";
    }
    return text;
}

} // namespace lightbench
