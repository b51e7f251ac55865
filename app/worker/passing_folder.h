// A temporary folder that is removed when this process ends, however it ends. The selection of drivers and the empty
// kernel cache keep their files in one.
#pragma once

#include <string>

namespace lightbench {

/// A killed program cannot remove its folder. Its workers remove it when they notice; without workers, the next program
/// that makes a folder of this kind does.
class TemporaryFolder {
public:
    /// Creates lightbench-KIND-XXXXXX. Throws Error(Device) if that fails; its message contains `purpose`, such as "to
    /// look for drivers".
    TemporaryFolder(const std::string& kind, const std::string& purpose);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }

    /// Removes the folders named in the environment. A worker calls it when its program is gone.
    static void removeOfEnvironment();

private:
    std::string path_;
    int lock_ = -1; ///< descriptor of a lock, held while the folder is in use
};

} // namespace lightbench
