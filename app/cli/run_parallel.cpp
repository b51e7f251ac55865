// One thread per function; the first exception is rethrown after all threads have ended.
#include "app/cli/run_parallel.h"

#include <exception>
#include <thread>

namespace lightbench {

void runParallel(const std::vector<std::function<void()>>& tasks) {
    std::vector<std::exception_ptr> problems(tasks.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < tasks.size(); ++i)
            threads.emplace_back([&, i] {
                try {
                    tasks[i]();
                } catch (...) {
                    problems[i] = std::current_exception();
                }
            });
    }
    for (const std::exception_ptr& problem : problems)
        if (problem) std::rethrow_exception(problem);
}

} // namespace lightbench
