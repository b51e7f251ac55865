// Ends of this process that are not main's own: a driver or a library that gives up takes the program with it, and its
// exit code would be read as this program's.
#pragma once

namespace lightbench {

/// Until finish(), exit() by others and exceptions that nobody caught become one line on stderr and exit code 3. To be
/// called once more when libraries were loaded that threads go on using: exit() takes down first what came last.
void watchForForeignEnds();
/// For main to call when it is done; gives the code back.
int finish(int code);

} // namespace lightbench
