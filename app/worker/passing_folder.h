// A folder in the temporary folder, for as long as this process lives.
#pragma once

#include <string>

namespace lightbench {

/// A program that is killed leaves its folder behind. Its workers remove the folder when they find their program gone;
/// if there are none, the next program that makes a folder of this kind does.
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
