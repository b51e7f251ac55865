// What a command reads and what it writes, so that nothing is written over an input and no file twice. A command names
// its files here before it writes anything. The command line, the bench and the window use it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lightbench {

/// A file that is read, and a noun phrase that says what it is, such as "the kernel file k.cl".
struct ReadFile {
    std::string path, what;
};

/// A file has many names: relative and absolute paths, links, hard links, and cases on some file systems. Files that
/// exist are compared by device and inode, others by the canonical path. Streams, folders and empty paths are ignored.
/// Thread-safe.
class FileClaims {
public:
    /// Throws Error(Usage) if it would be written, too. The message names the option and the file, and says what to do.
    void reads(const ReadFile& file);
    void readsAll(const std::vector<ReadFile>& files);
    /// `option` writes the file, such as "--report". Throws Error(Usage) if it is read, or if it would be written
    /// twice.
    void writes(const std::string& path, const std::string& option);
    /// What is read from this file, such as "the image photo.png"; empty if nothing is.
    std::string readFrom(const std::string& path) const;

private:
    /// The names by which a file is found: its canonical path, and device and inode if it exists.
    using Names = std::vector<std::string>;
    static Names namesOf(const std::string& path);
    static Names namesOfInput(const std::string& path);
    struct Written {
        std::string path, option;
    };
    template <class T> static const T* found(const std::map<std::string, T>& files, const Names& names);

    mutable std::mutex mutex_;                ///< guards both
    std::map<std::string, std::string> read_; ///< by name: what it is
    std::map<std::string, Written> written_;
};

} // namespace lightbench
