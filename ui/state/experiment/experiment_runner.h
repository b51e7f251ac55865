// Runs an experiment on the engine's thread, one step per job, so that live runs fit in between. It can be stopped and
// resumed. The experiment panel uses it; progress arrives as a copy on the window's thread.
#pragma once

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

#include "core/experiment/experiment.h"
#include "ui/state/engine/engine_thread.h"

namespace lightbench {

/// What to measure: one stage, on the output of the stages before it.
struct ExperimentRequest {
    ImagePtr image;
    QString imageName;
    Stack before;           ///< earlier stages; they run once, and their result is the input of all points
    Stage stage;            ///< the stage, with the settings that are not varied
    FilterCatalog filters;  ///< the catalog that the stages refer to
    std::vector<Axis> axes; ///< axes for a stack of only that stage
    int device = 0;         ///< DeviceInfo::index, unless devices are varied
    double seconds = 5;     ///< seconds of a race for each of its points
    QString journal{}; ///< the file that saves the rows, and from which rows of the same points are reused; empty: none
    std::vector<ExperimentPoint> points{}; ///< if not empty, these points replace those of the axes

    /// Whether both orders measure the same points, for any time.
    bool isSameAs(const ExperimentRequest& other) const;
};

/// The points of a request. Throws Error(Usage).
Sweep sweepOf(const ExperimentRequest& request, const ImageShape& input);

/// A copy of an experiment's state for the window.
struct ExperimentProgress {
    Sweep sweep;
    std::vector<PointRow> rows; ///< one for each point; empty until the first is known
    QString activity;           ///< "round 12, 5 of 30 in the race"
    double fraction = 0;        ///< 0..1
    QStringList warnings;       ///< warnings about the whole race
    double secondsLeft = 0;     ///< estimated from the pace so far; 0: unknown
    std::size_t races = 1;      ///< that run one after the other
};

class ExperimentRunner : public QObject {
    Q_OBJECT

public:
    /// Kept: the rows come from a journal, and nothing was started.
    enum class State { Idle, Running, Stopping, Stopped, Done, Failed, Kept };

    /// The thread must outlive the runner.
    explicit ExperimentRunner(EngineThread& thread, QObject* parent = nullptr);
    /// Stops the running job and waits for it (at most one kernel).
    ~ExperimentRunner() override;

    /// Starts an experiment and replaces the current one.
    void start(const ExperimentRequest& request);
    /// Shows rows of a journal and replaces the current experiment. Ignored while one runs.
    void show(const ExperimentProgress& kept);
    /// Stops. The unfinished measurement is discarded, and everything before it is kept.
    void stop();
    void resume();

    State state() const { return state_; }
    bool isRunning() const { return state_ == State::Running || state_ == State::Stopping; }
    /// The request; null if none was started, or if rows of a journal are shown.
    const ExperimentRequest* request() const { return request_ ? &*request_ : nullptr; }
    const ExperimentProgress& progress() const { return progress_; }
    const QString& error() const { return error_; } ///< why it failed; empty for all other states

signals:
    void stateChanged();
    /// Emitted at most ten times a second, and at the end.
    void progressChanged();

private:
    struct Work;
    void submitStep();
    void enter(State state, const QString& error = {});
    void take(const std::shared_ptr<Work>& work, const ExperimentProgress& progress);
    void stepEnded(const std::shared_ptr<Work>& work, bool isDone);
    void stepFailed(const Error& error);

    EngineThread& thread_;
    std::shared_ptr<Work> work_; ///< used only by the engine's thread
    std::optional<ExperimentRequest> request_;
    ExperimentProgress progress_;
    TicketPtr ticket_;
    State state_ = State::Idle;
    QString error_;
};

} // namespace lightbench
