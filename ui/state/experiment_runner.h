// An experiment on the engine's thread: one step a job in the campaign's lane, so that live runs go between them. It
// can be stopped and gone on with; what it knows so far is copied out.
#pragma once

#include <QObject>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core/experiment/experiment.h"
#include "ui/state/engine_thread.h"

namespace lightbench {

/// What to measure: one stage on what goes into it.
struct ExperimentOrder {
    ImagePtr image;
    QString imageName;
    Stack before;           ///< the stages in front of it: they run once, their result is what the points get
    Stage stage;            ///< with what is not varied
    std::vector<Axis> axes; ///< of a stack of that stage alone
    int device = 0;         ///< DeviceInfo::index, where it is not varied
    double seconds = 5;     ///< of a race, for each of its points
    QString journal{}; ///< the file that its rows are kept in, and whose rows of the same points are taken; empty: none
    std::vector<ExperimentPoint> points{}; ///< these in place of the axes' where there are any

    /// Whether the same points would be measured, for however long.
    bool isSameAs(const ExperimentOrder& other) const;
};

/// The points of an order. Throws Error(Usage).
Sweep sweepOf(const ExperimentOrder& order, const ImageShape& input);

/// What is known of an experiment: a copy that the window keeps.
struct ExperimentProgress {
    Sweep sweep;
    std::vector<PointRow> rows; ///< one for each point; none before the first is known
    QString activity;           ///< "round 12, 5 of 30 in the race", of several races "4 of 51 points"
    double fraction = 0;        ///< 0..1
    QStringList warnings;       ///< of the whole race
    double secondsLeft = 0;     ///< estimated from its pace; 0: not known
    std::size_t races = 1;      ///< one after the other
};

class ExperimentRunner : public QObject {
    Q_OBJECT

public:
    /// Kept: the rows are a journal's, and nothing was started.
    enum class State { Idle, Running, Stopping, Stopped, Done, Failed, Kept };

    /// The thread must outlive it.
    explicit ExperimentRunner(EngineThread& thread, QObject* parent = nullptr);
    /// Stops what runs and waits for it (at most one kernel).
    ~ExperimentRunner() override;

    /// Replaces the experiment that there is.
    void start(const ExperimentOrder& order);
    /// Shows rows of a journal in place of the experiment that there is; nothing while one runs.
    void show(const ExperimentProgress& kept);
    /// What is being measured is thrown away; everything before it is kept.
    void stop();
    /// After a stop.
    void goOn();

    State state() const { return state_; }
    bool isRunning() const { return state_ == State::Running || state_ == State::Stopping; }
    /// Null: none was started, or rows of a journal are shown.
    const ExperimentOrder* order() const { return order_ ? &*order_ : nullptr; }
    const ExperimentProgress& progress() const { return progress_; }
    const QString& error() const { return error_; } ///< why it failed; empty for all other states

signals:
    void stateChanged();
    /// At most ten times a second, and at the end.
    void progressChanged();

private:
    struct Work;
    void submitStep();
    void enter(State state, const QString& error = {});
    void take(const std::shared_ptr<Work>& work, const ExperimentProgress& progress);
    void stepEnded(const std::shared_ptr<Work>& work, bool isDone);
    void stepFailed(const JobFailure& failure);

    EngineThread& thread_;
    std::shared_ptr<Work> work_; ///< the engine thread's; here it is only held
    std::optional<ExperimentOrder> order_;
    ExperimentProgress progress_;
    TicketPtr ticket_;
    State state_ = State::Idle;
    QString error_;
};

} // namespace lightbench
