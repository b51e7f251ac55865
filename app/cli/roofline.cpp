// `roofline`: every kernel of a run against what the device can do at most, and what holds back those far below.
#include <algorithm>

#include "app/bench/text.h"
#include "app/cli/jobs.h"
#include "app/terminal/commands.h"
#include "app/terminal/progress.h"
#include "app/terminal/table.h"
#include "core/base/json_fields.h"
#include "core/base/output_files.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/experiment/experiment_report.h"
#include "core/roofline/ceilings_file.h"
#include "core/roofline/roofline_drawing.h"

namespace lightbench {

namespace {
constexpr int defaultRepeats = 7;

std::string figure(double value) { return value > 0 ? threeDigits(value) : "-"; }

std::string placesText(const std::vector<KernelPlace>& places) {
    Table table({1, 2, 3, 4, 5});
    table.add({"kernel", "us", "op/byte", "GB/s", "Gop/s", "of roof", "limit"});
    for (const KernelPlace& place : places)
        table.add({place.kernel, figure(place.us), figure(place.intensity), figure(place.gbPerS),
                   figure(place.gigaOperationsPerS), place.share > 0 ? threeDigits(100 * place.share) + " %" : "-",
                   limitName(place.limit)});
    std::string text = table.text();
    for (const KernelPlace& place : places)
        if (!place.why.empty()) text += place.kernel + ": " + limitName(place.limit) + ": " + place.why + "\n";
    return text;
}

std::string keptText(const KeptCeilings& kept) {
    return ceilingsText(kept.ceilings) + "  measured " + kept.measured + "; --again repeats the measurement\n";
}

Json rooflineJson(const DeviceInfo& device, const KeptCeilings& kept, const std::vector<KernelPlace>& places) {
    return Json::Object{{"device", deviceJson(device, kept.ceilings)},
                        {"ceilings_measured", kept.measured},
                        {"kernels", jsonOf(places)}};
}

/// The run that is shown; without an image there is none.
RooflineSheet sheetOf(const Arguments& arguments, Console& console, const DeviceInfo& device,
                      const KeptCeilings& kept) {
    if (arguments.positionals.empty()) return {"Ceilings of " + device.name, {kept.measured}, kept.ceilings, {}};
    RunOptions options{.warmUp = true, .stageImages = false, .histograms = false};
    options.repeat = wholeNumber(arguments, "repeat", 1, 1000, defaultRepeats);
    const Stack stack = stackFrom(arguments.value("stack"));
    const ImagePtr image = readInput(arguments.positionals[0], largeOf(arguments), console).image;
    ProgressLine progress(!arguments.has("quiet"));
    const auto watch = [&](const RunProgress& now) { progress.show(now); };
    const QuietStderr quiet(!console.verbose);
    RunRequest request{image, stack, device.index, options};
    request.tuning = tuningFile(arguments).read();
    return rooflineSheet(*console.engine().run(request, {console.stop(), watch}), kept);
}

int showRoofline(const Arguments& arguments, Console& console) {
    const std::string report = arguments.value("report"), plot = arguments.value("plot");
    if (!arguments.positionals.empty() && !arguments.has("stack"))
        throw Error(ErrorKind::Usage, "roofline: say what runs on the image: --stack \"gaussian | median\"");
    refuseOneFileTwice({arguments.value("report"), arguments.value("plot")},
                       {arguments.positionals.empty() ? "" : arguments.positionals[0], arguments.value("stack")});
    if (!report.empty()) checkWritable(report);
    checkPlot(plot);
    const DeviceInfo& device = console.device(arguments.value("device"));
    const auto warn = [&](const std::string& line) { console.warn(line); };
    const KeptCeilings kept = ceilingsOf(console.engine(), device, CeilingsFile(ceilingsPath()), arguments.has("again"),
                                         console.stop(), warn);
    const RooflineSheet sheet = sheetOf(arguments, console, device, kept);
    if (!report.empty())
        writeOutput(report, console, [&] { writeWhole(report, rooflineJson(device, kept, sheet.places).text()); });
    if (!plot.empty()) writeOutput(plot, console, [&] { savePlot(rooflinePaper(sheet), plot); });
    if (!arguments.has("quiet"))
        printBeside({report, plot},
                    device.name + "\n" + keptText(kept) + (sheet.places.empty() ? "" : placesText(sheet.places)));
    return Done;
}

const char* const rooflineDetails =
    "What the device can do at most is measured once, by kernels of our own, and kept by device and driver: reading\n"
    "and copying memory, multiplying and adding, reading local memory, and what a launch takes. The file is\n"
    "lightbench/ceilings.csv in XDG_CACHE_HOME or ~/.cache; LIGHTBENCH_CEILINGS names another, or is off.\n"
    "A kernel's place: the operations and bytes that its plan says it must at least do and move, over its time. Its\n"
    "roof is the lower of what memory can copy for it and what the device can compute. For a kernel far below both,\n"
    "the figures point to its limit: launch (it is too short), occupancy (too little work in flight), traffic (it\n"
    "moves a few times what it must), latency (its steps wait for each other), or cache where it is above the roof.\n"
    "Operations are orders of magnitude. Without an image only the ceilings are shown.\n\n"
    "Examples\n"
    "  lightbench-cli roofline photo.jpg --stack \"gaussian sigma=2 | median k=5\"\n"
    "  lightbench-cli roofline --device nvidia --again --report roofline.json\n";
} // namespace

ProgramCommand rooflineCommand() {
    CommandSpec spec;
    spec.name = "roofline";
    spec.positionals = "[IN --stack TEXT]";
    spec.summary = "Holds every kernel of a run against what the device can do at most";
    spec.details = rooflineDetails;
    spec.options = {{"stack", 's', "TEXT or FILE", "the stack that is run"},
                    deviceOption(),
                    {"repeat", 0, "N", "measured repeats, 1..1000; 7 unless given"},
                    {"again", 0, "", "measure the device's ceilings again"},
                    {"report", 0, "FILE.json", "device, ceilings and places"},
                    {"plot", 0, "FILE.svg, .png or .pdf", "the roofline as a plot"},
                    tuningOption(),
                    {"quiet", 'q', "", "print no tables and no progress"},
                    largeOption()};
    for (const OptionSpec& option : processOptions())
        spec.options.push_back(option);
    spec.most = 1;
    return {spec, showRoofline};
}

} // namespace lightbench
