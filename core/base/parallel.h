// Rows in parallel, for references; stops between rows when the run is cancelled.
#pragma once

#include <functional>
#include <stop_token>

namespace lightbench {

/// Makes a stop token the one that parallelRows and checkCancelled of this thread obey, while the scope lives.
/// References stay pure functions of image and parameters; the engine that calls them holds the scope.
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

/// Calls work(y) for y = 0..rows-1, on all processors. Rows must not depend on each other. An exception of a row is
/// thrown again here.
void parallelRows(int rows, const std::function<void(int)>& work);

/// Into how many parts to cut rows whose counts are added up in the end: enough for parallelRows, and few to add.
inline int bandsOf(int rows) { return rows < 16 ? rows : 16; }

/// Threads that parallelRows uses: what reports say of reference times.
int parallelThreads();

} // namespace lightbench
