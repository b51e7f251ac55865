// Rows written down as they are measured, so that an experiment can be stopped, looked at and gone on with.
#pragma once

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

/// The rows of a journal that is only looked at. Throws Error(Input) if it cannot be read or holds something else.
std::vector<PointRow> readJournal(const std::string& path);

/// The rows of a CSV file. Several of one point stand side by side where their provenances differ. Threads may share
/// it.
class Journal {
public:
    /// An empty name: nothing is known, and nothing written. Throws Error(Input) if the file holds something else, if
    /// another process is writing it, or if it cannot be written.
    explicit Journal(const std::string& csv);
    /// The row of this point that its own provenance measured before. One without a time is to be tried again.
    std::optional<PointRow> known(const PointRow& wanted) const;
    /// Rows of this point that something else measured: of each, what differs.
    std::vector<std::vector<std::string>> others(const PointRow& wanted) const;
    /// Writes the row at once: in place of one of the same point that has no time or the same provenance, else at the
    /// end. Throws Error(Input) if the file cannot be written.
    void add(const PointRow& row) { add(std::span(&row, 1)); }
    /// All of them at once. A row whose race is not over takes the place of what there is of the same point and origin.
    void add(std::span<const PointRow> rows);

private:
    void read(const std::string& path);
    std::size_t placeFor(const PointRow& row) const;
    void put(std::size_t place, const PointRow& row);

    mutable std::mutex mutex_; ///< guards all that follows
    std::unique_ptr<JournalFile> file_;
    std::vector<PointRow> rows_;                     ///< of the file, in its order
    std::multimap<std::string, std::size_t> places_; ///< in it, by pointKey
};

} // namespace lightbench
