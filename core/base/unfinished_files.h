// Files under a name of their own until they are whole. A process that is killed leaves them behind, and the next one
// that writes in their folder removes them. core/base/whole_file.h writes such files.
#pragma once

#include <string>

namespace lightbench {

/// Makes a hidden file in the folder, locked until its descriptor is closed. Gives the descriptor and the file's path
/// in `path`; -1 with errno if it cannot be made. Before its first file in a folder, a process removes what dead
/// processes of this host left there.
int openUnfinished(const std::string& folder, std::string& path);

} // namespace lightbench
