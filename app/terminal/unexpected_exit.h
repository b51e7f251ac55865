// Catches process exits that main did not decide. A driver or library may call exit() or let an exception escape, and
// callers would take its exit code for this program's. The main functions of the command line and the bench use it.
#pragma once

namespace lightbench {

/// Until finish() is called, exit() by a library and uncaught exceptions become one line on stderr and exit code 3.
/// Call it again after loading a library whose threads keep running: exit() runs the newest handlers first, and ours
/// must be the first.
void catchUnexpectedExit();
/// Main calls this when it is done. Returns the code.
int finish(int code);

} // namespace lightbench
