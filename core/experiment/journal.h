// The journal of an experiment: a CSV file of measured rows, written as they arrive, so that an experiment can be
// stopped, inspected and resumed. Experiments use it; it is thread-safe.
#pragma once

#include <chrono>
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

/// The rows of a CSV file. A point has several rows if their provenances differ. Thread-safe.
class Journal {
public:
    /// An empty name means no file: nothing is known or written. Throws Error(Input) if the file is no journal, if
    /// another process is writing it, or if it cannot be written.
    explicit Journal(const std::string& csv);
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
    /// One turn of a loop that measures: calls step(), then write(), which adds the new rows. Races change many rows a
    /// second, and a changed row rewrites the whole file, so write() is called at most once a second. It is also
    /// called if step() returned true, because that step was the last one, and if it threw, so that nothing is lost.
    template <class Step, class Write> void stepAndWrite(const Step& step, const Write& write) const {
        bool isLast = true;
        try {
            isLast = step();
        } catch (...) {
            write();
            throw;
        }
        if (isLast || isWriteDue()) write();
    }

private:
    bool isWriteDue() const;
    void read(const std::string& path);
    std::size_t placeFor(const PointRow& row) const;
    void put(std::size_t place, const PointRow& row);

    mutable std::mutex mutex_; ///< guards all that follows
    std::chrono::steady_clock::time_point written_{};
    std::unique_ptr<JournalFile> file_;
    std::vector<PointRow> rows_;                     ///< the file's rows, in order
    std::multimap<std::string, std::size_t> places_; ///< indices in rows_, by pointKey
};

} // namespace lightbench
