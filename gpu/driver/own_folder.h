// Folders whose files only this user can have written. Compiled kernels are loaded from such folders alone, because a
// file that somebody else left there would run as this user.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace lightbench {

/// Why the folder is not the user's own, as a clause; empty if it is. It must belong to the user, and nobody else may
/// write to it or put another folder in its place. Makes missing folders, for the user alone.
std::string ownFolderProblem(const std::filesystem::path& folder);

/// Why no file of so many bytes can be written there, as a clause; empty if it can. It is tried, because file modes do
/// not show quotas and read-only mounts. The file is a new one, and symbolic links are not followed.
std::string writingProblem(const std::filesystem::path& folder, std::size_t bytes);

} // namespace lightbench
