// Writing JSON where there is no Qt.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lightbench {

/// Text in double quotes, with escapes; bytes that are no UTF-8 as \xNN.
std::string jsonText(std::string_view text);
/// A number; null where JSON has none (infinity, NaN).
std::string jsonNumber(double value);
/// Values that are JSON already. One line each if `lines`.
std::string jsonArray(const std::vector<std::string>& values, bool lines = false);
std::string jsonObject(const std::vector<std::pair<std::string, std::string>>& members);

} // namespace lightbench
