// fork and exec; the pipe is read until the child ends or its time is over.
#include "app/bench_child.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "core/bench_image.h"
#include "core/error.h"
#include "core/stack_text.h"
#include "core/text.h"

extern char** environ;

namespace lightbench {

namespace {
using Clock = std::chrono::steady_clock;

/// Starting, drawing the image and the reference take this long at most, beside the measurement.
constexpr double startMs = 30'000;

std::vector<std::string> childWords(const BenchPoint& point, const PointOptions& options) {
    std::vector<std::string> words{
        "bench",        "--row",
        "--stack",      stackLine(point.stack),
        "--size",       std::to_string(point.size.width) + "x" + std::to_string(point.size.height),
        "--format",     formatText(point.format),
        "--image",      point.image,
        "--device",     std::to_string(point.device),
        "--repeat",     std::to_string(options.bench.repeat),
        "--no-ceilings"}; // the device's are measured once, by who compares with them
    if (!options.buildOptions.empty()) words.insert(words.end(), {"--build-options", options.buildOptions});
    if (options.bench.buffers > 0) words.insert(words.end(), {"--buffers", std::to_string(options.bench.buffers)});
    if (!options.bench.check) words.push_back("--no-check");
    if (options.checkSize.area() > 0)
        words.insert(words.end(), {"--check-size", std::to_string(options.checkSize.width) + "x" +
                                                       std::to_string(options.checkSize.height)});
    return words;
}

/// A process whose standard output is read here.
class Child {
public:
    explicit Child(const std::vector<std::string>& words) {
        int ends[2];
        if (pipe(ends) != 0) throw Error(ErrorKind::Device, "cannot start a process to measure in");
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addclose(&actions, ends[0]);
        std::vector<char*> pointers{const_cast<char*>("lightbench")};
        for (const std::string& word : words)
            pointers.push_back(const_cast<char*>(word.c_str()));
        pointers.push_back(nullptr);
        const int failed = posix_spawn(&process_, "/proc/self/exe", &actions, nullptr, pointers.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        output_ = ends[0];
        if (failed) throw Error(ErrorKind::Device, "cannot start a process to measure in");
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        close(output_);
        if (process_ <= 0) return;
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    /// Its whole output; nothing if it did not end in time.
    std::optional<std::string> read(double ms, std::stop_token stop) {
        const auto start = Clock::now();
        std::string text;
        for (char part[4096];;) {
            pollfd ready{output_, POLLIN, 0};
            const int changed = poll(&ready, 1, 50);
            if (stop.stop_requested()) throw Error(ErrorKind::Cancelled, "stopped");
            if (std::chrono::duration<double, std::milli>(Clock::now() - start).count() > ms) return {};
            if (changed <= 0) continue;
            const ssize_t count = ::read(output_, part, sizeof part);
            if (count <= 0) return text;
            text.append(part, std::size_t(count));
        }
    }

private:
    pid_t process_ = -1;
    int output_ = -1;
};
} // namespace

BenchRow runInChild(const BenchPoint& point, const BenchRow& empty, const PointOptions& options) {
    BenchRow row = empty;
    if (options.input && point.image != "random" && point.image != "natural" && point.image != "constant") {
        row.reason = "left out: a variant that may wait for ever is measured on the bench's own images only";
        return row;
    }
    const double limit = startMs + std::max(options.mostMs, options.bench.capMs);
    Child child(childWords(point, options));
    const std::optional<std::string> text = child.read(limit, options.bench.stop);
    if (!text) {
        row.reason = "ended after " + threeDigits(limit / 1000) +
                     " s: its work-items wait for each other, for which OpenCL promises no progress";
        return row;
    }
    const std::vector<CsvRow> rows = parseCsv(*text);
    if (!rows.empty() && rows.back().size() == rowColumns().size()) {
        row = rowFromCells(rows.back());
        row.axes = empty.axes; // the child knows of one point, not of a sweep
        return row;
    }
    row.reason = "the process that measured it ended without a result";
    return row;
}

} // namespace lightbench
