// Races an earlier version of a user's kernel against the one in use, on the session's image, with the settings of its
// stage. The measurement runs on the engine's thread. The Source tab starts it and shows its outcome.
#pragma once

#include "core/definition/kernel_history.h"
#include "ui/state/experiment/experiment_runner.h"

namespace lightbench {

class Session;

class VersionRace : public ExperimentRunner {
    Q_OBJECT

public:
    using ExperimentRunner::ExperimentRunner;
    /// `row`: the stage in the session's stack. `name`: the earlier version's, for the outcome. Parameters keep their
    /// values by name.
    void start(const Session& session, int row, const FilterDefinition& earlier, const QString& name);
    /// The outcome or the progress as text, such as "1.23 ms now, 1.31 ms before (14:32): 1.06 times faster". Empty if
    /// no race has run.
    QString text() const;

private:
    QString outcome() const;

    QString name_, problem_;
};

} // namespace lightbench
