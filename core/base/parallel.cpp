// Implements parallelRows with OpenMP. The stop token is thread-local.
#include "core/base/parallel.h"

#include <atomic>
#include <exception>
#include <utility>

#include <omp.h>

#include "core/base/error.h"

namespace lightbench {

namespace {
thread_local std::stop_token currentToken;
} // namespace

CancelScope::CancelScope(std::stop_token token) : previous_(std::exchange(currentToken, std::move(token))) {}
CancelScope::~CancelScope() { currentToken = std::move(previous_); }

void checkCancelled() {
    if (currentToken.stop_requested()) throw Error(ErrorKind::Cancelled, "stopped");
}

void parallelRows(int rows, const std::function<void(int)>& work) {
    // The workers have thread-locals of their own, so they are handed the caller's token.
    const std::stop_token token = currentToken;
    std::exception_ptr failure;
    std::atomic<bool> stopped{false};
    // A single row is not worth waking the other threads for.
#pragma omp parallel for schedule(dynamic, 4) if (rows > 1)
    for (int y = 0; y < rows; ++y) {
        if (stopped || token.stop_requested()) continue;
        try {
            work(y);
        } catch (...) {
            if (!stopped.exchange(true)) failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
    checkCancelled();
}

int parallelThreads() { return omp_get_max_threads(); }

} // namespace lightbench
