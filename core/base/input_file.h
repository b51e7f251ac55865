// Reading a file or a stream whole.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lightbench {

/// True if reading `path` reads a stream that may never end or speak: "-" (the standard input), a pipe, a device node.
bool isInputStream(const std::string& path);

/// The bytes of a file. A regular file is mapped, so that it costs no memory of its own; a stream is read to its end.
/// Names are bytes.
class InputFile {
public:
    /// Throws Error(Input): one line that names the file (missing, a folder, not readable, empty). `begun` gets the
    /// first bytes of a stream, up to 64 KiB, and may throw: what is no image need not be read for ever.
    explicit InputFile(const std::string& path, const std::function<void(std::string_view)>& begun = {});
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::string_view content() const { return mapped_ ? std::string_view(mapped_, size_) : std::string_view(read_); }

private:
    void readAll(int descriptor, const std::string& shown, const std::function<void(std::string_view)>& begun);

    const char* mapped_ = nullptr;
    std::size_t size_ = 0;
    std::string read_;
};

/// "the standard input" for "-", else shownPath.
std::string shownInput(const std::string& path);

} // namespace lightbench
