// The progress line on stderr of the commands run, replay, roofline, tune and experiment. It shows that a long run goes
// on, and draws only if stderr is a terminal. Use it from one thread at a time.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "core/run/engine.h"

namespace lightbench {

class CommandContext;

/// Draws at most ten times a second and erases its line in the end. Draws nothing if stderr is not a terminal.
class ProgressLine {
public:
    explicit ProgressLine(bool wanted);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// The file in progress is number `index` of `count`.
    void setFile(int index, int count, std::string name);
    void show(const RunProgress& progress);
    /// Erases the line, so that a message can be written.
    void clear();

private:
    std::FILE* terminal_ = nullptr; ///< a copy of stderr, which may be silenced; null if it is not a terminal
    bool drawn_ = false;
    int index_ = 0, count_ = 1;
    std::string name_;
    std::chrono::steady_clock::time_point last_{};
};

/// Runs a request on the context's engine, and shows its progress meanwhile.
ReportPtr runShowingProgress(const RunRequest& request, CommandContext& context, bool wanted = true);

} // namespace lightbench
