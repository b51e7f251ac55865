// Text for SVG and HTML. Plots and the manual's pages use it.
#pragma once

#include <string>
#include <string_view>

namespace lightbench {

/// The text with entities for the characters that have a meaning in markup: & < > and ".
std::string markupText(std::string_view text);

} // namespace lightbench
