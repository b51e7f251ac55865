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

void OrderedCompletions::end(std::size_t i, std::function<void()> completion) {
    std::unique_lock lock(mutex_);
    pending_.emplace(i, std::move(completion));
    if (isDraining_) return; // the thread that reports now takes this one, too
    isDraining_ = true;
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
    isDraining_ = false;
    if (problem) std::rethrow_exception(problem);
}

} // namespace lightbench
