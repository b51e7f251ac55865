// A text file of rows with one writing process at a time, guarded by a lock: rows are appended, or all of them
// replaced. Experiment journals and run journals (core/shards/run_journal.h) are stored in it. Errors are Error(Input).
#pragma once

#include <string>
#include <utility>

namespace lightbench {

class JournalFile {
public:
    /// Opens or creates the file and locks it against other writers. A device node or a pipe is only written to. Throws
    /// Error(Input) if it cannot be written, or if another process holds it.
    explicit JournalFile(const std::string& path);
    /// Removes a file that it created and that is still empty, as after a full disk.
    ~JournalFile();
    JournalFile(const JournalFile&) = delete;
    JournalFile& operator=(const JournalFile&) = delete;

    /// Returns the whole text; empty for a stream. Throws Error(Input).
    std::string read() const;
    /// Appends the whole text or nothing. Throws Error(Input).
    void append(const std::string& text);
    /// Replaces the file, and holds the lock of the new one before others can see it. Throws Error(Input); the old file
    /// and its lock stay then.
    void replace(const std::string& text);

private:
    /// An open descriptor, which is closed once.
    class Descriptor {
    public:
        Descriptor() = default;
        ~Descriptor() { reset(-1); }
        Descriptor(const Descriptor&) = delete;
        Descriptor& operator=(const Descriptor&) = delete;
        int get() const { return number_; }
        void reset(int number);
        void swap(Descriptor& other) { std::swap(number_, other.number_); }

    private:
        int number_ = -1;
    };

    void open();
    void lock() const;
    bool isAtItsPath() const;

    std::string path_;
    Descriptor descriptor_;
    bool stream_ = false;
    bool created_ = false;
};

} // namespace lightbench
