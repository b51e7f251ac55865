// An earlier journal that the rows of an experiment are set beside.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "core/experiment/against.h"

namespace lightbench {

class ExperimentBaseline {
public:
    /// In place of another. Throws Error(Input), and that one stays.
    void open(const QString& path);
    void close();
    bool isOpen() const { return journal_.has_value(); }
    /// Sets these rows beside it.
    void compare(const std::vector<PointRow>& rows);
    /// One for each of those rows; none where no journal is open.
    const std::vector<RowChange>& changes() const { return changes_; }
    /// What came of it, behind other words: " · since old.csv: 2 faster; different since: driver". Empty without one.
    QString words() const;

private:
    struct Journal {
        QString name;
        std::vector<PointRow> rows;
    };
    std::optional<Journal> journal_;
    std::vector<RowChange> changes_;
    QString strangers_; ///< what the journal is of, where it has none of these points
};

} // namespace lightbench
