// What a check says of a stage beside its figures. The command line, the window and errors use the same sentence.
#pragma once

#include <string>

#include "core/run/report.h"

namespace lightbench {

/// "compared with kernel plain on PoCL", "no reference: the same with 4 workgroup sizes ...", "the reference failed:
/// sobel.py:3: ...", "waiting: sobel.py has not been allowed to run ...", or how the result changed; empty if the
/// figures say everything.
std::string checkText(const StageReport& stage);

} // namespace lightbench
