// The text form of a stack, such as "grayscale | gaussian sigma=2.5 variant=two-pass workgroup=32x8". The command line,
// stack files, journals and the window read and write it.
#pragma once

#include <string>
#include <string_view>

#include "core/run/stack.h"

namespace lightbench {

/// Parses a stack. Stages are separated by line ends or `|`; `#` starts a comment, a leading `!` disables a stage. A
/// line may begin or end with `|`, but no stage may be empty. Values with spaces, `|` or `#` are put in double quotes.
/// Relative matrix paths start at `folder`. Throws Error(Usage) that names the line and lists the nearest names;
/// `stage` and `field` are set.
Stack parseStack(std::string_view text, const FilterCatalog& filters, const std::string& folder = {});

/// One stage per line, written without defaults; parseStack reads back an equal stack.
std::string stackText(const Stack& stack, const FilterCatalog& filters);
/// The same on one line, with " | " between the stages.
std::string stackLine(const Stack& stack, const FilterCatalog& filters);
/// The text of one stage. If its filter is not in the catalog, all its parameters are written.
std::string stageText(const Stage& stage, const FilterCatalog& filters);

} // namespace lightbench
