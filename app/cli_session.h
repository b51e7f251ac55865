// What every command shares: the engine, the choice of a device, messages, Ctrl-C and exit codes.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "core/engine.h"
#include "core/error.h"

namespace lightbench {

enum ExitCode { Done = 0, Differs = 1, BadInput = 2, DeviceFailed = 3, Stopped = 130 };

/// Turns SIGINT and SIGTERM into a stop request; the second one ends the program at once. Make it before any thread.
class StopOnSignal {
public:
    StopOnSignal();
    ~StopOnSignal();
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::thread watcher_;
};

class Session {
public:
    explicit Session(std::stop_token stop) : stop_(std::move(stop)) {}
    bool verbose = false;

    std::stop_token stop() const { return stop_; }
    void checkStopped() const;
    Engine& engine();
    /// Finds the devices; writes each warning once, as one line on stderr.
    const DeviceList& devices();
    /// "" is the first; a number is an index; else part of a name, upper and lower case alike. Throws Error(Device) if
    /// there is no device at all, Error(Usage) if none or several match.
    const DeviceInfo& device(const std::string& wanted);

    void warn(const std::string& line) const;
    /// Writes the error as one line, with `verbose` the details below, and gives its exit code.
    int report(const Error& error, const std::string& prefix = {}) const;

private:
    std::stop_token stop_;
    std::unique_ptr<Engine> engine_;
    bool warned_ = false;
};

/// Writes to stdout. Throws Error(Input) if it is closed or full.
void print(const std::string& text);

} // namespace lightbench
