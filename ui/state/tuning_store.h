// What the user's own races found fastest, as the window has it: read from its file, added to by experiments, shown and
// cleared.
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
    /// `kernels`: the engine's. A file that cannot be read is told of, and nothing is remembered then.
    TuningStore(TuningFile file, const KernelLibrary& kernels, Messages& messages, QObject* parent = nullptr);

    const TuningFile& file() const { return file_; }
    const Tuning& tuning() const { return tuning_; }
    /// The winners of the races among these rows; `devices` are this machine's.
    void remember(const std::vector<PointRow>& rows, const std::vector<DeviceInfo>& devices);
    void forget(const std::vector<TunedChoice>& choices);

signals:
    void changed();

private:
    void change(const std::function<void(TuningMemory& memory)>& change);

    TuningFile file_;
    Tuning tuning_;
    Messages& messages_;
};

} // namespace lightbench
