// The worker's child process: starts it with one end of two sockets, collects its output and kills it. The
// worker link owns one. It is not thread-safe.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/worker/built_notices.h"
#include "app/worker/channel.h"

namespace lightbench {

/// A change to a process environment: sets the variable, or removes it if there is no value.
struct EnvironmentChange {
    std::string name;
    std::optional<std::string> value;
};

class WorkerProcess {
public:
    /// Starts `program arguments... --socket 3` with this process's environment and the changes. Descriptor 4 is the
    /// socket for notices. The child ends by
    /// itself when this process is gone. Throws Error(Device) if it cannot be started.
    WorkerProcess(const std::string& program, const std::vector<std::string>& arguments,
                  const std::vector<EnvironmentChange>& environment = {});
    /// Kills the child.
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    Channel& channel() { return *channel_; }
    BuiltNotices& notices() { return *notices_; }
    pid_t id() const { return id_; }
    bool hasEnded();
    /// How the process ended after its side closed the channel, such as "by signal 11 (Segmentation fault)" or "with
    /// exit code 3".
    std::string howItEnded();
    /// What the child and its drivers wrote to stdout and stderr since the last call, at most the last 64 KiB.
    std::string takeOutput();

private:
    bool collect(int timeoutMs, int& status);
    std::unique_ptr<Channel> channel_;
    std::unique_ptr<BuiltNotices> notices_;
    int output_ = -1; ///< an unnamed file that is the child's stdout and stderr; -1: it uses this process's stderr
    pid_t id_ = -1;   ///< -1 after the exit status was collected
};

/// Path of lightbench-worker: beside the running program.
std::string workerBesideThis();

} // namespace lightbench
