// A folder in the temporary folder, for as long as this process lives.
#pragma once

#include <string>

namespace lightbench {

/// Where it may be left behind (by SIGKILL, say), the workers that use it take it away when they find their program
/// gone, or else the next program that makes one of this kind.
class PassingFolder {
public:
    /// lightbench-KIND-XXXXXX. Throws Error(Device) where none can be made; `purpose`, such as "to look for drivers",
    /// is for its message.
    PassingFolder(const std::string& kind, const std::string& purpose);
    ~PassingFolder();
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;

    const std::string& path() const { return path_; }

    /// For a worker whose program is gone: takes those away that its environment names.
    static void removeOfEnvironment();

private:
    std::string path_;
    int lock_ = -1; ///< held as long as it is used
};

} // namespace lightbench
