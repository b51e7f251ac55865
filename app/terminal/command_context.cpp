#include "app/terminal/command_context.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include "app/terminal/environment_kernels.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/definition/stack_files.h"
#include "core/device/device_choice.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
std::string oneLine(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return shownPath(text);
}

/// The process's stderr. Several threads may silence it at the same time.
struct Stderr {
    std::mutex mutex;
    int silencers = 0; ///< how many QuietStderr live
    int saved = -1;    ///< a copy of stderr while it is silenced
};

Stderr& theStderr() {
    static Stderr one;
    return one;
}

/// Lightbench's own messages are shown even while stderr is silenced.
void writeText(const std::string& text) {
    Stderr& state = theStderr();
    const std::lock_guard lock(state.mutex);
    std::fflush(stderr);
    dprintf(state.saved >= 0 ? state.saved : STDERR_FILENO, "%s", text.c_str());
}
} // namespace

std::vector<OptionSpec> workerOptions() {
    return {{"in-process", 0, "", "run drivers in this process, which ends if a driver crashes"},
            {"isolated", 0, "", "run drivers in a process of their own (default)"},
            {"timeout", 0, "SECONDS", "end a run that makes no progress for so long; 0: never"}};
}

WorkerSettings workerSettings(const Arguments& arguments) {
    arguments.refuseTogether("in-process", "isolated");
    WorkerSettings settings{.inProcess = arguments.has("in-process"), .kernels = kernelsFromEnvironment()};
    if (arguments.has("timeout")) settings.timeOutSeconds = wholeNumber(arguments, "timeout", 0, 86400, 0);
    return settings;
}

OptionSpec tuningOption() {
    return {"tuning", 0, "FILE or off",
            "the file of the fastest settings, which auto uses (default: LIGHTBENCH_TUNING, or tuning.csv in "
            "~/.local/share/lightbench)"};
}

TuningFile tuningFile(const Arguments& arguments) { return TuningFile(tuningPath(arguments.value("tuning"))); }

std::vector<OptionSpec> shardOptions() {
    return {
        {"shard", 0, "I/N", "run part I of N only (slurm/N: SLURM_ARRAY_TASK_ID of N; slurm: of the whole job array)"},
        {"merge", 0, "", "measure nothing: merge the given journals into --journal, without duplicates"}};
}

Shard shardOf(const Arguments& arguments) {
    if (!arguments.has("shard")) return {};
    return parseShard(arguments.value("shard"), [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value ? value : "");
    });
}

void requireMergeInputs(const Arguments& arguments) {
    if (arguments.positionals.empty() || !arguments.has("journal"))
        fail(ErrorKind::Usage, "--merge needs the journals to merge, and --journal FILE.csv for the result");
    arguments.refuseTogether("merge", "shard");
}

void CommandContext::checkStopped() const {
    if (signals_.token().stop_requested()) throw Error(ErrorKind::Cancelled, "stopped");
}

Engine& CommandContext::engine() {
    if (!engine_) engine_ = newEngine();
    return *engine_;
}

std::unique_ptr<Engine> CommandContext::newEngine() const {
    WorkerSettings settings = worker;
    settings.warn = [this](const std::string& line) { warn(line); };
    return makeWorkerEngine(settings);
}

const DeviceList& CommandContext::devices() {
    const QuietStderr quiet(!verbose); // the warnings contain the drivers' last output
    const DeviceList& list = engine().devices();
    if (std::exchange(hasPrintedWarnings_, true)) return list;
    // If there is no device, the last warning says so. It becomes the error of commands that need a device.
    const std::size_t shown = list.warnings.size() - (list.devices.empty() && !list.warnings.empty() ? 1 : 0);
    for (std::size_t i = 0; i < shown; ++i)
        warn(list.warnings[i]);
    return list;
}

const std::vector<DeviceInfo>& CommandContext::requireDevices() {
    const DeviceList& list = devices();
    if (list.devices.empty())
        throw Error(ErrorKind::Device, list.warnings.empty() ? "no OpenCL device was found; install pocl-opencl-icd"
                                                             : list.warnings.back());
    return list.devices;
}

const DeviceInfo& CommandContext::device(const std::string& wanted) { return deviceNamed(requireDevices(), wanted); }

std::vector<DeviceInfo> CommandContext::devicesNamed(const std::string& wanted) {
    return lightbench::devicesNamed(requireDevices(), wanted);
}

Stack CommandContext::readStack(std::string_view text, const std::string& folder) const {
    Stack stack = parseStack(text, filters, folder);
    claims_.readsAll(filesOf(stack, filters));
    return stack;
}

TuningDatabasePtr CommandContext::readTuning(const TuningFile& file) const {
    return file.readOrWarn([this](const std::string& line) { warn(line); });
}

void CommandContext::claimOutputs(const Arguments& arguments, const std::vector<std::string>& options) const {
    for (const std::string& option : options) {
        const std::string path = arguments.value(option);
        claims_.writes(path, "--" + option);
        if (!path.empty()) checkWritable(path);
    }
}

void CommandContext::warn(const std::string& line) const {
    writeText(programName() + ": warning: " + oneLine(line) + "\n");
}

int CommandContext::printError(const Error& error, const std::string& prefix) const {
    writeText(programName() + ": " + oneLine(prefix + error.what()) + "\n");
    if (!error.excerpt.empty()) writeText(shownLines(error.excerpt) + "\n");
    if (verbose && !error.details().empty()) writeText(shownLines(error.details()) + "\n");
    switch (error.kind()) {
    case ErrorKind::Usage:
    case ErrorKind::Input: return BadInput;
    case ErrorKind::Device:
    case ErrorKind::Build: return DeviceFailed;
    case ErrorKind::Cancelled: break;
    }
    return Stopped;
}

QuietStderr::QuietStderr(bool wanted) : wanted_(wanted) {
    if (!wanted_) return;
    Stderr& state = theStderr();
    const std::lock_guard lock(state.mutex);
    if (state.silencers++ > 0) return;
    std::fflush(stderr);
    state.saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (state.saved >= 0 && nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0) close(nowhere);
}

QuietStderr::~QuietStderr() {
    if (!wanted_) return;
    Stderr& state = theStderr();
    const std::lock_guard lock(state.mutex);
    if (--state.silencers > 0 || state.saved < 0) return;
    std::fflush(stderr);
    dup2(state.saved, STDERR_FILENO);
    close(std::exchange(state.saved, -1));
}

void print(const std::string& text, std::FILE* to) { printRaw(shownLines(text), to); }

void printRaw(const std::string& text, std::FILE* to) {
    if (std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0) return;
    throw Error(ErrorKind::Input, std::string("cannot write to the standard output: ") + std::strerror(errno));
}

} // namespace lightbench
