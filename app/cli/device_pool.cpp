// One thread per device asks the schedule for the next image.
#include "app/cli/device_pool.h"

#include <chrono>
#include <optional>
#include <utility>

#include "core/base/error.h"

namespace lightbench {

namespace {
/// The interval at which idle devices ask again, because runs of others may take longer than estimated.
constexpr std::chrono::milliseconds askAgain{10};

/// The error's text, to be used within a sentence.
std::string textOf(const std::exception_ptr& problem) {
    try {
        std::rethrow_exception(problem);
    } catch (const std::bad_alloc&) {
        return "there is not enough memory";
    } catch (const std::exception& error) {
        return error.what();
    }
}

bool isCancelled(const std::exception_ptr& problem) {
    try {
        std::rethrow_exception(problem);
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Cancelled;
    } catch (...) {
        return false;
    }
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
} // namespace

DevicePool::DevicePool(const std::vector<PoolDevice>& devices, std::size_t images, std::stop_token stop, Run run,
                       Warn warn)
    : schedule_(devices.size(), images), stop_(std::move(stop)), run_(std::move(run)), warn_(std::move(warn)),
      onStop_(stop_, [this] {
          const std::lock_guard lock(mutex_);
          stopAll();
      }) {
    {
        const std::lock_guard lock(mutex_);
        for (const PoolDevice& device : devices)
            members_.push_back({device});
    }
    for (std::size_t i = 0; i < devices.size(); ++i)
        threads_.emplace_back([this, i] { serve(i); });
}

DevicePool::~DevicePool() {
    {
        const std::lock_guard lock(mutex_);
        isClosing_ = true;
        stopAll();
    }
    threads_.clear();
}

void DevicePool::stopAll() {
    for (Member& member : members_)
        member.stop.request_stop();
    changed_.notify_all();
}

ReportPtr DevicePool::run(std::size_t image, RunRequest request) {
    std::unique_lock lock(mutex_);
    schedule_.offer(image, double(request.image->size().area()));
    const auto wanted = wanted_.insert_or_assign(image, Wanted{std::move(request)}).first;
    changed_.notify_all();
    changed_.wait(lock, [&] { return wanted->second.isSettled || stop_.stop_requested(); });
    const Wanted answer = std::move(wanted_.extract(wanted).mapped());
    schedule_.withdraw(image);
    if (answer.report) return answer.report;
    if (answer.problem) std::rethrow_exception(answer.problem);
    throw Error(ErrorKind::Cancelled, "stopped");
}

void DevicePool::withdraw(std::size_t image) {
    const std::lock_guard lock(mutex_);
    schedule_.withdraw(image);
    changed_.notify_all();
}

void DevicePool::serve(std::size_t device) {
    std::unique_lock lock(mutex_);
    while (!isClosing_) {
        const auto image = stop_.stop_requested() ? std::nullopt : schedule_.next(device, now());
        if (image)
            runOnDevice(device, *image, lock);
        else if (members_.size() > 1)
            changed_.wait_for(lock, askAgain);
        else
            changed_.wait(lock);
    }
}

/// The lock is held on entry and on return, but not while the device runs.
void DevicePool::runOnDevice(std::size_t device, std::size_t image, std::unique_lock<std::mutex>& lock) {
    Member& member = members_[device];
    member.stop = std::stop_source();
    RunRequest request = wanted_.at(image).request;
    request.device = member.device.info.index;
    const RunMonitor watched = monitor(device);
    lock.unlock();
    const double begin = now();
    ReportPtr report;
    std::exception_ptr problem;
    try {
        report = run_(*member.device.engine, request, watched);
    } catch (...) {
        problem = std::current_exception();
    }
    const double seconds = now() - begin;
    request = {}; // frees the image, which may be large
    lock.lock();
    report ? conclude(device, image, report, seconds) : concludeFailure(device, image, problem);
    for (std::size_t i = 0; i < members_.size(); ++i)
        if (schedule_.isUseless(i, now())) members_[i].stop.request_stop();
    changed_.notify_all();
}

/// Reports to the schedule when the kernels are built, so that build times are not counted.
RunMonitor DevicePool::monitor(std::size_t device) {
    const auto note = [this, device, isBuilding = true](const RunProgress& progress) mutable {
        if (!isBuilding || progress.building) return;
        isBuilding = false;
        const std::lock_guard lock(mutex_);
        schedule_.built(device, now());
    };
    return {members_[device].stop.get_token(), note, {}};
}

void DevicePool::conclude(std::size_t device, std::size_t image, const ReportPtr& report, double seconds) {
    const double withoutBuild = seconds - report->buildMs / 1000;
    const auto wanted = wanted_.find(image);
    if (!schedule_.finished(device, now(), withoutBuild) || wanted == wanted_.end()) return;
    Wanted& one = wanted->second;
    if (!one.warning.empty())
        warn_(image, one.warning + "; " + report->device.name + " ran it, and the other devices run the rest");
    one.report = report;
    one.isSettled = true;
}

void DevicePool::concludeFailure(std::size_t device, std::size_t image, const std::exception_ptr& problem) {
    if (isCancelled(problem) && !stop_.stop_requested()) return schedule_.stopped(device, now());
    const bool isLast = schedule_.failed(device);
    const auto wanted = wanted_.find(image);
    if (wanted == wanted_.end()) return;
    Wanted& one = wanted->second;
    if (!one.problem) {
        one.problem = problem;
        if (!std::exchange(members_[device].isWarned, true))
            one.warning = members_[device].device.info.name + " could not run it: " + textOf(problem);
    }
    one.isSettled = one.isSettled || isLast || stop_.stop_requested();
}

} // namespace lightbench
