// The one thread that owns the engine. Whoever wants something of it hands in a job on a lane and gets a ticket; jobs
// of a more urgent lane go first, and no job is replaced by one of another lane.
#pragma once

#include <QObject>
#include <QString>

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

/// Why a job did not end well; see core/base/error.h for the fields. Its kind is Cancelled if it was stopped or
/// dropped.
struct JobFailure {
    QString message, details;
    int stage = -1;
    QString field;
    ErrorKind kind = ErrorKind::Device;
};

/// One job's life, told on the thread that handed it in.
class Ticket : public QObject {
    Q_OBJECT

public:
    /// A running job is asked to stop; one that waits fails when its turn comes. Any thread.
    void stop() { stop_.request_stop(); }
    bool isStopped() const { return stop_.stop_requested(); }

signals:
    void started();
    void progressed(const lightbench::RunProgress& progress);
    /// RunMonitor::built of a run that the job made; may come after its end.
    void built();
    /// One of these two is the last, but for built().
    void finished();
    void failed(const lightbench::JobFailure& failure);

private:
    friend class JobControl;
    std::stop_source stop_;
};
using TicketPtr = std::shared_ptr<Ticket>;

/// Where a job waits, the most urgent first. Prepare: builds ahead, which return at once. Live: what the window shows.
/// Campaign: an experiment's points, a job each, so that live runs go between them.
enum class Lane { Prepare, Live, Campaign };

class EngineThread;

/// What a job may ask while it runs, on the engine's thread.
class JobControl {
public:
    std::stop_token stop() const;
    /// For a run: its progress is told by the ticket, at most once in 30 ms, for a window cannot show more.
    RunMonitor monitor() const;
    /// Another job waits in the same lane, or this one is to stop.
    bool isOvertaken() const;
    /// Waits; false, and sooner, if it is overtaken meanwhile.
    bool rest(std::chrono::milliseconds time) const;

private:
    friend class EngineThread;
    JobControl(EngineThread& thread, Lane lane, TicketPtr ticket)
        : thread_(thread), lane_(lane), ticket_(std::move(ticket)) {}
    EngineThread& thread_;
    Lane lane_;
    TicketPtr ticket_;
};

/// Anything that takes the engine; runs on its thread, and throws what went wrong.
using EngineJob = std::function<void(Engine& engine, const JobControl& control)>;
using EngineFactory = std::function<std::unique_ptr<Engine>()>;

class EngineThread : public QObject {
    Q_OBJECT

public:
    /// Starts the thread; the engine is made, used and destroyed there.
    explicit EngineThread(EngineFactory factory, QObject* parent = nullptr);
    /// Drops what waits, asks the running job to stop, and waits for it (at most one kernel).
    ~EngineThread() override;

    /// To the end of the lane's queue.
    TicketPtr submit(Lane lane, EngineJob job);
    /// True if the job was still waiting: it never starts, and its ticket says nothing more.
    bool drop(const TicketPtr& ticket);
    /// Drops what waits in a lane and asks its running job to stop; true if there is one.
    bool cancel(Lane lane);
    /// The same, and waits for that job's end.
    void clear(Lane lane);

signals:
    /// Once, when the engine is there; an engine that cannot be made has no devices, and a warning that says why.
    void devicesFound(const lightbench::DeviceList& devices);

private:
    friend class JobControl;
    struct Entry {
        TicketPtr ticket;
        EngineJob job;
    };
    static constexpr std::size_t laneCount = std::size_t(Lane::Campaign) + 1;
    void work(const std::stop_token& stop);
    void findDevices();
    bool take(Entry& entry, Lane& lane, const std::stop_token& stop);
    void run(const Entry& entry, Lane lane);
    void leave();
    bool isAnyWaiting() const;
    std::deque<Entry>& queue(Lane lane) { return lanes_[std::size_t(lane)]; }

    EngineFactory factory_;
    std::unique_ptr<Engine> engine_; ///< the thread's

    std::mutex mutex_;
    std::condition_variable_any wake_;               ///< something came, is to stop, or has ended
    std::array<std::deque<Entry>, laneCount> lanes_; ///< guarded by mutex_
    TicketPtr running_;                              ///< guarded by mutex_; null: none
    Lane runningLane_ = Lane::Live;                  ///< guarded by mutex_
    std::jthread thread_;                            ///< last, so that it ends first
};

} // namespace lightbench
