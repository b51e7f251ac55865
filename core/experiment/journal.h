// Rows written down as they are measured, so that a sweep can be stopped, looked at and gone on with.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/experiment/journal_file.h"
#include "core/experiment/row.h"

namespace lightbench {

class Journal {
public:
    /// `csv`: rows that it holds already are known, new ones are added to it; `json`: the report, see add(). Empty
    /// names: not written. Throws Error(Input) if `csv` holds something else or another process is writing it, if a
    /// file cannot be written, Error(Usage) if both are one file.
    Journal(std::string csv, std::string json);
    /// The row of this point if it was measured before. One without a time is to be tried again.
    std::optional<PointRow> known(const PointRow& point) const;
    /// Writes the row to the CSV file at once: in place of one of the same point. The report is written at most once a
    /// second. Throws Error(Input) if a file cannot be written.
    void add(const PointRow& row);
    /// Writes the report for good. Throws Error(Input).
    void finish();
    /// A member at the head of the report, asked for whenever it is written; a second one of that name replaces the
    /// first.
    void setHead(const std::string& name, std::function<std::string()> json) { head_[name] = std::move(json); }
    void setHead(const std::string& name, const std::string& json) {
        head_[name] = [json] { return json; };
    }

private:
    void readCsv(const std::string& path);
    void writeCsv(const PointRow& row);
    std::string csvText() const;

    std::string json_;
    std::unique_ptr<JournalFile> csv_;
    std::vector<PointRow> inFile_;             ///< of the CSV file, in its order
    std::map<std::string, std::size_t> known_; ///< places in it, by pointKey
    std::vector<PointRow> rows_;               ///< of this report
    std::map<std::string, std::function<std::string()>> head_;
    std::chrono::steady_clock::time_point reported_{};
};

/// Throws Error(Usage) if two of the files that are to be written are one, or one of them is read: `inputs` may hold
/// texts that are no names, such as a stack. Empty names stand for none.
void refuseOneFileTwice(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs = {});

} // namespace lightbench
