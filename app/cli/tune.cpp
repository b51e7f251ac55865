// `tune`: races the variants and workgroups of filters on a device within a time limit, and stores the winners.
#include <algorithm>
#include <charconv>

#include "app/cli/cli_commands.h"
#include "app/cli/experiment_run.h"
#include "app/cli/measuring_options.h"
#include "app/cli/run_parallel.h"
#include "app/cli/tuning_report.h"
#include "app/terminal/kernels_option.h"
#include "app/terminal/progress.h"
#include "core/base/text.h"
#include "core/device/device_choice.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"
#include "core/tuning/tuner.h"

namespace lightbench {

namespace {
constexpr double defaultTuningSeconds = 600;

/// Parses "90s", "10m" or "1.5h".
double durationOf(const std::string& text) {
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string unit(end, std::size_t(text.data() + text.size() - end));
    const double factor = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
    if (problem != std::errc() || factor == 0 || !(value > 0 && value * factor <= 1e6))
        fail(ErrorKind::Usage,
             "--time is \"" + shownText(text) + "\"; give at most 1000000 seconds, such as 90s, 10m or 2h");
    return value * factor;
}

double timeLimit(const Arguments& arguments) {
    arguments.refuseTogether("time", "minutes");
    if (arguments.has("minutes")) return 60.0 * wholeNumber(arguments, "minutes", 1, 10000, 10);
    return arguments.has("time") ? durationOf(arguments.value("time")) : defaultTuningSeconds;
}

std::vector<TuneTask> tasksOf(const Arguments& arguments, const CommandContext& context) {
    const FilterCatalog& catalog = context.filters;
    const std::vector<Size> sizes = parseSizes(arguments.value("sizes", "1080p,4k"));
    std::vector<Format> formats;
    for (const std::string& name : splitList(arguments.value("formats", "u8,rgba8"), "formats"))
        formats.push_back(parseFormat(name));
    std::vector<TuneTask> tasks =
        arguments.has("stack")
            ? stackTasks(requireEnabledStage(context.readStack(arguments.value("stack"))), catalog, sizes, formats)
            : filterTasks(filtersOf(arguments, catalog), catalog, sizes, formats);
    if (tasks.empty()) fail(ErrorKind::Usage, "none of these filters takes images of these formats");
    return tasks;
}

/// Reports and removes the tasks that the database has for this driver and these kernels.
void skipKnown(std::vector<TuneTask>& tasks, const Tuning& tuning, const DeviceInfo& device, bool quiet) {
    std::erase_if(tasks, [&](const TuneTask& task) {
        const auto stored = tunedStage(task.stage, {task.size, task.format}, device, task.filters, tuning);
        if (stored && !quiet)
            print(task.name() + ": tuned on " + stored->tunedOn + "; --again repeats the measurement\n");
        return stored.has_value();
    });
}

Tuning currentTuning(TuningDatabasePtr database, CommandContext& context) {
    return {std::move(database),
            std::make_shared<const KernelLibrary>(context.filters.withKernelFiles(context.engine().kernels()).read())};
}

/// Runs one tuner on a terminal, or several at the same time.
class TuneRun {
public:
    TuneRun(const TuningFile& file, CommandContext& context, bool quiet)
        : file_(file), context_(context), quiet_(quiet), progress_(!quiet) {}

    /// `prefix` stands in front of messages, such as "device 1, ". Threads may call this for several tuners.
    void run(Tuner& tuner, const std::string& prefix) {
        stepThrough(tuner, prefix, progress_, mutex_, context_, [&] {
            for (const TunedTask& result : tuner.newlyFinished())
                report(result, prefix);
        });
    }

    int printSummary() {
        progress_.clear();
        if (!quiet_ && withoutCount_ > 0)
            print(std::to_string(withoutCount_) + " of " + std::to_string(withoutCount_ + foundCount_) +
                  " without a result" +
                  (lateCount_ > 0 ? ", " + std::to_string(lateCount_) + " for lack of time" : "") +
                  "; the same command resumes them\n");
        if (anyWrong_)
            context_.printError(Error(ErrorKind::Device, "a result differs from its reference; it did not compete"));
        return anyWrong_ ? Differs : foundCount_ + withoutCount_ > 0 && foundCount_ == 0 ? DeviceFailed : Success;
    }

private:
    /// Reports the last race that has a winner. If none has, it says why the last one has none.
    void report(const TunedTask& result, const std::string& prefix) {
        std::vector<TunedRace> races;
        for (const std::vector<PointRow>& rows : {result.variants, result.workgroups}) {
            std::ranges::copy(tunedRaces(rows, context_.filters, {}), std::back_inserter(races));
            anyWrong_ = anyWrong_ || std::ranges::any_of(rows, &PointRow::differs);
        }
        storeWinners(races, file_, context_);
        const auto last = std::ranges::find_if(races.rbegin(), races.rend(),
                                               [](const TunedRace& race) { return race.refusal.empty(); });
        progress_.clear();
        ++(last == races.rend() ? withoutCount_ : foundCount_);
        if (races.empty()) ++lateCount_;
        if (quiet_ || races.empty()) return;
        print(prefix + result.task.name() + ": " +
              (last == races.rend() ? "no tuning result: " + races.back().refusal : tuningResultText(last->winner)) +
              "\n");
    }

    const TuningFile& file_;
    CommandContext& context_;
    bool quiet_;
    ProgressLine progress_;
    std::mutex mutex_; ///< guards everything but the tuners' own work
    int foundCount_ = 0, withoutCount_ = 0;
    int lateCount_ = 0; ///< of those without a result, those for which no time was left
    bool anyWrong_ = false;
};

/// Groups of devices share the time equally. The devices of a group are measured at the same time, and each gets the
/// group's whole share.
void tuneAll(const std::vector<DeviceInfo>& devices, const std::vector<TuneTask>& tasks, const Arguments& arguments,
             const TuningFile& file, Journal& journal, TuneRun& run, CommandContext& context) {
    ExperimentSettings settings = raceSettings(arguments, context, defaultSecondsPerPoint);
    settings.peakRates = false;
    const Tuning stored = currentTuning(context.readTuning(file), context);
    const std::vector<std::vector<int>> groups = measurableAtOnce(devices);
    for (const std::vector<int>& group : groups) {
        std::vector<std::function<void()>> deviceRuns;
        for (const int deviceIndex : group)
            deviceRuns.emplace_back([&, deviceIndex] {
                const DeviceInfo& device = *std::ranges::find(devices, deviceIndex, &DeviceInfo::index);
                const std::unique_ptr<Engine> ownEngine = group.size() > 1 ? context.newEngine() : nullptr;
                std::vector<TuneTask> remaining = tasks;
                if (!arguments.has("again")) skipKnown(remaining, stored, device, printsNothing(arguments));
                Tuner tuner(std::move(remaining), device, settings, ownEngine ? *ownEngine : context.engine(), journal,
                            timeLimit(arguments) / double(groups.size()));
                run.run(tuner, devices.size() > 1 ? "device " + std::to_string(deviceIndex) + ", " : "");
            });
        runParallel(deviceRuns);
    }
}

int measure(const Arguments& arguments, const TuningFile& file, CommandContext& context) {
    if (!file.isEnabled() && !arguments.has("journal"))
        fail(ErrorKind::Usage, "tune: with --tuning off the results would be lost; give --journal FILE.csv, too");
    timeLimit(arguments); // throws Error(Usage) before anything runs
    const std::vector<TuneTask> tasks = shardOf(arguments).share(tasksOf(arguments, context));
    const bool quiet = printsNothing(arguments);
    const std::vector<DeviceInfo> devices = context.devicesNamed(arguments.value("device"));
    for (const DeviceInfo& device : devices)
        if (!quiet)
            print((devices.size() > 1 ? "device " + std::to_string(device.index) + ": " : "") + device.name +
                  ", driver " + device.driver + "\n");
    Journal journal(arguments.value("journal"), context.writeScope());
    TuneRun run(file, context, quiet);
    tuneAll(devices, tasks, arguments, file, journal, run, context);
    return run.printSummary();
}

/// Winners of other machines are stored too: the file says on which machine each was measured.
int merge(const Arguments& arguments, const TuningFile& file, CommandContext& context) {
    const std::vector<TunedRace> races = tunedRaces(mergedRows(arguments, context), context.filters, {});
    for (const std::string& line : storeWinners(races, file, context))
        print("stored for auto: " + line + "\n");
    for (const TunedRace& race : races)
        if (!race.refusal.empty()) print("not stored for auto: " + race.name + ": " + race.refusal + "\n");
    return Success;
}

int show(const TuningFile& file, CommandContext& context) {
    const Tuning tuning = currentTuning(file.read(), context);
    if (!file.isEnabled()) {
        print("there are no tuning results: --tuning is off\n");
    } else if (tuning.database->results.empty()) {
        print("there are no tuning results in " + shownPath(file.path()) + "\n");
    } else {
        print(shownPath(file.path()) + "\n\n" + tuningTable(tuning, context.filters, context.devices().devices));
    }
    return Success;
}

int clear(const Arguments& arguments, const TuningFile& file, CommandContext& context) {
    const std::vector<std::string> filters = filterNames(arguments);
    const std::string device = arguments.has("device") ? context.device(arguments.value("device")).name : "";
    std::size_t before = 0, after = 0;
    file.read(); // a damaged file is an error of this command, and stays
    context.uninterrupted([&] {
        file.change([&](TuningDatabase& database) {
            before = database.results.size();
            std::erase_if(database.results, [&](const TuningResult& result) {
                return (filters.empty() || std::ranges::find(filters, result.filter) != filters.end()) &&
                       (device.empty() || device == result.device);
            });
            after = database.results.size();
        });
    });
    print("removed " + std::to_string(before - after) + " of " + std::to_string(before) + " tuning results\n");
    return Success;
}

int runTune(const Arguments& arguments, CommandContext& context) {
    for (const auto& [a, b] : {std::pair("show", "clear"), {"all", "filter"}, {"all", "stack"}, {"filter", "stack"}})
        arguments.refuseTogether(a, b);
    const TuningFile file = tuningFile(arguments);
    if (!arguments.has("merge")) context.claimOutputs(arguments, {"journal"});
    if (arguments.has("merge")) return merge(arguments, file, context);
    if (!arguments.positionals.empty())
        fail(ErrorKind::Usage,
             "tune: unexpected argument \"" + shownText(arguments.positionals[0]) + "\"; give filters with --filter");
    if (arguments.has("show")) return show(file, context);
    if (arguments.has("clear")) return clear(arguments, file, context);
    return measure(arguments, file, context);
}

const char* const tuneDetails =
    "For each filter, size and format, the variants race, each with the workgroup that auto chooses for it.\n"
    "Then the workgroups of the winner race, together with those of variants that tie with it, three variants\n"
    "at most. The winner is stored for `auto` in `run` and in the lab. --all is the default; --filter or\n"
    "--stack says what to tune.\n\n"
    "A tuning result holds for one device, driver version, filter and format, and for similar sizes and\n"
    "parameters. Sizes are similar if their numbers of pixels lie between the same two powers of four.\n"
    "Choices and whole numbers up to 16 must be equal; other numbers must lie between the same two powers of\n"
    "two. A result is ignored if the current parameters do not allow it, or if the kernels' text has changed\n"
    "since.\n\n"
    "--time is shared among the filters; the time that one does not need goes to the next ones. A race that\n"
    "has a result is not measured again, so the same command resumes where it stopped. With --journal it also\n"
    "resumes within a race; such a journal is like those of `experiment`. A race that ended undecided changes\n"
    "nothing.\n\n"
    "--device all, or a list such as 0,1, tunes all of its devices. GPUs are tuned at the same time, and\n"
    "devices that compute on the host's processor in turns. Each of the two groups gets its share of the\n"
    "time. --shard I/N measures every Nth race. --merge merges journals and stores their winners, also those\n"
    "of other machines. --stack tunes the stages of a stack with its parameters, each on the output of the\n"
    "stages before it.\n\n"
    "Exit code 1: a result differed from its reference. Exit code 3: no result was found.\n\n"
    "Examples\n"
    "  lightbench-cli tune --all --time 10m\n"
    "  lightbench-cli tune --filter gaussian median --sizes 4k --formats rgba8 --minutes 5\n"
    "  lightbench-cli tune --stack \"grayscale | gaussian sigma=8\" --sizes 8k --formats rgba8\n"
    "  lightbench-cli tune --show\n"
    "  lightbench-cli tune --clear --filter gaussian\n";
} // namespace

ProgramCommand tuneCommand() {
    return {{.name = "tune",
             .positionals =
                 "[--all | --filter NAME ... | --stack TEXT] [--time 10m] | --show | --clear | --merge FILE.csv ...",
             .summary = "Finds the fastest variants and workgroups of a device for auto; shows or clears them",
             .details = tuneDetails,
             .options = {{"all", 0, "", "tune every filter (default)"},
                         {"filter", 0, "NAME", "tune these filters only", true},
                         {"stack", 's', "TEXT", "tune the stages of this stack, with its parameters"},
                         {"sizes", 0, "LIST", "sizes of the images (default: 1080p,4k)"},
                         {"formats", 0, "LIST", "formats of the images (default: u8,rgba8)"},
                         devicesOption(),
                         {"time", 0, "TIME", "time for everything, such as 90s, 10m (default) or 2h"},
                         {"minutes", 0, "M", "the same, in minutes"},
                         {"again", 0, "", "measure again what has a tuning result already"},
                         {"journal", 0, "FILE.csv", "add every row to this file, and resume where it ends"},
                         {"show", 0, "", "print the tuning results, and whether they are used"},
                         {"clear", 0, "", "remove all tuning results, or those of --filter and --device"},
                         tuningOption(),
                         kernelsOption(),
                         allowPythonOption(),
                         {"quiet", 'q', "", "print nothing"}},
             .shared = {shardOptions(), workerOptions()},
             .maximum = -1},
            runTune};
}

} // namespace lightbench
