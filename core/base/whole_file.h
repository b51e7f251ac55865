// Writes files atomically: the new content replaces the old only after the system has confirmed every byte. Images,
// reports and tables are written with it. Streams, pipes and devices are written directly. Errors are Error(Input).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lightbench {

/// True for "-" (a standard stream), and for anything that exists and is neither a regular file nor a folder: a device
/// node, a pipe, a socket, or the open descriptor behind /dev/stdout or /dev/fd/N. Such an output is written directly,
/// never replaced.
bool isStream(const std::string& path);
/// True if writing to `path` writes to the standard output: "-", /dev/stdout and the like.
bool isStandardOutput(const std::string& path);

/// A file being written. A regular one grows under a temporary name in the same folder; commit() moves it to its place
/// once the system has confirmed every byte. Without commit() it is deleted. A symbolic link stays and its target is
/// replaced; the mode of an existing file is kept. File names are byte strings.
class WholeFile {
public:
    /// Throws Error(Input) that names the file and the remedy: a folder, a missing folder, no permission. Opening a
    /// named pipe waits for a reader.
    explicit WholeFile(const std::string& path);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    /// A stream supports write() only, in order.
    bool isStream() const { return stream_; }
    /// Throws Error(Input) with the system's reason, such as a full disk.
    void write(std::string_view bytes);
    /// Writes at a byte offset from the start.
    void writeAt(std::uint64_t place, std::string_view bytes);
    /// Returns the number of bytes read, fewer than asked for at the end of the file. Throws Error(Input).
    std::size_t readAt(std::uint64_t place, char* to, std::size_t bytes) const;
    std::uint64_t size() const;
    /// A descriptor of the file for reading and writing, which the caller closes. It stays open after commit(). Throws
    /// Error(Input).
    int copyOfDescriptor() const;
    /// Throws Error(Input); the old file is unchanged then.
    void commit();

private:
    void openStream();
    void openBeside();
    void close();
    [[noreturn]] void fail() const;

    std::string shown_;      ///< the name in messages
    std::string target_;     ///< the file that is replaced, with links resolved
    std::string unfinished_; ///< empty for streams
    bool stream_ = false;
    int descriptor_ = -1;
    std::uint64_t end_ = 0; ///< of what write() appended
};

/// Writes a whole file. Throws what WholeFile and its commit() throw.
void writeWhole(const std::string& path, std::string_view content);
/// Throws what WholeFile would throw if `path` cannot be written, and changes nothing. Call it before long work.
void checkWritable(const std::string& path);

} // namespace lightbench
