// Reads a whole file or stream into memory. Image files, job lists and journals come in through it. Regular files are
// mapped; pipes and the standard input are read to their end.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lightbench {

/// True if `path` is a stream, which may never end: "-" (the standard input), a pipe or a device node.
bool isInputStream(const std::string& path);

/// The bytes of a file. A regular file is mapped and so takes no memory of its own; a stream is read to its end. File
/// names are byte strings.
class InputFile {
public:
    /// Throws Error(Input) with one line that names the file (missing, a folder, not readable, empty). `begun` gets the
    /// first bytes of a stream, up to 64 KiB. It may throw, so that a stream that is not an image is not read for ever.
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

/// "the standard input" for "-", otherwise the shownPath.
std::string shownInput(const std::string& path);

} // namespace lightbench
