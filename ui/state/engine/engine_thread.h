// The one thread that owns the engine. Runs, experiments, recordings and peak-rate measurements submit jobs to a lane
// and get a ticket. Jobs of a more urgent lane go first; no job replaces a job of another lane.
#pragma once

#include <QObject>

#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "core/base/error.h"
#include "core/run/engine.h"

namespace lightbench {

/// Reports one job's progress and end, on the thread that submitted it.
class Ticket : public QObject {
    Q_OBJECT

public:
    /// Ends a running job, if need be with the driver's process; a waiting one fails when its turn comes. Any thread
    /// may call it.
    void stop() {
        abort_.request_stop();
        stop_.request_stop();
    }
    /// Asks a running job to stop between two kernels, because a newer one waits.
    void outdate() { stop_.request_stop(); }
    bool isStopped() const { return stop_.stop_requested(); }

signals:
    void started();
    void progressed(const lightbench::RunProgress& progress);
    /// RunMonitor::built of a run in the job; it may come after the job's end.
    void built();
    /// The last signal, except for built(), is one of these two.
    void finished();
    void failed(const lightbench::Error& error); ///< its kind is Cancelled if the job was stopped

private:
    friend class JobControl;
    std::stop_source stop_, abort_;
};
using TicketPtr = std::shared_ptr<Ticket>;

/// The queues, most urgent first. Prepare: what runs need, such as builds ahead. Live: what the window shows.
/// Experiment: an experiment, one job for each point, so that live runs fit in between.
enum class Lane { Prepare, Live, Experiment };

class EngineThread;

/// What a job can use while it runs, on the engine's thread.
class JobControl {
public:
    std::stop_token stop() const;
    /// A monitor for a run. The ticket forwards its progress at most every 30 ms, because a window cannot show more.
    RunMonitor monitor() const;
    /// True if another job waits in the same lane, or this job should stop.
    bool isSuperseded() const;
    /// Waits for that time. Returns false, early, if isSuperseded() becomes true.
    bool rest(std::chrono::milliseconds time) const;

private:
    friend class EngineThread;
    JobControl(EngineThread& thread, Lane lane, TicketPtr ticket)
        : thread_(thread), lane_(lane), ticket_(std::move(ticket)) {}
    EngineThread& thread_;
    Lane lane_;
    TicketPtr ticket_;
};

/// A function that uses the engine. It runs on the engine's thread and throws its errors.
using EngineJob = std::function<void(Engine& engine, const JobControl& control)>;
using EngineFactory = std::function<std::unique_ptr<Engine>()>;

class EngineThread : public QObject {
    Q_OBJECT

public:
    /// Starts the thread. The engine is created, used and destroyed there.
    explicit EngineThread(EngineFactory factory, QObject* parent = nullptr);
    /// Drops waiting jobs, asks the running job to stop, and waits for it (at most one kernel).
    ~EngineThread() override;

    /// Appends the job to the lane's queue.
    TicketPtr submit(Lane lane, EngineJob job);
    /// Removes a waiting job. Returns true if it was still waiting; then it never starts, and its ticket emits nothing
    /// more.
    bool drop(const TicketPtr& ticket);
    /// Drops a lane's waiting jobs and asks its running job to stop. Returns true if one is running.
    bool cancel(Lane lane);
    /// Does the same and waits until that job has ended.
    void clear(Lane lane);

signals:
    /// Emitted once, when the engine exists. If it cannot be created, the list has no devices and a warning that says
    /// why.
    void devicesFound(const lightbench::DeviceList& devices);

private:
    friend class JobControl;
    struct Entry {
        TicketPtr ticket;
        EngineJob job;
    };
    static constexpr std::size_t laneCount = std::size_t(Lane::Experiment) + 1;
    void work(const std::stop_token& stop);
    void findDevices();
    bool take(Entry& entry, Lane& lane, const std::stop_token& stop);
    void run(const Entry& entry, Lane lane);
    void leave();
    bool isAnyWaiting() const;
    std::deque<Entry>& queue(Lane lane) { return lanes_[std::size_t(lane)]; }

    EngineFactory factory_;
    std::unique_ptr<Engine> engine_; ///< used only by the thread

    std::mutex mutex_;
    std::condition_variable_any wake_;               ///< a job was submitted, should stop, or has ended
    std::array<std::deque<Entry>, laneCount> lanes_; ///< guarded by mutex_
    TicketPtr running_;                              ///< guarded by mutex_; null: none
    Lane runningLane_ = Lane::Live;                  ///< guarded by mutex_
    std::jthread thread_;                            ///< last, so that it ends first
};

} // namespace lightbench
