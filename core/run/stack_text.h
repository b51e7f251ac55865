// The text form of a stack, such as "grayscale | gaussian sigma=2.5 variant=two-pass workgroup=32x8". The command line,
// stack files, journals and the window read and write it.
#pragma once

#include <string>
#include <string_view>

#include "core/run/stack.h"

namespace lightbench {

/// Reads a stack. Stages are separated by line ends or `|`; `#` starts a comment, a leading `!` disables a stage;
/// a line may begin or end with `|`, but between two there is a stage; values with spaces, `|` or `#` stand in double
/// quotes. `folder` is where relative matrix paths start. Throws Error(Usage) that names the line and lists the nearest
/// names; `stage` and `field` are set.
Stack parseStack(std::string_view text, const std::string& folder = {});

/// One stage a line. Only what differs from the defaults is written. parseStack reads back an equal stack.
std::string stackText(const Stack& stack);
/// The same on one line with " | " between the stages.
std::string stackLine(const Stack& stack);
/// One stage of it.
std::string stageText(const Stage& stage);

} // namespace lightbench
