// How to get Oclgrind on this system: its package, or the source where the system has no package of it. oclgrind.h says
// it where the program is missing.
#pragma once

#include <string>
#include <string_view>

namespace lightbench {

/// The end of a sentence. `policy` is what `apt-cache policy oclgrind; apt-cache policy` prints, empty without apt.
/// `system` is what the system calls itself, such as "Debian GNU/Linux 13 (trixie)".
std::string oclgrindAdvice(std::string_view policy, const std::string& system);

/// The same for this system. It asks apt.
std::string oclgrindAdvice();

} // namespace lightbench
