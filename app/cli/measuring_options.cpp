#include "app/cli/measuring_options.h"

#include <algorithm>

#include "app/terminal/build_info.h"
#include "app/terminal/kernels_option.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/roofline/peak_rates_file.h"
#include "core/sample_images/bench_image.h"
#include "core/shards/merged.h"

namespace lightbench {

std::vector<OptionSpec> measuringOptions(bool races) {
    return {
        {"format", 0, "NAME",
         (races ? "without IN: " : "") +
             std::string("pixel format of the image: u8 (default), u16, u32, f32, rgba8, rgba16, rgba32 or rgbaf32")},
        {"repeat", 0, "N",
         races ? "maximum number of rounds, 1..10000 (default 500)" : "number of timed repeats, 1..10000 (default 20)"},
        races ? devicesOption() : deviceOption(),
        kernelsOption(),
        allowPythonOption(),
        {"buffers", 0, "N", "sets of buffers used in turn (default: several times the size of the caches)"},
        {"check-size", 0, "WxH", "compare with the reference on an image of this size instead"},
        {"no-check", 0, "", "do not compare with the reference"},
        {"no-peak-rates", 0, "", "do not measure the device's peak rates", false, false, "no-ceilings"},
        {"cap", 0, "SECONDS",
         (races ? "time of a race per point (default 5)" : "time for the repeats of a point") +
             std::string("; CPU runs that would take longer are skipped")},
        {.name = "journal",
         .argument = "FILE.csv",
         .doc = "add every row to this file; points that it holds are not run again",
         .formerName = "csv"},
        {"report", 0, "FILE.json", "write all rows as JSON"},
        {"build-options", 0, "TEXT", "more options for the compiler, such as -cl-nv-verbose"},
        {"quiet", 'q', "", "print no table and no progress (default where a file goes to the standard output)"}};
}

std::vector<OptionSpec> raceOptions() {
    return {{"margin", 0, "PERCENT", "difference that counts as equally fast (default 1)"},
            {"precision", 0, "PERCENT", "width of the intervals at which a race ends (default 2)"},
            {"error", 0, "PERCENT", "probability that any statement about a race is wrong (default 1)"},
            {"seed", 0, "N", "seed of the order within the rounds (default 1)"}};
}

std::vector<std::string> splitList(const std::string& text, const std::string& option) {
    std::vector<std::string> parts;
    for (const std::string_view part : split(text, ",")) {
        parts.emplace_back(trimmed(part));
        if (parts.back().empty())
            throw Error(ErrorKind::Usage, "--" + option + " has an empty value in \"" + shownText(text) + "\"");
        if (std::find(parts.begin(), parts.end() - 1, parts.back()) != parts.end() - 1)
            throw Error(ErrorKind::Usage, "--" + option + " has " + shownText(parts.back()) + " twice");
    }
    return parts;
}

bool printsNothing(const Arguments& arguments) {
    const auto there = [&](const char* option) { return isStandardOutput(arguments.value(option)); };
    return arguments.has("quiet") || there("journal") || there("report") || there("plot");
}

std::vector<Size> parseSizes(const std::string& text) {
    std::vector<Size> sizes;
    for (const std::string& one : splitList(text, "sizes"))
        sizes.push_back(parseSize(one));
    return sizes;
}

std::vector<std::string> filterNames(const Arguments& arguments) {
    std::string names;
    for (const std::string& given : arguments.values("filter"))
        names += (names.empty() ? "" : ",") + given;
    return names.empty() ? std::vector<std::string>() : splitList(names, "filter");
}

std::vector<const Filter*> filtersOf(const Arguments& arguments, const FilterCatalog& catalog) {
    std::vector<const Filter*> filters;
    for (const std::string& name : filterNames(arguments))
        filters.push_back(&catalog.byId(name));
    if (filters.empty())
        for (const Filter& filter : catalog.filters())
            filters.push_back(&filter);
    return filters;
}

Stack requireEnabledStage(Stack stack) {
    if (std::ranges::any_of(stack, &Stage::enabled)) return stack;
    throw Error(ErrorKind::Usage, "the stack has no stage to measure; give --stack such as invert");
}

ExperimentSettings experimentSettings(const Arguments& arguments, const CommandContext& context,
                                      double secondsPerPoint) {
    arguments.refuseTogether("check-size", "no-check");
    ExperimentSettings settings;
    settings.measure.repeat = wholeNumber(arguments, "repeat", 1, 10000, 20);
    settings.measure.buffers = wholeNumber(arguments, "buffers", 1, 1000, 0);
    settings.measure.check = !arguments.has("no-check");
    settings.measure.buildOptions = arguments.value("build-options");
    const double cap = arguments.has("cap") ? wholeNumber(arguments, "cap", 0, 100000, 0) : secondsPerPoint;
    settings.maxRunMs = settings.measure.capMs = cap * 1000;
    settings.peakRates = !arguments.has("no-peak-rates");
    settings.peakRatesFile = peakRatesPath();
    settings.warn = [&context](const std::string& line) { context.warn(line); };
    if (arguments.has("check-size")) settings.checkSize = parseSize(arguments.value("check-size"));
    settings.program = programVersion();
    settings.commit = programCommit();
    settings.stop = context.stop();
    return settings;
}

namespace {
/// A percentage as a fraction of 1.
double percentOf(const Arguments& arguments, const std::string& option, double usual) {
    if (!arguments.has(option)) return usual;
    const std::string text = arguments.value(option);
    const double value = parsedNumber(text).value_or(0);
    if (!(value > 0 && value < 100))
        throw Error(ErrorKind::Usage,
                    "--" + option + " is \"" + shownText(text) + "\"; give percent above 0 and below 100, such as 1");
    return value / 100;
}
} // namespace

ExperimentSettings raceSettings(const Arguments& arguments, const CommandContext& context, double secondsPerPoint) {
    ExperimentSettings settings = experimentSettings(arguments, context, secondsPerPoint);
    RaceSettings race;
    race.margin = percentOf(arguments, "margin", race.margin);
    race.precision = percentOf(arguments, "precision", race.precision);
    race.error = percentOf(arguments, "error", race.error);
    race.seed = std::uint64_t(wholeNumber(arguments, "seed", 1, 1'000'000'000, 1));
    if (!arguments.has("repeat")) settings.measure.repeat = race.maxRounds;
    settings.race = race;
    return settings;
}

std::string imageKind(const Arguments& arguments) {
    const std::string kind = arguments.value("image", "random");
    benchImage(kind, {{1, 1}, {}}); // throws and lists the kinds
    return kind;
}

std::vector<PointRow> mergedRows(const Arguments& arguments, const CommandContext& context) {
    requireMergeInputs(arguments);
    const std::string to = arguments.value("journal");
    std::vector<PointRow> rows;
    context.uninterrupted([&] { rows = mergeJournals(arguments.positionals, to, context.filters); });
    print(shownPath(to) + ": " + std::to_string(rows.size()) + " rows\n");
    return rows;
}

OptionSpec axisOption() { return {"axis", 0, "NAME=VALUES", "what to vary; may be given several times", true}; }

std::vector<Axis> axesOf(const Arguments& arguments, const Stack& stack, CommandContext& context) {
    std::vector<Axis> axes;
    context.device({}); // throws first if there is no device at all
    for (const std::string& text : arguments.values("axis")) {
        axes.push_back(parseAxis(text, stack, context.filters, context.devices().devices));
        for (std::size_t i = 0; i + 1 < axes.size(); ++i)
            if (axes[i].name == axes.back().name)
                throw Error(ErrorKind::Usage, "axis " + axes.back().name + " is given twice");
        if (axes.back().target.kind == AxisTarget::Device && arguments.has("device"))
            throw Error(ErrorKind::Usage, "give --device or the axis device, not both");
    }
    return axes;
}

} // namespace lightbench
