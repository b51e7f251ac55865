// Prints what was running when the test program crashes. A kernel that accesses memory outside its buffers crashes the
// whole process of a CPU device without a message. The conformance walk uses it.
#pragma once

#include <string>

namespace lightbench {

/// Stores the name of the current case; a crash prints it to stderr. The first call installs the signal handler, which
/// then calls the previous handler.
void noteCase(const std::string& what);

} // namespace lightbench
