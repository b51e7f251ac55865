// Aligned text columns and line wrapping for terminal output. Commands use it for their tables and help texts. Text is
// UTF-8, and widths count code points.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// Columns two spaces apart, each as wide as its widest cell. Columns listed in `right` are right-aligned. Control
/// characters are shown as \xNN.
class Table {
public:
    explicit Table(std::vector<std::size_t> right = {}) : right_(std::move(right)) {}
    void add(std::vector<std::string> cells);
    std::string text() const;

private:
    std::vector<std::size_t> right_;
    std::vector<std::vector<std::string>> rows_;
};

/// Number of terminal columns of a UTF-8 text, one for each code point.
std::size_t textWidth(const std::string& text);
/// Breaks `text` at spaces into lines of at most `width` columns, each after `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width = 100);

} // namespace lightbench
