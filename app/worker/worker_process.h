// The child process of the worker: started with one end of a socket, ended without being asked.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "app/worker/channel.h"

namespace lightbench {

class WorkerProcess {
public:
    /// Starts `program arguments... --socket 3`. It ends by itself when this process is gone. Throws Error(Device) if
    /// it cannot be started.
    WorkerProcess(const std::string& program, const std::vector<std::string>& arguments);
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

private:
    bool collect(int patienceMs, int& status);
    std::unique_ptr<Channel> channel_;
    pid_t id_ = -1; ///< -1 once it has been collected
};

/// Path of lightbench-worker: beside the program that runs.
std::string workerBesideThis();

} // namespace lightbench
