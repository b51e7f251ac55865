#include "app/worker/worker_process.h"

#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <thread>

#include "core/base/child_setup.h"
#include "core/base/error.h"

extern char** environ; // NOLINT: POSIX declares it nowhere

namespace lightbench {

namespace {
constexpr int childSocket = 3;
static_assert(noticesDescriptor == childSocket + 1);

/// Its first thread is gone (state Z of proc(5)); the others may still be on their way, and until then waitpid is
/// silent.
bool isEnding(pid_t id) {
    std::ifstream file("/proc/" + std::to_string(id) + "/stat");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name = line.rfind(')'); // the name in brackets may hold anything
    return name != std::string::npos && line.compare(name + 1, 2, " Z") == 0;
}

[[noreturn]] void cannotStart(const std::string& program, int problem) {
    const bool hasTooManyFiles = problem == EMFILE || problem == ENFILE;
    const bool isShort = hasTooManyFiles || problem == EAGAIN || problem == ENOMEM;
    const char* remedy = hasTooManyFiles ? "raise the limit of open files with ulimit -n, or close other programs"
                         : isShort       ? "close other programs, and try again"
                                         : "it belongs beside the program: install Lightbench again";
    throw Error(ErrorKind::Device, "cannot start " + program + ": " + std::strerror(problem) + "; " + remedy);
}

/// Standard descriptors may be closed in this process, and what is printed must not get into the conversation.
int aboveChild(int descriptor) { return descriptorAbove(noticesDescriptor, descriptor); }

std::vector<std::string> changedEnvironment(const std::vector<EnvironmentChange>& changes) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable; ++variable) {
        const std::string_view name = std::string_view(*variable).substr(0, std::strcspn(*variable, "="));
        if (std::ranges::find(changes, name, &EnvironmentChange::name) == changes.end()) variables.push_back(*variable);
    }
    for (const EnvironmentChange& change : changes)
        if (change.value) variables.push_back(change.name + "=" + *change.value);
    return variables;
}

/// As exec takes them.
std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// For what the child prints. It always writes to the end, also after what was read has been taken away.
int fileForOutput() {
    const int file = aboveChild(memfd_create("lightbench-worker", MFD_CLOEXEC));
    if (file >= 0) fcntl(file, F_SETFL, O_APPEND);
    return file;
}
} // namespace

WorkerProcess::WorkerProcess(const std::string& program, const std::vector<std::string>& arguments,
                             const std::vector<EnvironmentChange>& environment) {
    std::array<int, 2> sockets{}, notices{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) cannotStart(program, errno);
    for (int& socket : sockets)
        socket = aboveChild(socket);
    channel_ = std::make_unique<Channel>(sockets[0]);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, notices.data()) != 0) {
        const int problem = errno;
        close(sockets[1]);
        cannotStart(program, problem);
    }
    notices[1] = aboveChild(notices[1]);
    notices_ = std::make_unique<BuiltNotices>(notices[0]);
    output_ = fileForOutput();
    std::vector<std::string> words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.insert(words.end(), {"--socket", std::to_string(childSocket)});
    std::vector<std::string> variables = changedEnvironment(environment);
    // Two sockets, no input, and a place for whatever drivers print. The child is stopped through its socket.
    ChildSetup child;
    child.give(output_ >= 0 ? output_ : STDERR_FILENO, STDOUT_FILENO);
    child.give(STDOUT_FILENO, STDERR_FILENO);
    child.giveNoInput();
    child.give(sockets[1], childSocket);
    child.give(notices[1], noticesDescriptor);
    child.closeAbove(noticesDescriptor);
    const int problem = posix_spawn(&id_, program.c_str(), &child.actions, &child.attributes, pointersTo(words).data(),
                                    pointersTo(variables).data());
    close(sockets[1]);
    close(notices[1]);
    if (problem == 0) return;
    id_ = -1;
    if (output_ >= 0) close(output_);
    cannotStart(program, problem);
}

WorkerProcess::~WorkerProcess() {
    if (output_ >= 0) close(output_);
    if (id_ < 0) return;
    kill(id_, SIGKILL);
    // A driver can hold a killed process until its device answers; that is not waited for.
    int status = 0;
    collect(2000, status);
}

std::string WorkerProcess::takeOutput() {
    constexpr off_t maximum = 64 << 10;
    struct stat file {};
    if (output_ < 0 || fstat(output_, &file) != 0 || file.st_size == 0) return {};
    std::string text(std::size_t(std::min(file.st_size, maximum)), '\0');
    const ssize_t got = pread(output_, text.data(), text.size(), file.st_size - off_t(text.size()));
    text.resize(std::size_t(std::max<ssize_t>(got, 0)));
    if (ftruncate(output_, 0) != 0) return {};
    return text;
}

bool WorkerProcess::collect(int timeoutMs, int& status) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeoutMs);
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
    if (id_ < 0 || !collect(2000, status)) return "without giving a reason";
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
