// Keeps the tuning database, read from and written to a file. Winners that are taken add to it, `auto` uses it through
// the session, and the tuning dialog lists and clears it.
#pragma once

#include <QObject>

#include "core/experiment/row.h"
#include "core/run/resolve.h"
#include "core/tuning/tuning_file.h"

namespace lightbench {

class Messages;

class TuningStore : public QObject {
    Q_OBJECT

public:
    /// `kernels`: the engine's. A file that cannot be read is reported as a message, and then nothing is stored.
    TuningStore(TuningFile file, const KernelLibrary& kernels, Messages& messages, QObject* parent = nullptr);

    /// Adds the kernel files of these filters to the texts that stored results are compared with: a result is valid
    /// only for the kernels that it was measured with.
    void setFilters(const FilterCatalog& filters);
    const TuningFile& file() const { return file_; }
    const Tuning& tuning() const { return tuning_; }
    /// Stores the winner of a race, which the user took, for `auto`. What is no winner is not stored. `rows`: of the
    /// whole experiment, which may have several races; `devices` are this machine's.
    void addWinner(const PointRow& taken, const std::vector<PointRow>& rows, const FilterCatalog& filters,
                   const std::vector<DeviceInfo>& devices);
    void remove(const std::vector<TuningResult>& results);

signals:
    void changed();

private:
    void change(const std::function<void(TuningDatabase& database)>& edit);

    TuningFile file_;
    KernelLibrary kernels_; ///< the engine's, without the user's kernel files
    Tuning tuning_;
    Messages& messages_;
};

} // namespace lightbench
