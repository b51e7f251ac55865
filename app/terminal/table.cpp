// Pads columns and breaks lines at spaces.
#include "app/terminal/table.h"

#include <algorithm>
#include <sstream>

#include "core/base/text.h"

namespace lightbench {

std::size_t textWidth(const std::string& text) {
    return std::size_t(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

void Table::add(std::vector<std::string> cells) {
    for (std::string& cell : cells)
        cell = shownPath(cell);
    rows_.push_back(std::move(cells));
}

std::string Table::text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], textWidth(row[i]));
    }
    std::string text;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - textWidth(row[i]), ' ');
            const bool right = std::ranges::find(right_, i) != right_.end();
            line += (i ? "  " : "") + (right ? padding + row[i] : row[i] + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
    std::istringstream words(text);
    std::string all, line, word;
    const auto flush = [&] {
        if (!line.empty()) all += std::string(indent, ' ') + line + "\n";
        line.clear();
    };
    while (words >> word) {
        if (!line.empty() && indent + textWidth(line) + 1 + textWidth(word) > width) flush();
        line += (line.empty() ? "" : " ") + word;
    }
    flush();
    return all;
}

} // namespace lightbench
