// Runs work on a thread of its own where only the newest job counts: a newer one replaces one that waits and asks one
// that runs to stop.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <functional>
#include <stop_token>

namespace lightbench {

class LatestTask : public QObject {
    Q_OBJECT

public:
    /// Runs on the background thread; what it returns is called on the owner's thread. A job that gives up at the stop
    /// token returns nothing. A core CancelScope holds the token meanwhile, so that core's parallel rows stop too.
    using Job = std::function<std::function<void()>(std::stop_token)>;

    explicit LatestTask(QObject* parent = nullptr);
    /// Asks the running job to stop, waits for it, and drops its result.
    ~LatestTask() override;

    /// `interrupt`: stop a running job. Without it the running job finishes and delivers first, so that something moves
    /// even when jobs arrive faster than they are done.
    void submit(Job job, bool interrupt);
    /// Drops the waiting job and stops the running one.
    void cancel();
    bool isBusy() const { return running_ || bool(waiting_); }

signals:
    void idle();
    void failed(QString message); ///< a job threw: one readable line

private:
    std::function<void()> attempt(const Job& job, const std::stop_token& token);
    void start(Job job);
    void finish(const std::function<void()>& deliver, bool stopped);

    QThreadPool pool_;
    Job waiting_;
    std::stop_source stop_;
    bool running_ = false;
};

} // namespace lightbench
