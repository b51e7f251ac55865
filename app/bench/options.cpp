// Reads options; walks points.
#include "app/bench/options.h"

#include <algorithm>

#include "app/bench/table.h"
#include "app/bench/text.h"
#include "app/terminal/progress.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/experiment/experiment_report.h"
#include "core/image/bench_image.h"

namespace lightbench {

std::vector<OptionSpec> measuringOptions() {
    return {{"format", 0, "NAME", "u8 (default), u16, u32, f32, rgba8, rgba16, rgba32 or rgbaf32"},
            {"repeat", 0, "N", "measured runs, 1..10000 (default 20)"},
            deviceOption(),
            {"buffers", 0, "N", "sets of buffers used in turn (default: several times the caches)"},
            {"check-size", 0, "WxH", "compare with the reference on an image of this size instead"},
            {"no-check", 0, "", "do not compare with the reference"},
            {"no-ceilings", 0, "", "do not measure what the device can do at most"},
            {"cap", 0, "SECONDS", "time for the repeats of a point; CPU runs that would take longer are left out"},
            {"csv", 0, "FILE.csv", "add every row to this file; points that it holds already are not run again"},
            {"report", 0, "FILE.json", "write all rows as JSON"},
            {"build-options", 0, "TEXT", "more options for the compiler, such as -cl-nv-verbose"},
            {"quiet", 'q', "", "print no table and no progress; so also where a file goes to the standard output"}};
}

std::vector<OptionSpec> withMeasuringOptions(std::vector<OptionSpec> own) {
    for (const std::vector<OptionSpec>& shared : {measuringOptions(), processOptions()})
        own.insert(own.end(), shared.begin(), shared.end());
    return own;
}

std::vector<std::string> listOf(const std::string& text, const std::string& option) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.emplace_back(trimmed(std::string_view(text).substr(begin, end - begin)));
        if (parts.back().empty())
            throw Error(ErrorKind::Usage, "--" + option + " has an empty value in \"" + shownText(text) + "\"");
        if (std::find(parts.begin(), parts.end() - 1, parts.back()) != parts.end() - 1)
            throw Error(ErrorKind::Usage, "--" + option + " has " + shownText(parts.back()) + " twice");
        begin = end + 1;
    }
    return parts;
}

bool printsNothing(const Arguments& arguments) {
    const auto there = [&](const char* option) { return isStandardOutput(arguments.value(option)); };
    return arguments.has("quiet") || there("csv") || there("journal") || there("report") || there("plot");
}

std::vector<Size> sizesOf(const std::string& text) {
    std::vector<Size> sizes;
    for (const std::string& one : listOf(text, "sizes"))
        sizes.push_back(parseSize(one));
    return sizes;
}

Stack measurable(Stack stack) {
    if (std::ranges::any_of(stack, &Stage::enabled)) return stack;
    throw Error(ErrorKind::Usage, "the stack has no stage to measure; give --stack such as invert");
}

PointOptions pointOptions(const Arguments& arguments, const Console& console, double capSeconds) {
    PointOptions options;
    options.measure.repeat = wholeNumber(arguments, "repeat", 1, 10000, 20);
    options.measure.buffers = wholeNumber(arguments, "buffers", 1, 1000, 0);
    options.measure.check = !arguments.has("no-check");
    options.stop = console.stop();
    options.ceilings = !arguments.has("no-ceilings");
    if (arguments.has("check-size") && arguments.has("no-check"))
        throw Error(ErrorKind::Usage, "give --check-size or --no-check, not both");
    if (arguments.has("check-size")) options.checkSize = parseSize(arguments.value("check-size"));
    const double cap = arguments.has("cap") ? wholeNumber(arguments, "cap", 0, 100000, 0) : capSeconds;
    options.mostMs = options.measure.capMs = cap * 1000;
    options.measure.buildOptions = arguments.value("build-options");
    return options;
}

void tellDevices(PointMeasurer& runner, const std::vector<ExperimentPoint>& points, Journal& journal, bool quiet) {
    std::vector<int> numbers;
    std::vector<std::string> all;
    for (const ExperimentPoint& point : points) {
        if (std::ranges::find(numbers, point.device) != numbers.end()) continue;
        numbers.push_back(point.device);
        const DeviceInfo& info = runner.device(point.device);
        const std::string number = onSeveralDevices(points) ? std::to_string(info.index) + " " : "";
        if (!quiet) print(number + info.name + ", " + info.platform + ", driver " + info.driver + "\n");
        const Ceilings ceilings = runner.ceilings(point.device);
        if (!quiet && ceilings.bytes > 0) print(ceilingsText(ceilings));
        all.push_back(deviceJson(info, ceilings));
    }
    const int first = points.front().device;
    journal.setHead("device", all.front());
    journal.setHead("devices", jsonArray(all, true));
    journal.setHead("driver", jsonText(runner.device(first).driver));
    journal.setHead("ceilings", ceilingsJson(runner.ceilings(first)));
    journal.setHead("program", jsonText("lightbench " LIGHTBENCH_VERSION));
}

void runPoints(const std::vector<ExperimentPoint>& points, PointMeasurer& runner, Journal& journal, Console& console,
               bool quiet, std::vector<PointRow>& rows) {
    ProgressLine progress(!quiet);
    const RowTable table(points);
    rows.clear();
    for (const ExperimentPoint& point : points)
        rows.push_back(runner.empty(point));
    if (!quiet) print(table.heading());
    for (std::size_t i = 0; i < points.size(); ++i) {
        console.checkStopped();
        PointRow& row = rows[i];
        progress.show({-1, row.stack + "  " + row.size, double(i) / double(points.size())});
        if (const std::optional<PointRow> known = journal.known(row)) {
            row = *known;
        } else {
            const QuietStderr silence(!console.verbose);
            row = runner.run(points[i]);
        }
        console.writing([&] { journal.add(row); });
        progress.clear();
        if (!quiet) print(table.line(points[i], row));
    }
    console.writing([&] { journal.finish(); });
}

int conclude(const std::vector<PointRow>& rows, const Console& console) {
    const auto tell = [&](const std::string& line) { console.report(Error(ErrorKind::Device, line)); };
    if (!rows.empty() && std::ranges::none_of(rows, &PointRow::hasTime)) {
        tell(rows.size() == 1 ? "it could not be measured: " + rows.front().reason
                              : "not one of " + std::to_string(rows.size()) +
                                    " points could be measured; the first: " + rows.front().reason);
        return DeviceFailed;
    }
    const auto first = std::ranges::find_if(rows, &PointRow::differs);
    if (first == rows.end()) return Done;
    tell(std::to_string(std::ranges::count_if(rows, &PointRow::differs)) + " of " + std::to_string(rows.size()) +
         " results differ from their references; the first: " + first->stack);
    return Differs;
}

} // namespace lightbench
