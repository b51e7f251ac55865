// Parses numbers as people type and paste them. All number fields of the window use it. They take any text and read it
// when it is entered, because Qt's own fields drop characters that they cannot read.
#pragma once

#include <QString>

#include <optional>

namespace lightbench {

/// Parses a number: "1.5" and "1,5" alike, "1e1", "−2", "1 000" in groups of three. A comma is a decimal comma. Returns
/// nothing for any other text and for ambiguous ones ("1,000.5"); it skips no character.
std::optional<double> numberFromText(const QString& text);

} // namespace lightbench
