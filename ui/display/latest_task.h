// Runs background jobs of which only the newest counts. A newer job replaces a waiting one and may ask the running one
// to stop. Panels, the view and file reading use it; create and call it on the owner's thread.
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
    /// Runs on the background thread; the function that it returns is called on the owner's thread. A job that stops
    /// early returns nothing. A core CancelScope holds the token during the job, so that core's parallel rows stop too.
    using Job = std::function<std::function<void()>(std::stop_token)>;

    explicit LatestTask(QObject* parent = nullptr);
    /// Asks the running job to stop, waits for it, and drops its result.
    ~LatestTask() override;

    /// Submits a job. `interrupt`: stop the running job. Without it, the running job finishes and delivers first, so
    /// that results appear even if jobs arrive faster than they finish.
    void submit(Job job, bool interrupt);
    /// Calls take(work()), with `work` on the background thread. `interrupt`: as for submit().
    template <class Work, class Take> void compute(Work work, Take take, bool interrupt = true) {
        submit([work,
                take](const std::stop_token&) -> Job::result_type { return [take, found = work()] { take(found); }; },
               interrupt);
    }
    /// Drops the waiting job and stops the running one.
    void cancel();
    bool isBusy() const { return running_ || bool(waiting_); }

signals:
    void idle();
    void failed(QString message); ///< a job threw; one readable line

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
