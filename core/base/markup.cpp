// Escapes the characters that SVG and HTML reserve.
#include "core/base/markup.h"

namespace lightbench {

std::string markupText(std::string_view text) {
    std::string result;
    for (const char c : text)
        result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
    return result;
}

} // namespace lightbench
