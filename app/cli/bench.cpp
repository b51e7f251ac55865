// `bench`: measures one stack in detail, or every filter and variant on a device.
#include <algorithm>

#include "app/cli/cli_commands.h"
#include "app/cli/experiment_run.h"
#include "app/cli/measuring_options.h"
#include "app/terminal/table.h"
#include "core/base/input_file.h"
#include "core/base/text.h"
#include "core/codecs/npy.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
constexpr double tableCapSeconds = 2;

Format formatOf(const Arguments& arguments) { return parseFormat(arguments.value("format", "u8")); }

std::vector<ExperimentPoint> tablePoints(const Arguments& arguments, const std::vector<Size>& sizes, int device,
                                         const FilterCatalog& catalog) {
    std::vector<ExperimentPoint> points;
    for (const Size& size : sizes)
        for (const Filter* filter : filtersOf(arguments, catalog))
            for (const Variant* variant : allVariants(*filter)) {
                ExperimentPoint point{
                    {makeStage(filter->id, catalog)}, device, size, formatOf(arguments), catalog, imageKind(arguments)};
                point.stack.front().variant = variant->id;
                points.push_back(std::move(point));
            }
    return points;
}

std::vector<ExperimentPoint> stackPoints(const Arguments& arguments, const std::vector<Size>& sizes, int device,
                                         const CommandContext& context) {
    std::vector<Stack> stacks;
    for (const std::string& text : arguments.values("stack"))
        stacks.push_back(requireEnabledStage(context.readStack(text)));
    std::vector<ExperimentPoint> points;
    for (const Size& size : sizes)
        for (const Stack& stack : stacks)
            points.push_back({stack, device, size, formatOf(arguments), context.filters, imageKind(arguments)});
    return points;
}

/// The image of --input; null without the option.
ImagePtr inputOf(const Arguments& arguments) {
    if (!arguments.has("input")) return nullptr;
    if (arguments.has("image") || arguments.has("format") || !arguments.has("stack"))
        throw Error(ErrorKind::Usage, "--input goes with --stack, and not with --image or --format");
    const std::string path = arguments.value("input");
    const InputFile file(path);
    try {
        return std::make_shared<const Image>(readNpy(std::as_bytes(std::span(file.content()))));
    } catch (const Error& error) {
        throw withSubject(error, shownInput(path));
    }
}

/// Replaces the generated images by the given one.
void useInput(std::vector<ExperimentPoint>& points, const ImagePtr& input, const Arguments& arguments) {
    for (ExperimentPoint& point : points) {
        point.image = arguments.value("input");
        point.format = input->format();
        if (!arguments.has("size") && !arguments.has("sizes")) point.size = input->size();
    }
}

/// "20 repeats", or "3 of 20 repeats" where --cap ended them.
std::string repeatsText(int repeats, int requestedRepeats) {
    const std::string wanted = repeats < requestedRepeats ? " of " + std::to_string(requestedRepeats) : "";
    return std::to_string(repeats) + wanted + (repeats == 1 && wanted.empty() ? " repeat" : " repeats");
}

std::string counted(int count, const char* word) {
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

std::string detailsText(const ExperimentPoint& point, const Measurement& result, const PointRow& row) {
    return point.image + " image, " + ImageShape{point.size, point.format}.name() + ", " +
           std::to_string(result.buffers) + (result.buffers == 1 ? " set" : " sets") + " of buffers, " +
           repeatsText(row.repeats, row.provenance.requestedRepeats) + " after " + counted(result.warmUps, "warm-up") +
           ", built in " + threeDigits(result.buildMs) + " ms\n";
}

std::string shareOfPeak(double part, double whole) { return shareText(whole > 0 ? part / whole : 0); }

std::vector<std::string> timeCells(const Summary& us) {
    return {threeDigits(us.median), threeDigits(us.minimum), threeDigits(us.lowerQuartile),
            threeDigits(us.upperQuartile)};
}

/// GB/s, shares of the peak rates of reading and copying, and 10^9 operations per second.
std::vector<std::string> rateCells(std::uint64_t bytes, std::uint64_t operations, double us,
                                   const PeakRates& peakRates) {
    if (us <= 0) return {"-", "-", "-", "-"};
    const double rate = double(bytes) / us / 1000;
    return {bytes ? threeDigits(rate) : "-", bytes ? shareOfPeak(rate, peakRates.readGbPerS.best) : "-",
            bytes ? shareOfPeak(rate, peakRates.copyGbPerS.best) : "-",
            operations ? threeDigits(double(operations) / us / 1000) : "-"};
}

std::vector<std::string> withRates(std::vector<std::string> a, const std::vector<std::string>& b,
                                   const std::vector<std::string>& c) {
    a.insert(a.end(), b.begin(), b.end());
    a.insert(a.end(), c.begin(), c.end());
    return a;
}

std::string workSizeText(const std::array<std::size_t, 2>& size) {
    return size[0] == 0 ? "" : std::to_string(size[0]) + "x" + std::to_string(size[1]);
}

void addKernels(Table& table, const StageReport& stage, const PeakRates& peakRates) {
    for (const KernelReport& kernel : stage.kernels)
        table.add(withRates({"  " + kernel.name, workSizeText(kernel.global), workSizeText(kernel.local)},
                            timeCells(summaryOf(kernel.timingsUs)),
                            rateCells(kernel.bytes, kernel.operations, kernel.runUs, peakRates)));
}

std::string stageLine(const StageReport& stage) {
    return stage.filter + " variant=" + stage.variant + (stage.variantWasAuto ? " (auto)" : "") +
           " workgroup=" + workgroupText(stage.workgroup) + (stage.workgroupWasAuto ? " (auto)" : "") +
           ", local memory " + byteText(double(stage.localBytes));
}

std::string verdictLine(const StageReport& stage) {
    const Difference& difference = stage.difference;
    std::string line = verdictName(difference.verdict);
    if (!isChecked(difference.verdict)) return line;
    if (difference.allMismatched() > 0)
        line += ", " + std::to_string(difference.allMismatched()) +
                (difference.allMismatched() == 1 ? " sample differs by " : " samples differ by at most ") +
                numberText(difference.largest());
    return line + " (reference " + threeDigits(stage.referenceMs) + " ms on " + std::to_string(stage.referenceThreads) +
           " threads)";
}

/// Every stage with its kernels, then the total: times, traffic, shares of the peak rates, verdict.
std::string resultText(const Measurement& result, const PeakRates& peakRates) {
    std::string text;
    Table table({3, 4, 5, 6, 7, 8, 9, 10});
    table.add({"microseconds", "global", "local", "median", "min", "q1", "q3", "GB/s", "of read", "of copy", "Gop/s"});
    for (std::size_t i = 0; i < result.stages.size(); ++i) {
        const StageReport& stage = result.stages[i];
        text += stageLine(stage) + "\n  " + verdictLine(stage) + "\n  options " + result.buildOptions[i] + "\n";
        table.add({stage.filter});
        addKernels(table, stage, peakRates);
    }
    const std::uint64_t bytes = result.bytes(), operations = result.operations();
    for (const auto& [name, us] : {std::pair<const char*, const Summary&>{"sum of events", result.sumUs},
                                   {"span of events", result.spanUs},
                                   {"wall clock", result.wallUs}})
        table.add(withRates({name, "", ""}, timeCells(us), rateCells(bytes, operations, us.median, peakRates)));
    return text + table.text();
}

/// Measures one point in detail. If it fails, the command fails.
int measureOne(ExperimentRun& run, const Arguments& arguments, CommandContext& context) {
    const ExperimentPoint& point = run.experiment().points().front();
    PointMeasurer& measurer = run.experiment().measurer();
    const Measurement result = [&] {
        const QuietStderr silence(!context.verbose);
        return measurer.measure(point);
    }();
    if (!isUsableTime(result.spanUs.median)) throw Error(ErrorKind::Device, noEventTimes);
    const PeakRates& peakRates = measurer.peakRates(point.device);
    PointRow row = run.rows().front();
    measurer.fill(row, point, result);
    run.writeReport({row});
    if (!printsNothing(arguments)) {
        print(detailsText(point, result, row) + resultText(result, peakRates));
        if (arguments.has("build-log")) print(result.buildLog + "\n");
    }
    for (const std::string& warning : result.warnings)
        context.warn(warning);
    return conclude({row}, context);
}

/// Refuses options that would be ignored.
void checkTogether(const Arguments& arguments) {
    arguments.refuseTogether("stack", "filter");
    arguments.refuseTogether("size", "sizes");
    if (arguments.has("build-log") && !arguments.has("stack"))
        throw Error(ErrorKind::Usage, "--build-log goes with --stack");
}

int runBench(const Arguments& arguments, CommandContext& context) {
    const bool table = !arguments.has("stack");
    checkTogether(arguments);
    ExperimentSettings settings = experimentSettings(arguments, context, table ? tableCapSeconds : 0);
    const std::string sizes = arguments.value("sizes", arguments.value("size"));
    const std::vector<Size> wanted = parseSizes(!sizes.empty() ? sizes : table ? "1080p,4k,8k" : "4k");
    const int device = context.device(arguments.value("device")).index;
    settings.input = inputOf(arguments);
    std::vector<ExperimentPoint> points = table ? tablePoints(arguments, wanted, device, context.filters)
                                                : stackPoints(arguments, wanted, device, context);
    if (settings.input) useInput(points, settings.input, arguments);
    if (const std::string input = arguments.value("input"); !input.empty())
        context.claims().reads({input, imageInput(input)});
    context.claimOutputs(arguments, {"journal", "report"});
    ExperimentRun run(points, settings, arguments, context);
    run.reportDevices();
    if (!table && points.size() == 1 && !arguments.has("journal")) return measureOne(run, arguments, context);
    run.measureAll();
    return conclude(run.rows(), context);
}

const char* const benchDetails =
    "Without --stack, bench measures every filter with its defaults in all variants, or only the filters that\n"
    "--filter names. With --stack it measures that stack, and, for a single size, each of its kernels.\n"
    "Several stacks are measured on the same images. If a stack does not accept an image, its row says why.\n\n"
    "A measurement is the whole stack: all kernels, fills and host steps, without transfers. It uses several\n"
    "sets of buffers in turn, after a warm-up.\n"
    "  span  from the first start to the last end, by the device's events\n"
    "  sum   the kernels' own times\n"
    "  wall  the host's clock around enqueue and finish\n\n"
    "GB/s counts the bytes that the plan must at least move. The columns of shares compare this with the\n"
    "device's peak rates of reading and copying. A peak rate is the best of several rounds in the same run. A\n"
    "share above 100 % is shown as `in cache`. If --cap ended the repeats early, their number is shown.\n\n"
    "Examples\n"
    "  lightbench-cli bench --stack \"gaussian sigma=5 variant=two-pass workgroup=32x8\" --size 8192x8192 --repeat 50\n"
    "  lightbench-cli bench --sizes 1080p,4k --filter gaussian median --report bench.json\n";
} // namespace

ProgramCommand benchCommand() {
    return {{.name = "bench",
             .positionals = "[--stack TEXT] [--sizes 1080p,4k,8k] [--filter NAME ...]",
             .summary = "Measures filters and variants on a device, against its peak rates and the references",
             .details = benchDetails,
             .options = {{"stack", 's', "TEXT", "measure this stack; may be given several times", true},
                         {"sizes", 0, "LIST",
                          "sizes of the images, such as 8192x8192 or 1080p,4k,8k (default; with --stack: 4k)"},
                         {"size", 0, "LIST", "the same as --sizes"},
                         {"filter", 0, "NAME", "measure these filters only", true},
                         {"image", 0, "KIND", "what the image shows: random (default), natural or constant"},
                         {"input", 0, "FILE.npy", "measure --stack on this image instead"},
                         {"build-log", 0, "", "with --stack: print the compiler's log"}},
             .shared = {measuringOptions(false), workerOptions()}},
            runBench};
}

} // namespace lightbench
