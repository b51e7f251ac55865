#include "ui/display/latest_task.h"

#include <new>
#include <utility>

#include "core/base/parallel.h"

namespace lightbench {

LatestTask::LatestTask(QObject* parent) : QObject(parent) { pool_.setMaxThreadCount(1); }

LatestTask::~LatestTask() {
    waiting_ = {};
    stop_.request_stop();
    pool_.waitForDone();
}

void LatestTask::submit(Job job, bool interrupt) {
    if (!running_) return start(std::move(job));
    waiting_ = std::move(job);
    if (interrupt) stop_.request_stop();
}

void LatestTask::cancel() {
    waiting_ = {};
    if (running_) stop_.request_stop();
}

std::function<void()> LatestTask::attempt(const Job& job, const std::stop_token& token) {
    QString problem;
    try {
        const CancelScope scope(token);
        return job(token);
    } catch (const std::bad_alloc&) {
        problem = tr("There is not enough memory to show this image.");
    } catch (const std::exception& error) {
        problem = QString::fromUtf8(error.what());
    }
    if (token.stop_requested()) return {};
    return [this, problem] { emit failed(problem); };
}

void LatestTask::start(Job job) {
    running_ = true;
    stop_ = std::stop_source();
    pool_.start([this, job = std::move(job), token = stop_.get_token()] {
        auto deliver = attempt(job, token);
        // `this` is valid: posted calls are dropped with the object, and the destructor waits for this thread.
        QMetaObject::invokeMethod(
            this, [this, deliver = std::move(deliver), token] { finish(deliver, token.stop_requested()); },
            Qt::QueuedConnection);
    });
}

void LatestTask::finish(const std::function<void()>& deliver, bool stopped) {
    running_ = false;
    if (waiting_) start(std::exchange(waiting_, {}));
    if (deliver && !stopped) deliver();
    if (!isBusy()) emit idle();
}

} // namespace lightbench
