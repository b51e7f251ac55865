// The conformance walk without Qt, for machines that have a GPU and little else.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/base/error.h"
#include "core/sample_images/bench_image.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_walk.h"

using namespace lightbench;

namespace {
struct Arguments {
    WalkOptions walk;
    bool asGpus = false;
    std::string filter;  ///< empty for all
    std::string variant; ///< of that filter; empty for all
};

constexpr const char* usage =
    "lightbench-conformance [--device N] [--filter NAME [--variant NAME]] [--format NAME] [--full] [--hasty] "
    "[--as-gpu] [--seed N]\n"
    "Checks every filter and variant on a device against the CPU reference. --hasty: programs for other parameters "
    "than\n"
    "the defaults are built without optimization, as tests do where compiling takes most of the time. --as-gpu: "
    "what is\n"
    "made for GPUs that are not NVIDIA's, on whatever the device is.\n";

Arguments parse(int count, char** words) {
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const auto value = [&] {
            if (i + 1 >= count) throw Error(ErrorKind::Usage, word + " needs a value\n" + usage);
            return words[++i];
        };
        if (word == "--device")
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
        else if (word == "--full")
            arguments.walk.full = true;
        else
            throw Error(ErrorKind::Usage, std::string("unknown argument ") + word + "\n" + usage);
    }
    if (!arguments.variant.empty() && arguments.filter.empty())
        throw Error(ErrorKind::Usage, std::string("--variant needs the --filter that has it\n") + usage);
    if (!arguments.variant.empty()) variantById(filterById(arguments.filter), arguments.variant); // or says which exist
    return arguments;
}

struct Count {
    std::size_t formats = 0, failures = 0;
};

void walk(Count& count, WalkEngines& engines, const Filter& filter, const Variant& variant,
          const WalkOptions& options) {
    for (const WalkResult& result : walkVariant(engines, filter, variant, options)) {
        const bool tooFew = result.leftOut.empty() && !result.ended && result.ran < minRuns(variant);
        ++count.formats;
        count.failures += result.failures.size() + (tooFew ? 1 : 0);
        std::printf("%-18s %-18s %-20s %4d ran, %d rejected%s%s%s\n", filter.id.c_str(), variant.id.c_str(),
                    result.format.c_str(), result.ran, result.rejected,
                    tooFew         ? ", TOO FEW"
                    : result.ended ? ", ENDED"
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
    for (const Filter& filter : allFilters())
        for (const Variant* variant : allVariants(filter))
            if (isWanted(arguments, filter, *variant)) walk(count, engines, filter, *variant, arguments.walk);
    if (count.formats == 0)
        throw Error(ErrorKind::Usage, "nothing was compared: " + arguments.filter + " does not take " +
                                          arguments.walk.format.value().name() + " images");
    std::printf("%zu failures\n", count.failures);
    return count.failures ? 1 : 0;
}
} // namespace

int main(int count, char** words) {
    serveIfWorker(count, words);
    try {
        return run(parse(count, words));
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n%s", error.what(), error.details().c_str());
        return error.kind() == ErrorKind::Usage ? 2 : 3;
    }
}
