// The journal of an experiment: a CSV file of measured rows, written as they arrive, so that an experiment can be
// stopped, inspected and resumed. Experiments use it; it is thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/experiment/journal_file.h"
#include "core/experiment/row.h"

namespace lightbench {

/// Reads a journal without opening it for writing. Throws Error(Input) if it cannot be read or is no journal.
std::vector<PointRow> readJournal(const std::string& path);

/// Calls a function that writes a file, such as so that no signal ends the program meanwhile.
using WriteScope = std::function<void(const std::function<void()>&)>;

/// The rows of a CSV file. A point has several rows if their provenances differ. Thread-safe.
class Journal {
public:
    /// An empty name means no file: nothing is known or written. Throws Error(Input) if the file is no journal, if
    /// another process is writing it, or if it cannot be written.
    explicit Journal(const std::string& csv, WriteScope scope = {});
    /// The row of this point with the same provenance. A row without a time should be measured again.
    std::optional<PointRow> known(const PointRow& wanted) const;
    /// For each row of this point with another provenance, what differs.
    std::vector<std::vector<std::string>> others(const PointRow& wanted) const;
    /// Writes the row immediately. It replaces a row of the same point that has no time or the same provenance;
    /// otherwise it is appended. Throws Error(Input) if the file cannot be written.
    void add(const PointRow& row) { add(std::span(&row, 1)); }
    /// Writes several rows together. A row of an unfinished race replaces the earlier row of the same point and
    /// provenance.
    void add(std::span<const PointRow> rows);
    /// True if there is a file, and the last call of add() was more than a second ago.
    bool isWriteDue() const;

private:
    void read(const std::string& path);
    std::vector<std::size_t> placesOf(const PointRow& row) const;
    std::size_t placeFor(const PointRow& row) const;
    void put(std::size_t place, const PointRow& row);

    mutable std::mutex mutex_; ///< guards all that follows
    std::chrono::steady_clock::time_point written_{};
    WriteScope scope_;
    std::unique_ptr<JournalFile> file_;
    std::vector<PointRow> rows_;                             ///< the file's rows, in order
    std::map<std::string, std::vector<std::size_t>> places_; ///< indices in rows_, by pointKey
};

} // namespace lightbench
