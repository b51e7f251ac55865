// Where the kernel files of the user's filters lie in a kernel library: user/ID/FILE, apart from the built-in ones.
#pragma once

#include <string>
#include <string_view>

namespace lightbench {

inline constexpr std::string_view userFolder = "user/";

/// The program of a definition, as KernelPass::program names it, which is the path of its file.
inline std::string userProgram(const std::string& id, const std::string& file) {
    return std::string(userFolder) + id + "/" + file.substr(file.rfind('/') + 1);
}

/// The path without user/ID/, as messages name it; other paths as they are.
inline std::string_view withoutUserFolder(std::string_view path) {
    if (!path.starts_with(userFolder)) return path;
    const std::size_t slash = path.find('/', userFolder.size());
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

} // namespace lightbench
