// Runs rows in parallel on the host, and stops between rows when the run is cancelled. CPU references, comparisons and
// codecs use it. The stop token is thread-local, so that references stay pure functions of image and parameters.
#pragma once

#include <functional>
#include <stop_token>

namespace lightbench {

/// While it lives, parallelRows and checkCancelled on this thread obey the given stop token. The engine that calls a
/// reference holds the scope.
class CancelScope {
public:
    explicit CancelScope(std::stop_token token);
    ~CancelScope();
    CancelScope(const CancelScope&) = delete;
    CancelScope& operator=(const CancelScope&) = delete;

private:
    std::stop_token previous_;
};

/// Throws Error(Cancelled) if the current scope's token was stopped.
void checkCancelled();

/// Calls work(y) for y = 0..rows-1 on all processors. Rows must not depend on each other. An exception of a row is
/// rethrown here.
void parallelRows(int rows, const std::function<void(int)>& work);

/// The number of bands for rows whose counts are summed at the end: enough for parallelRows, and few to sum.
inline int bandsOf(int rows) { return rows < 16 ? rows : 16; }

/// The number of threads that parallelRows uses; reports show it beside reference times.
int parallelThreads();

} // namespace lightbench
