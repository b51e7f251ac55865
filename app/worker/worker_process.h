// The child process of the worker: started with one end of a socket, ended without being asked.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/worker/channel.h"

namespace lightbench {

/// A change to the environment of a process: a variable with its value, or without one, to be taken away.
struct EnvironmentChange {
    std::string name;
    std::optional<std::string> value;
};

class WorkerProcess {
public:
    /// Starts `program arguments... --socket 3` in this process' environment with the changes. It ends by itself when
    /// this process is gone. Throws Error(Device) if it cannot be started.
    WorkerProcess(const std::string& program, const std::vector<std::string>& arguments,
                  const std::vector<EnvironmentChange>& environment = {});
    /// Kills it.
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    Channel& channel() { return *channel_; }
    pid_t id() const { return id_; }
    bool hasEnded();
    /// After the channel was closed from the other side: how the process ended, such as "by signal 11 (Segmentation
    /// fault)" or "with exit code 3".
    std::string howItEnded();
    /// What it and its drivers wrote to stdout and stderr since the last call, at most the last 64 KiB.
    std::string takeWords();

private:
    bool collect(int patienceMs, int& status);
    std::unique_ptr<Channel> channel_;
    int words_ = -1; ///< a file without a name that is the child's stdout and stderr; -1: it has this process' stderr
    pid_t id_ = -1;  ///< -1 once it has been collected
};

/// Path of lightbench-worker: beside the program that runs.
std::string workerBesideThis();

} // namespace lightbench
