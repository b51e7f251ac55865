// Keeps completions that arrive early until it is their job's turn.
#include "app/cli/ordered_completions.h"

#include <exception>

namespace lightbench {

void OrderedCompletions::begin(std::size_t i) {
    std::unique_lock lock(mutex_);
    advanced_.wait(lock, [&] { return i < completed_ + window_; });
}

void OrderedCompletions::waitForTurn(std::size_t i) {
    std::unique_lock lock(mutex_);
    advanced_.wait(lock, [&] { return completed_ == i; });
}

void OrderedCompletions::end(std::size_t i, std::function<void()> notify) {
    std::unique_lock lock(mutex_);
    pending_.emplace(i, std::move(notify));
    if (isReporting_) return; // the thread that reports now takes this one, too
    isReporting_ = true;
    std::exception_ptr problem;
    for (auto next = pending_.find(completed_); next != pending_.end(); next = pending_.find(completed_)) {
        const std::function<void()> now = std::move(next->second);
        pending_.erase(next);
        lock.unlock();
        try {
            now();
        } catch (...) {
            if (!problem) problem = std::current_exception();
        }
        lock.lock();
        ++completed_;
        advanced_.notify_all();
    }
    isReporting_ = false;
    if (problem) std::rethrow_exception(problem);
}

} // namespace lightbench
