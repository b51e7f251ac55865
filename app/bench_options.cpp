// Reads options; walks points.
#include "app/bench_options.h"

#include "app/bench_text.h"
#include "app/cli_progress.h"
#include "core/bench_image.h"
#include "core/json_text.h"
#include "core/text.h"

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
            {"quiet", 'q', "", "print no table and no progress"}};
}

std::vector<OptionSpec> withMeasuringOptions(std::vector<OptionSpec> own) {
    const std::vector<OptionSpec> shared = measuringOptions();
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
        begin = end + 1;
    }
    return parts;
}

std::vector<Size> sizesOf(const std::string& text) {
    std::vector<Size> sizes;
    for (const std::string& one : listOf(text, "sizes"))
        sizes.push_back(parseSize(one));
    return sizes;
}

PointOptions pointOptions(const Arguments& arguments, const Session& session, double capSeconds) {
    PointOptions options;
    options.bench.repeat = wholeNumber(arguments, "repeat", 1, 10000, 20);
    options.bench.buffers = wholeNumber(arguments, "buffers", 1, 1000, 0);
    options.bench.check = !arguments.has("no-check");
    options.bench.stop = session.stop();
    options.ceilings = !arguments.has("no-ceilings");
    if (arguments.has("check-size")) options.checkSize = parseSize(arguments.value("check-size"));
    const double cap = arguments.has("cap") ? wholeNumber(arguments, "cap", 0, 100000, 0) : capSeconds;
    options.mostMs = options.bench.capMs = cap * 1000;
    options.buildOptions = arguments.value("build-options");
    return options;
}

void tellDevice(PointRunner& runner, int device, BenchJournal& journal, bool quiet) {
    const DeviceInfo& info = runner.bench(device).device();
    if (!quiet) print(info.name + ", " + info.platform + ", driver " + info.driver + "\n");
    const Ceilings ceilings = runner.ceilings(device);
    if (!quiet && ceilings.bytes > 0) print(ceilingsText(ceilings));
    journal.setHead("device", jsonObject({{"name", jsonText(info.name)},
                                          {"platform", jsonText(info.platform)},
                                          {"driver", jsonText(info.driver)},
                                          {"type", jsonText(deviceTypeName(info.type))},
                                          {"index", std::to_string(info.index)}}));
    journal.setHead("ceilings", jsonObject({{"read_gb_per_s", jsonNumber(ceilings.readGbPerS)},
                                            {"copy_gb_per_s", jsonNumber(ceilings.copyGbPerS)},
                                            {"multiply_add_gop_per_s", jsonNumber(ceilings.gigaOperationsPerS)},
                                            {"bytes", std::to_string(ceilings.bytes)}}));
}

int runPoints(const std::vector<BenchPoint>& points, PointRunner& runner, BenchJournal& journal, Session& session,
              bool quiet, std::vector<BenchRow>* rows) {
    ProgressLine progress(!quiet);
    if (!quiet) print(rowHeading());
    int code = Done;
    for (std::size_t i = 0; i < points.size(); ++i) {
        session.checkStopped();
        BenchRow row = runner.empty(points[i]);
        progress.show({-1, row.stack + "  " + row.size, double(i) / double(points.size())});
        if (const std::optional<BenchRow> known = journal.known(row)) {
            row = *known;
        } else {
            const QuietStderr silence(!session.verbose);
            row = runner.run(points[i]);
        }
        session.writing([&] { journal.add(row); });
        progress.clear();
        if (!quiet) print(rowLine(row));
        if (rows) rows->push_back(row);
        if (row.differs()) code = Differs;
    }
    return code;
}

} // namespace lightbench
