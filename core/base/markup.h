// Escapes text for SVG and HTML, so that it cannot be read as markup. The SVG of plots (core/plot/svg.h) and the
// command `manual` use it.
#pragma once

#include <string>
#include <string_view>

namespace lightbench {

/// The text with entities for the characters that have a meaning in markup: & < > and ".
std::string markupText(std::string_view text);

} // namespace lightbench
