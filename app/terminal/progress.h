// A progress line on stderr, where that is a terminal.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "core/run/engine.h"

namespace lightbench {

/// Draws at most ten times a second and cleans up behind itself. Silent where stderr is no terminal.
class ProgressLine {
public:
    explicit ProgressLine(bool wanted);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// File number `index` of `count` is at work.
    void setFile(int index, int count, std::string name);
    void show(const RunProgress& progress);
    /// Takes the line away, so that a message can be written.
    void clear();

private:
    std::FILE* terminal_ = nullptr; ///< a copy of stderr, which may be silenced meanwhile; null if it is no terminal
    bool drawn_ = false;
    int index_ = 0, count_ = 1;
    std::string name_;
    std::chrono::steady_clock::time_point last_{};
};

} // namespace lightbench
