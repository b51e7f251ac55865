// A file that lines are added to, by one process at a time.
#pragma once

#include <string>

namespace lightbench {

class JournalFile {
public:
    /// Makes the file if there is none, and keeps others that open it so from it. A device node or a pipe is only
    /// written to. Throws Error(Input) if it cannot be written, or if another process has it.
    explicit JournalFile(const std::string& path);
    ~JournalFile();
    JournalFile(const JournalFile&) = delete;
    JournalFile& operator=(const JournalFile&) = delete;

    /// All of it; empty for a stream. Throws Error(Input).
    std::string read() const;
    /// Adds to its end, all or nothing. Throws Error(Input).
    void append(const std::string& text);
    /// Puts a new file in its place. Throws Error(Input).
    void replace(const std::string& text);

private:
    void open();
    void lock() const;

    std::string path_;
    int descriptor_ = -1;
    bool stream_ = false;
};

} // namespace lightbench
