// Starts the worker by the program `oclgrind`, and reads its log.
#include "app/worker/oclgrind.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "app/worker/passing_folder.h"
#include "app/worker/worker_process.h"
#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/experiment/point_images.h"
#include "core/run/resolve.h"

namespace lightbench {

namespace {
/// What a shell prints for a command.
std::string outputOf(const char* command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command, "r"), pclose);
    std::string output;
    std::array<char, 4096> part{};
    for (std::size_t count = 1; pipe && count > 0;) {
        count = std::fread(part.data(), 1, part.size(), pipe.get());
        output.append(part.data(), count);
    }
    return output;
}

/// Such as "Debian GNU/Linux 13 (trixie)".
std::string systemName() {
    constexpr std::string_view key = "PRETTY_NAME=";
    std::ifstream file("/etc/os-release");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(key)) {
            std::erase(line, '"');
            return line.substr(key.size());
        }
    return "this system";
}

/// How to get Oclgrind on this system, as the end of a sentence: its package, which apt knows, or the source.
std::string oclgrindAdvice() {
    constexpr const char* source = "https://github.com/jrprice/Oclgrind";
    const std::string policy =
        outputOf("LC_ALL=C; export LC_ALL; (apt-cache policy oclgrind; apt-cache policy) 2>/dev/null");
    const auto has = [&](std::string_view part) { return policy.find(part) != std::string_view::npos; };
    if (has("Candidate: ") && !has("Candidate: (none)")) return "install it by `sudo apt install oclgrind`";
    const bool hasLists = has(" Packages\n"); // without them apt knows only what is installed
    return hasLists ? systemName() + " has no package of it, so build it from " + source
                    : "install the package oclgrind if " + systemName() + " has one, or build it from " + source;
}

/// Empty if it is not installed.
std::string oclgrindPath() {
    const char* path = std::getenv("PATH");
    for (const std::string_view folder : split(path ? path : "", ":")) {
        const std::string program = std::string(folder) + "/oclgrind";
        if (!folder.empty() && access(program.c_str(), X_OK) == 0) return program;
    }
    return {};
}

std::string oclgrindProgram() {
    if (std::string program = oclgrindPath(); !program.empty()) return program;
    throw Error(ErrorKind::Device,
                "Oclgrind is not installed, and only it can check accesses to memory; " + oclgrindAdvice());
}

/// Stops a run when its time is over, or when the user does.
class TimeLimit {
public:
    TimeLimit(double seconds, const std::stop_token& stop)
        : byUser_(stop, [this] { source_.request_stop(); }), watch_([this, seconds](const std::stop_token& ended) {
              std::unique_lock lock(mutex_);
              const bool isEnded = wake_.wait_for(lock, ended, std::chrono::duration<double>(seconds),
                                                  [&] { return ended.stop_requested(); });
              if (!isEnded) isOver_ = true, source_.request_stop();
          }) {}
    std::stop_token token() const { return source_.get_token(); }
    bool isOver() const { return isOver_; }

private:
    std::stop_source source_;
    std::atomic<bool> isOver_{false};
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::stop_callback<std::function<void()>> byUser_;
    std::jthread watch_;
};

/// A race is reported at each pixel. That must leave room for reports of other places.
constexpr const char* maxErrors = "50000";

WorkerSettings inOclgrind(WorkerSettings settings, const std::string& log) {
    const std::string worker = settings.program.empty() ? workerBesideThis() : settings.program;
    settings.inProcess = false;
    settings.program = oclgrindProgram();
    settings.arguments.insert(settings.arguments.begin(),
                              {"--log", log, "--data-races", "--uninitialized", "--max-errors", maxErrors, worker});
    settings.timeOutSeconds = 0; // the caller has a limit of its own
    settings.graceSeconds = 0.2;
    settings.listSeconds = 60; // the simulator starts slowly
    return settings;
}

/// The request on a small part of the image, for Oclgrind's device.
RunRequest smallPart(const RunRequest& request, const DeviceInfo& device) {
    RunRequest part = request;
    const Size most = oddPart(request.image->shape().size, memoryCheckSize.width);
    part.image = fitted(request.image, {most.width, std::min(most.height, memoryCheckSize.height)});
    part.stack = fitted(request.stack, request.filters, request.image->shape(), part.image->shape());
    part.device = device.index;
    part.options = {.stageImages = false, .histograms = false};
    part.tuning = nullptr;
    return part;
}

bool hasImageObjects(const RunRequest& request, const DeviceInfo& device) {
    const std::vector<PlannedStage> stages =
        plannedStages(request.stack, request.image->shape(), device, request.filters, {});
    return std::ranges::any_of(stages, [](const PlannedStage& one) { return !one.resolved.plan.imageObjects.empty(); });
}

/// Runs the stack, and notes if it did not end in time or if Oclgrind crashed, as it does on some correct kernels.
void runWatched(Engine& engine, const RunRequest& part, double seconds, const std::stop_token& stop,
                MemoryCheck& check) {
    const TimeLimit limit(seconds, stop);
    try {
        engine.run(part, {limit.token()});
    } catch (const WorkerEnded&) {
        check.isComplete = false;
        check.crashed = true;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Cancelled || !limit.isOver()) throw;
        check.isComplete = false;
    }
}

} // namespace

MemoryCheck checkInOclgrind(const RunRequest& request, double seconds, const std::stop_token& stop,
                            WorkerSettings settings) {
    const TemporaryFolder folder("oclgrind", "for the log of Oclgrind");
    const std::string log = folder.path() + "/log";
    MemoryCheck check;
    {
        const std::unique_ptr<Engine> engine = makeWorkerEngine(inOclgrind(std::move(settings), log));
        const DeviceList& list = engine->devices();
        if (list.devices.empty())
            throw Error(ErrorKind::Device, "Oclgrind has no device" +
                                               (list.warnings.empty() ? std::string() : ": " + list.warnings.front()));
        const RunRequest part = smallPart(request, list.devices.front());
        check.followsValues = !hasImageObjects(part, list.devices.front());
        runWatched(*engine, part, seconds, stop, check);
    } // ends the worker, so that its log is whole
    constexpr std::size_t maxBytes = 64 << 20;
    if (std::filesystem::exists(log)) check.findings = memoryFindings(readSmallFile(log, maxBytes, "a log"));
    dropUncertain(check);
    return check;
}

namespace {
/// A check of a run must not take longer for it.
constexpr double mostSeconds = 5;
constexpr std::size_t mostKnown = 8;

/// A stage of the user that was checked without a reference, with the same result each time.
bool isOpen(const StageReport& stage, const FilterCatalog& filters) {
    return stage.difference.verdict == Verdict::NoReference && !stage.finding.empty() &&
           filters.definition(definitionIdOf(stage.filter, stage.variant)) != nullptr;
}

bool isOf(const MemoryFinding& finding, const StageReport& stage) {
    return isAboutUnwrittenValues(finding) &&
           std::ranges::find(stage.kernels, finding.kernel, &KernelReport::name) != stage.kernels.end();
}

std::string findingOf(const MemoryFinding& finding) {
    const std::string place =
        finding.line > 0 ? " in line " + std::to_string(finding.line) + " of " + shownPath(finding.file) : "";
    return "kernel " + finding.kernel + " uses values that nobody wrote" + place +
           ", says Oclgrind: is a buffer read before it is written?";
}

void complete(StageReport& stage, const MemoryCheck& check) {
    const auto found = std::ranges::find_if(check.findings, [&](const MemoryFinding& one) { return isOf(one, stage); });
    if (found != check.findings.end())
        stage.finding = findingOf(*found);
    else if (check.isComplete && check.followsValues)
        stage.finding += "; nothing read before it is written";
}
} // namespace

ReportPtr UnwrittenValues::addTo(const ReportPtr& report, const RunRequest& request, const RunMonitor& monitor,
                                 const WorkerSettings& settings) {
    const auto isOpenHere = [&](const StageReport& stage) { return isOpen(stage, request.filters); };
    if (oclgrindPath().empty() || std::ranges::none_of(report->stages, isOpenHere)) return report;
    auto checked = std::make_shared<Report>(*report);
    try {
        const MemoryCheck& found = checkOf(request, monitor, settings);
        for (StageReport& stage : checked->stages)
            if (isOpenHere(stage)) complete(stage, found);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        checked->warnings.push_back(std::string("Oclgrind could not look for values that nobody wrote: ") +
                                    error.what());
    }
    return checked;
}

const MemoryCheck& UnwrittenValues::checkOf(const RunRequest& request, const RunMonitor& monitor,
                                            const WorkerSettings& settings) {
    const Format format = request.image->format();
    std::vector<FilterDefinition> definitions;
    for (const Stage& stage : request.stack)
        if (const FilterDefinition* one = request.filters.definition(definitionIdOf(stage)))
            definitions.push_back(*one);
    const auto known = std::ranges::find_if(known_, [&](const Known& one) {
        return one.stack == request.stack && one.definitions == definitions && one.format == format;
    });
    if (known != known_.end()) return known->found;
    if (monitor.progress) monitor.progress({-1, "looking for values that nobody wrote", 1, true});
    MemoryCheck found = checkInOclgrind(request, mostSeconds, monitor.stop, settings);
    if (known_.size() >= mostKnown) known_.erase(known_.begin());
    return known_.emplace_back(Known{request.stack, std::move(definitions), format, std::move(found)}).found;
}

} // namespace lightbench
