// `roofline`: compares every kernel of a run with the device's peak rates, and explains what limits slow ones.
#include <algorithm>

#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "app/cli/plot_rendering.h"
#include "app/cli/row_table.h"
#include "app/terminal/kernels_option.h"
#include "app/terminal/progress.h"
#include "app/terminal/table.h"
#include "core/base/input_file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/experiment/experiment_report.h"
#include "core/plot/roofline_drawing.h"
#include "core/roofline/peak_rates_file.h"

namespace lightbench {

namespace {
constexpr int defaultRepeats = 7;

std::string figure(double value) { return value > 0 ? threeDigits(value) : "-"; }

std::string rooflinePointsText(const std::vector<RooflinePoint>& points) {
    Table table({1, 2, 3, 4, 5});
    table.add({"kernel", "us", "op/byte", "GB/s", "Gop/s", "of peak", "limit"});
    for (const RooflinePoint& point : points)
        table.add({point.kernel, figure(point.us), figure(point.intensity), figure(point.gbPerS),
                   figure(point.gigaOperationsPerS), point.share > 0 ? threeDigits(100 * point.share) + " %" : "-",
                   limitName(point.limit)});
    std::string text = table.text();
    for (const RooflinePoint& point : points)
        if (!point.why.empty()) text += point.kernel + ": " + limitName(point.limit) + ": " + point.why + "\n";
    return text;
}

std::string peakRatesText(const StoredPeakRates& stored) {
    return peakRatesText(stored.peakRates) + "  measured " + stored.measured + "; --again repeats the measurement\n";
}

Json rooflineJson(const DeviceInfo& device, const StoredPeakRates& stored, const std::vector<RooflinePoint>& points) {
    return Json::Object{{"device", deviceJson(device, stored.peakRates)},
                        {"peak_rates_measured", stored.measured},
                        {"kernels", jsonOf(points)}};
}

/// The roofline of a run; without an image only the peak rates.
RooflineSheet sheetOf(const Arguments& arguments, const Stack& stack, CommandContext& context, const DeviceInfo& device,
                      const StoredPeakRates& stored) {
    if (arguments.positionals.empty()) return {"Peak rates of " + device.name, {stored.measured}, stored.peakRates, {}};
    RunOptions options{.warmUp = true, .stageImages = false, .histograms = false};
    options.repeat = wholeNumber(arguments, "repeat", 1, 1000, defaultRepeats);
    const ImagePtr image = readInput(arguments.positionals[0], largeOf(arguments), context).image;
    RunRequest request{{image, stack, device.index, context.filters}, options};
    request.tuning = context.readTuning(tuningFile(arguments));
    return rooflineSheet(*runShowingProgress(request, context, !arguments.has("quiet")), stored);
}

int showRoofline(const Arguments& arguments, CommandContext& context) {
    const std::string report = arguments.value("report"), plot = arguments.value("plot");
    if (!arguments.positionals.empty() && !arguments.has("stack"))
        throw Error(ErrorKind::Usage, "roofline: say what runs on the image, such as --stack \"gaussian | median\"");
    const Stack stack = arguments.positionals.empty() ? Stack() : stackFrom(arguments.value("stack"), context);
    for (const std::string& input : arguments.positionals)
        context.claims().reads({input, imageInput(input)});
    checkPlotPath(plot);
    context.claimOutputs(arguments, {"report", "plot"});
    const DeviceInfo& device = context.device(arguments.value("device"));
    const auto warn = [&](const std::string& line) { context.warn(line); };
    const StoredPeakRates stored = peakRatesOf(context.engine(), device, PeakRatesFile(peakRatesPath()),
                                               arguments.has("again"), context.stop(), warn);
    const RooflineSheet sheet = sheetOf(arguments, stack, context, device, stored);
    if (!report.empty()) writeText(report, context, rooflineJson(device, stored, sheet.points).text());
    if (!plot.empty()) writeOutput(plot, context, [&] { savePlot(rooflineDrawing(sheet), plot); });
    if (!arguments.has("quiet"))
        printUnlessStdoutUsed({report, plot}, device.name + "\n" + peakRatesText(stored) +
                                                  (sheet.points.empty() ? "" : rooflinePointsText(sheet.points)));
    return Success;
}

const char* const rooflineDetails =
    "Lightbench measures the peak rates of a device once, with its own kernels, and stores them by device and\n"
    "driver. It measures reading and copying memory, multiply-adds, reading local memory, and the time of a\n"
    "launch. The file is lightbench/peak-rates.csv in XDG_CACHE_HOME or ~/.cache. LIGHTBENCH_PEAK_RATES names\n"
    "another file; off stores nothing.\n\n"
    "A kernel's position is the operations and bytes that it needs at least, divided by its time. Its peak is\n"
    "the lower of what memory can copy for it and what the device can compute. For a kernel far below its\n"
    "peak, the figures point to its limit:\n"
    "  launch     it is too short\n"
    "  occupancy  too few of its work-items run at once\n"
    "  traffic    it moves a few times the bytes that it must\n"
    "  latency    its steps wait for each other\n"
    "  cache      it moves more than memory can copy: a cache holds part of its data\n\n"
    "Operation counts are estimates, good to about a factor of ten. Without an image only the peak rates are\n"
    "shown.\n\n"
    "Examples\n"
    "  lightbench-cli roofline photo.jpg --stack \"gaussian sigma=2 | median k=5\"\n"
    "  lightbench-cli roofline --device nvidia --again --report roofline.json\n";
} // namespace

ProgramCommand rooflineCommand() {
    return {{.name = "roofline",
             .positionals = "[IN --stack TEXT]",
             .summary = "Compares every kernel of a run with the peak rates of the device",
             .details = rooflineDetails,
             .options = {{"stack", 's', "TEXT or FILE", "the stack to run"},
                         deviceOption(),
                         {"repeat", 0, "N", "measured repeats, 1..1000 (default 7)"},
                         {"again", 0, "", "measure the device's peak rates again"},
                         {"report", 0, "FILE.json", "write device, peak rates and kernels as JSON"},
                         {"plot", 0, "FILE.svg, .png or .pdf", "draw the roofline"},
                         tuningOption(),
                         kernelsOption(),
                         {"quiet", 'q', "", "print no tables and no progress"},
                         largeOption()},
             .shared = {workerOptions()},
             .maximum = 1},
            showRoofline};
}

} // namespace lightbench
