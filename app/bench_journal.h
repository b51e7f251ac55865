// Rows written down as they are measured, so that a sweep can be stopped, looked at and gone on with.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/bench_row.h"

namespace lightbench {

class BenchJournal {
public:
    /// `csv`: rows that it holds already are known, new ones are added to it; `json`: written anew after every row.
    /// Empty names: not written. Throws Error(Input) if `csv` is there and holds something else, or cannot be written.
    BenchJournal(std::string csv, std::string json);
    /// The row of this point if it was measured before.
    std::optional<BenchRow> known(const BenchRow& point) const;
    /// Throws Error(Input) if a file cannot be written.
    void add(const BenchRow& row);
    /// A member at the head of the JSON report; a second one of that name replaces the first.
    void setHead(const std::string& name, const std::string& json) { head_[name] = json; }

private:
    void readCsv();

    std::string csv_, json_;
    std::map<std::string, BenchRow> known_; ///< by pointKey
    std::vector<BenchRow> rows_;            ///< of this report
    std::map<std::string, std::string> head_;
};

/// Writes a file whole or not at all. Throws Error(Input).
void writeWhole(const std::string& path, const std::string& text);

} // namespace lightbench
