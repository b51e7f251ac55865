// What was running when a program crashes: a kernel that touches memory outside its buffers takes a CPU device's whole
// process with it, which says nothing by itself.
#pragma once

#include <string>

namespace lightbench {

/// Remembers what runs from now on, for the note on stderr that a crash leaves. The first call installs it. Once the
/// program crashed the signal goes on to whoever had it before.
void noteCase(const std::string& what);

} // namespace lightbench
