// Keeps completions that arrive early until it is their job's turn.
#include "app/cli/in_order.h"

#include <exception>

namespace lightbench {

void InOrder::begin(std::size_t i) {
    std::unique_lock lock(mutex_);
    moved_.wait(lock, [&] { return i < reported_ + ahead_; });
}

void InOrder::waitForTurn(std::size_t i) {
    std::unique_lock lock(mutex_);
    moved_.wait(lock, [&] { return reported_ == i; });
}

void InOrder::end(std::size_t i, std::function<void()> notify) {
    std::unique_lock lock(mutex_);
    ended_.emplace(i, std::move(notify));
    if (isReporting_) return; // the reporting thread also runs this completion
    isReporting_ = true;
    std::exception_ptr problem;
    for (auto next = ended_.find(reported_); next != ended_.end(); next = ended_.find(reported_)) {
        const std::function<void()> now = std::move(next->second);
        ended_.erase(next);
        lock.unlock();
        try {
            now();
        } catch (...) {
            if (!problem) problem = std::current_exception();
        }
        lock.lock();
        ++reported_;
        moved_.notify_all();
    }
    isReporting_ = false;
    if (problem) std::rethrow_exception(problem);
}

} // namespace lightbench
