// Writing files so that what arrived is proven before it replaces anything: whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lightbench {

/// True for "-" (a standard stream), and for what is there and is no regular file and no folder: a device node, a pipe,
/// a socket, the open descriptor that /dev/stdout or /dev/fd/N names. Such an output is written into, never replaced.
bool isStream(const std::string& path);
/// True if writing to `path` writes to the standard output: "-", /dev/stdout and the like.
bool isStandardOutput(const std::string& path);

/// A file that is being written. A regular one grows beside its place under a name of its own and takes the place in
/// commit(), where the system has confirmed every byte; without commit() it vanishes. A symbolic link keeps, and the
/// file that it names is replaced; the mode of a file that was there is kept. Names are bytes.
class WholeFile {
public:
    /// Throws Error(Input) that names the file and says what to do: a folder, a missing folder, no permission. Waits
    /// for a reader where it is a named pipe.
    explicit WholeFile(const std::string& path);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    /// A stream takes bytes in order only: write() alone.
    bool isStream() const { return stream_; }
    /// Throws Error(Input) with the system's reason, such as a full disk.
    void write(std::string_view bytes);
    /// The same at a place in the file, in bytes from its start.
    void writeAt(std::uint64_t place, std::string_view bytes);
    /// How many bytes were read, less than asked at the end. Throws Error(Input).
    std::size_t readAt(std::uint64_t place, char* to, std::size_t bytes) const;
    std::uint64_t size() const;
    /// Throws Error(Input); then nothing has changed.
    void commit();

private:
    void openStream();
    void openBeside();
    void close();
    [[noreturn]] void fail() const;

    std::string shown_;      ///< as messages name it
    std::string target_;     ///< what is replaced: links are followed
    std::string unfinished_; ///< empty for streams
    bool stream_ = false;
    int descriptor_ = -1;
    std::uint64_t end_ = 0; ///< of what write() appended
};

/// Throws what WholeFile and its commit() throw.
void writeWhole(const std::string& path, std::string_view content);
/// Throws what WholeFile would throw if `path` cannot be written; changes nothing. For a check before long work.
void checkWritable(const std::string& path);

} // namespace lightbench
