// Starting and ending the worker's process by POSIX means.
#include "app/worker/worker_process.h"

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/error.h"

extern char** environ; // NOLINT: POSIX declares it nowhere

namespace lightbench {

namespace {
constexpr int childSocket = 3;

/// Its first thread is gone (state Z of proc(5)); the others may still be on their way, and until then waitpid is
/// silent.
bool isEnding(pid_t id) {
    std::ifstream file("/proc/" + std::to_string(id) + "/stat");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name = line.rfind(')'); // the name in brackets may hold anything
    return name != std::string::npos && line.compare(name + 1, 2, " Z") == 0;
}

[[noreturn]] void cannotStart(const std::string& program, int problem) {
    throw Error(ErrorKind::Device, "cannot start " + program + ": " + std::strerror(problem) +
                                       "; it belongs beside the program: install Lightbench again");
}

/// What the child is to have: the socket, no input, and stderr for whatever drivers print. Signals that this process
/// holds back (Ctrl-C) are not held back there, and a group of its own keeps the terminal's Ctrl-C from it: it is
/// stopped through the socket.
class SpawnPlan {
public:
    explicit SpawnPlan(int socket) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, socket, childSocket);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
        posix_spawnattr_init(&attributes);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};
} // namespace

WorkerProcess::WorkerProcess(const std::string& program, const std::vector<std::string>& arguments) {
    std::array<int, 2> sockets{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) cannotStart(program, errno);
    channel_ = std::make_unique<Channel>(sockets[0]);
    std::vector<std::string> words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.insert(words.end(), {"--socket", std::to_string(childSocket)});
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const SpawnPlan plan(sockets[1]);
    const int problem = posix_spawn(&id_, program.c_str(), &plan.actions, &plan.attributes, pointers.data(), environ);
    close(sockets[1]);
    if (problem != 0) {
        id_ = -1;
        cannotStart(program, problem);
    }
}

WorkerProcess::~WorkerProcess() {
    if (id_ < 0) return;
    kill(id_, SIGKILL);
    // A driver can hold a killed process until its device answers; that is not waited for.
    int status = 0;
    collect(2000, status);
}

bool WorkerProcess::collect(int patienceMs, int& status) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patienceMs);
    while (waitpid(id_, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    id_ = -1;
    return true;
}

bool WorkerProcess::hasEnded() {
    int status = 0;
    return id_ < 0 || collect(isEnding(id_) ? 2000 : 0, status);
}

std::string WorkerProcess::howItEnded() {
    int status = 0;
    if (id_ < 0 || !collect(2000, status)) return "without a word";
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return "by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
    }
    return "with exit code " + std::to_string(WEXITSTATUS(status));
}

std::string workerBesideThis() {
    std::error_code problem;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", problem);
    return (self.parent_path() / "lightbench-worker").string();
}

} // namespace lightbench
