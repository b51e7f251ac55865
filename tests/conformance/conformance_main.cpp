// The conformance walk without Qt, for machines that have a GPU and little else.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/base/error.h"
#include "core/sample_images/bench_image.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_walk.h"
#include "tests/conformance/stress.h"
#include "tests/conformance/time_limit.h"

using namespace lightbench;

namespace {
struct Arguments {
    WalkOptions walk;
    bool isHelp = false;
    bool isStress = false;
    StressOptions stress; ///< what only --stress takes; parse() copies the rest
    bool asGpus = false;
    double timeLimit = 0; ///< seconds; 0: none
    std::string filter;   ///< empty for all
    std::string variant;  ///< of that filter; empty for all
};

constexpr const char* usage = R"(usage: lightbench-conformance [OPTIONS]
       lightbench-conformance --stress [OPTIONS]
Checks every filter and variant on a device against the CPU reference.

Options
  --device N       index of the device (default 0)
  --filter NAME    one filter alone
  --variant NAME   one variant of that filter
  --format FORMAT  one format alone, such as u8 or rgbaf32
  --as-gpu         kernels for GPUs that are not NVIDIA's, on any device
  --full           every parameter set with every workgroup and size
  --defaults       default parameters alone, in the automatic workgroup
  --hasty          as tests do: two formats run every second set of other parameters, mostly built without optimization
  --seed N         seed of the images (default 1)
  --time-limit S   the defaults of all filters first, then all else; after S seconds it lists what did not run

--stress repeats the variants whose work-items communicate, on images with the longest chains. Those that
communicate across workgroups come first.
  --runs N         runs of each case (default 50)
  --case NAME      one case alone, such as "columns 1024x1024"
  --small          few and small images in one workgroup size, for processors

The exit code is 1 if a result is wrong.
)";

/// A number of at least 1.
int countOf(const std::string& option, const char* text) {
    const int count = std::atoi(text);
    if (count < 1) throw Error(ErrorKind::Usage, option + " needs a number of at least 1, not " + text);
    return count;
}

/// Takes a word that only --stress has. Returns false for others.
template <class Value> bool takeStressWord(Arguments& arguments, const std::string& word, const Value& value) {
    if (word == "--stress")
        arguments.isStress = true;
    else if (word == "--small")
        arguments.stress.isSmall = true;
    else if (word == "--runs")
        arguments.stress.runs = countOf(word, value());
    else if (word == "--case")
        arguments.stress.onlyCase = value();
    else
        return false;
    return true;
}

Arguments parse(int count, char** words) {
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const auto value = [&] {
            if (i + 1 >= count) throw Error(ErrorKind::Usage, word + " needs a value; --help lists the options");
            return words[++i];
        };
        if (word == "--help")
            arguments.isHelp = true;
        else if (word == "--device")
            arguments.walk.device = std::atoi(value());
        else if (word == "--filter")
            arguments.filter = filterById(value()).id;
        else if (word == "--variant")
            arguments.variant = value();
        else if (word == "--format")
            arguments.walk.format = parseFormat(value());
        else if (word == "--seed")
            arguments.walk.seed = std::uint32_t(std::atoi(value()));
        else if (word == "--hasty")
            arguments.walk.hasty = true;
        else if (word == "--as-gpu")
            arguments.asGpus = true;
        else if (word == "--defaults")
            arguments.walk.defaultsOnly = true;
        else if (word == "--time-limit")
            arguments.timeLimit = parseTimeLimit(value());
        else if (word == "--full")
            arguments.walk.full = true;
        else if (!takeStressWord(arguments, word, value))
            throw Error(ErrorKind::Usage, "unknown argument " + word + "; --help lists the options");
    }
    if (!arguments.variant.empty() && arguments.filter.empty())
        throw Error(ErrorKind::Usage, "--variant needs the --filter that has it");
    if (!arguments.variant.empty()) variantById(filterById(arguments.filter), arguments.variant); // or says which exist
    if (!arguments.isStress && !(arguments.stress == StressOptions()))
        throw Error(ErrorKind::Usage, "--small, --runs and --case need --stress");
    if (arguments.isStress && (arguments.walk.full || arguments.walk.hasty || arguments.walk.defaultsOnly ||
                               arguments.walk.seed != WalkOptions().seed))
        throw Error(ErrorKind::Usage,
                    "--stress takes none of --full, --hasty, --defaults and --seed: its cases are fixed");
    if (arguments.timeLimit > 0) arguments.stress.limitS = arguments.timeLimit;
    arguments.stress.device = arguments.walk.device;
    arguments.stress.asGpus = arguments.asGpus;
    arguments.stress.filter = arguments.filter;
    arguments.stress.variant = arguments.variant;
    arguments.stress.format = arguments.walk.format;
    return arguments;
}

struct Count {
    std::size_t formats = 0, failures = 0;
};

void walk(Count& count, WalkEngines& engines, const Filter& filter, const Variant& variant, const WalkOptions& options,
          TimeLimit& limit) {
    for (const WalkResult& result : walkVariant(engines, filter, variant, options)) {
        if (result.isCutShort)
            limit.leaveOut(filter.id + " variant=" + variant.id + ", " + result.format +
                           (options.defaultsOnly ? ", not even its defaults" : ", other parameters"));
        const bool tooFew = result.leftOut.empty() && !result.ended && !result.isCutShort &&
                            result.ran + result.notApplying < minRuns(variant, options);
        ++count.formats;
        count.failures += result.failures.size() + (tooFew ? 1 : 0);
        std::printf("%-18s %-18s %-20s %4d ran, %d rejected, %d do not apply%s%s%s\n", filter.id.c_str(),
                    variant.id.c_str(), result.format.c_str(), result.ran, result.rejected, result.notApplying,
                    tooFew              ? ", TOO FEW"
                    : result.ended      ? ", ENDED"
                    : result.isCutShort ? ", NOT TO THE END"
                                        : "",
                    result.leftOut.empty() ? "" : ", left out: ", result.leftOut.c_str());
        for (const std::string& failure : result.failures)
            std::printf("  FAILED %s\n", failure.c_str());
        std::fflush(stdout);
    }
}

bool isWanted(const Arguments& arguments, const Filter& filter, const Variant& variant) {
    return (arguments.filter.empty() || arguments.filter == filter.id) &&
           (arguments.variant.empty() || arguments.variant == variant.id);
}

int run(const Arguments& arguments) {
    WalkEngines engines(arguments.asGpus);
    for (const std::string& warning : engines.here().devices().warnings)
        std::fprintf(stderr, "warning: %s\n", warning.c_str());
    const auto& devices = engines.here().devices().devices;
    if (std::size_t(arguments.walk.device) >= devices.size())
        throw Error(ErrorKind::Device, "there is no device " + std::to_string(arguments.walk.device) + " of " +
                                           std::to_string(devices.size()));
    std::printf("on %s\n", devices[std::size_t(arguments.walk.device)].name.c_str());
    Count count;
    TimeLimit limit(arguments.timeLimit);
    WalkOptions options = arguments.walk;
    if (limit.isSet()) options.isOver = [&limit] { return limit.isOver(); };
    // With a limit the defaults of all filters come first; then all of them again, with everything else.
    for (const bool defaultsOnly : {true, false}) {
        if (defaultsOnly && !limit.isSet() && !options.defaultsOnly) continue;
        if (!defaultsOnly && arguments.walk.defaultsOnly) continue;
        options.defaultsOnly = defaultsOnly;
        for (const Filter& filter : allFilters())
            for (const Variant* variant : allVariants(filter))
                if (isWanted(arguments, filter, *variant)) walk(count, engines, filter, *variant, options, limit);
    }
    if (count.formats == 0)
        throw Error(ErrorKind::Usage, "nothing was compared: " + arguments.filter + " does not take " +
                                          arguments.walk.format.value().name() + " images");
    std::fputs(limit.leftOut().c_str(), stdout);
    std::printf("%zu failures\n", count.failures);
    return count.failures ? 1 : 0;
}
} // namespace

int main(int count, char** words) {
    serveIfStressWorker(count, words);
    serveIfWorker(count, words);
    try {
        const Arguments arguments = parse(count, words);
        if (arguments.isHelp) return std::fputs(usage, stdout) < 0;
        return arguments.isStress ? runStress(arguments.stress) > 0 : run(arguments);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n%s", error.what(), error.details().c_str());
        return error.kind() == ErrorKind::Usage ? 2 : 3;
    }
}
