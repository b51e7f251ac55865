// Escapes and brackets.
#include "core/base/json_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "core/base/text.h"

namespace lightbench {

namespace {
/// JSON is UTF-8. Names of files need not be: their broken bytes are told as \xNN.
std::string asUtf8(std::string_view text) {
    std::string printable;
    std::ranges::copy_if(text, std::back_inserter(printable), [](char c) { return c < 0 || (c >= 0x20 && c != 0x7f); });
    return shownPath(printable) == printable ? std::string(text) : shownPath(text);
}
} // namespace

std::string jsonText(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : asUtf8(text)) {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(static_cast<unsigned char>(c)));
        if (c == '"' || c == '\\')
            quoted += std::string("\\") + c;
        else
            quoted += static_cast<unsigned char>(c) < 0x20 ? std::string(escape) : std::string(1, c);
    }
    return quoted + "\"";
}

std::string jsonNumber(double value) { return std::isfinite(value) ? numberText(value) : "null"; }

std::string jsonArray(const std::vector<std::string>& values, bool lines) {
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += std::string(i ? "," : "") + (lines ? "\n  " : i ? " " : "") + values[i];
    return text + (lines && !values.empty() ? "\n]" : "]");
}

std::string jsonObject(const std::vector<std::pair<std::string, std::string>>& members) {
    std::string text = "{";
    for (std::size_t i = 0; i < members.size(); ++i)
        text += (i ? ", " : "") + jsonText(members[i].first) + ": " + members[i].second;
    return text + "}";
}

} // namespace lightbench
