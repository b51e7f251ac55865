// An earlier journal with which the rows of an experiment are compared. The experiment panel owns one.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "core/experiment/journal_comparison.h"

namespace lightbench {

class ExperimentBaseline {
public:
    /// Opens a journal and replaces the open one. Throws Error(Input), and then keeps the open one.
    void open(const QString& path);
    void close();
    bool isOpen() const { return journal_.has_value(); }
    /// Compares these rows with the journal.
    void compare(const std::vector<PointRow>& rows);
    /// One change for each compared row; empty if no journal is open.
    const std::vector<RowChange>& changes() const { return changes_; }
    /// A summary to append to another text, such as " · since old.csv: 2 faster; different since: driver". Empty if no
    /// journal is open.
    QString words() const;

private:
    struct Journal {
        QString name;
        std::vector<PointRow> rows;
    };
    std::optional<Journal> journal_;
    std::vector<RowChange> changes_;
    QString otherRows_; ///< what the journal measured, if it contains none of these points
};

} // namespace lightbench
