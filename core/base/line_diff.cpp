// Finds a longest common subsequence of lines by a table, between what both texts begin and end with.
#include "core/base/line_diff.h"

#include <algorithm>
#include <cstdint>
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

/// What is left of two texts between their equal ends.
class Middle {
public:
    Middle(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after)
        : before_(before), after_(after) {
        const std::size_t shorter = std::min(before.size(), after.size());
        while (begin_ < shorter && before[begin_] == after[begin_])
            ++begin_;
        while (equalEnd_ < shorter - begin_ &&
               before[before.size() - 1 - equalEnd_] == after[after.size() - 1 - equalEnd_])
            ++equalEnd_;
    }

    std::vector<DiffLine> lines() const {
        std::vector<DiffLine> all;
        for (std::size_t i = 0; i < begin_; ++i)
            all.push_back({' ', after_[i], i + 1});
        addChanged(all);
        for (std::size_t j = endAfter(); j < after_.size(); ++j)
            all.push_back({' ', after_[j], j + 1});
        return all;
    }

private:
    std::size_t endBefore() const { return before_.size() - equalEnd_; }
    std::size_t endAfter() const { return after_.size() - equalEnd_; }

    /// Cell (i, j): how many lines the rest from i and the rest from j have in common.
    void addChanged(std::vector<DiffLine>& all) const {
        const std::size_t rows = endBefore() - begin_, columns = endAfter() - begin_;
        const bool isSmall = rows * columns <= maxCells;
        std::vector<std::uint32_t> common(isSmall ? (rows + 1) * (columns + 1) : 0);
        const auto cell = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return common[i * (columns + 1) + j]; };
        for (std::size_t i = rows; isSmall && i-- > 0;)
            for (std::size_t j = columns; j-- > 0;)
                cell(i, j) = before_[begin_ + i] == after_[begin_ + j] ? cell(i + 1, j + 1) + 1
                                                                       : std::max(cell(i + 1, j), cell(i, j + 1));
        std::size_t i = 0, j = 0;
        while (i < rows || j < columns) {
            const std::size_t number = begin_ + j + 1;
            if (isSmall && i < rows && j < columns && before_[begin_ + i] == after_[begin_ + j]) {
                all.push_back({' ', after_[begin_ + j], number});
                ++i, ++j;
            } else if (i < rows && (j == columns || !isSmall || cell(i + 1, j) >= cell(i, j + 1))) {
                all.push_back({'-', before_[begin_ + i++], number});
            } else {
                all.push_back({'+', after_[begin_ + j++], number});
            }
        }
    }

    const std::vector<std::string_view>&before_, &after_;
    std::size_t begin_ = 0, equalEnd_ = 0;
};

} // namespace

std::string lineDiff(std::string_view before, std::string_view after) {
    const std::vector<std::string_view> linesBefore = diffLinesOf(before), linesAfter = diffLinesOf(after);
    const std::vector<DiffLine> all = Middle(linesBefore, linesAfter).lines();
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
