// Reads a whole file or stream into memory. Image files, job lists and journals come in through it. Regular files are
// mapped; pipes and the standard input are read to their end.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

namespace lightbench {

/// True if `path` is a stream, which may never end: "-" (the standard input), a pipe or a device node.
bool isInputStream(const std::string& path);

/// What an InputFile may be.
struct InputLimits {
    std::size_t maxBytes = std::numeric_limits<std::size_t>::max();
    std::string what{};       ///< with maxBytes: what it should be, such as "a stack"
    bool regularOnly = false; ///< no pipe, device or socket: these may block or never end
};

/// The bytes of a file. A regular file is mapped and so takes no memory of its own; a stream is read to its end. File
/// names are byte strings.
class InputFile {
public:
    /// Throws Error(Input) with one line that names the file (missing, a folder, not readable, empty). `begun` gets the
    /// first bytes of a stream, up to 64 KiB. It may throw, so that a stream that is not an image is not read for ever.
    explicit InputFile(const std::string& path, const std::function<void(std::string_view)>& begun = {},
                       const InputLimits& limits = {});
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::string_view content() const { return mapped_ ? std::string_view(mapped_, size_) : std::string_view(read_); }

private:
    void readAll(int descriptor, const std::string& shown, const std::function<void(std::string_view)>& begun,
                 const InputLimits& limits);

    const char* mapped_ = nullptr;
    std::size_t size_ = 0;
    std::string read_;
};

/// Opens a regular file to read, and never waits for another program, as the open() of a pipe does. Throws Error(Input)
/// that names the file, with the remedy for a pipe, a device, a socket or a folder; -1 with errno if it cannot be
/// opened.
int openRegularFile(const std::string& path);

/// "the image photo.png", or "the standard input".
std::string imageInput(const std::string& path);
/// "the standard input" for "-", otherwise the shownPath.
std::string shownInput(const std::string& path);

} // namespace lightbench
