// `compare`: computes the difference metrics of two image files.
#include <algorithm>

#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "app/cli/report_table.h"
#include "core/base/text.h"
#include "core/run/float_range.h"
#include "core/run/report_json.h"
#include "core/run/stage_explanation.h"

namespace lightbench {

namespace {
Json imageJson(const std::string& path, const Image& image) {
    Json object = pathJson(path);
    object["width"] = image.width();
    object["height"] = image.height();
    object["format"] = image.shape().formatName();
    return object;
}

/// The workgroup grid to look for, if an option names one.
std::vector<Tiling> tilingsFrom(const Arguments& arguments) {
    if (!arguments.has("workgroup")) return {};
    if (!arguments.has("explain")) throw Error(ErrorKind::Usage, "--workgroup belongs to --explain");
    const auto workgroup = parseWorkgroup(arguments.value("workgroup"));
    return workgroup ? std::vector{plainTiling(*workgroup)} : std::vector<Tiling>();
}

/// The text of --explain, which is also added to the report.
std::string explained(const Image& first, const Image& second, const Difference& difference,
                      const std::vector<Tiling>& tilings, Json& report) {
    const Explanation explanation = explainMismatches(first, second, exactly(), tilings);
    const Metrics metrics = metricsOf(first, second, difference);
    report["explanation"] = toJson(explanation, metrics);
    return explanationText(explanation, metrics);
}

/// Warns that PSNR means little if samples exceed full scale.
void warnOfLargeFloats(const Image& first, const Image& second, const CommandContext& context) {
    if (first.format().type != SampleType::F32) return;
    const float largest = std::max(floatRange(first).magnitude(), floatRange(second).magnitude());
    if (largest > 1)
        context.warn("the images have samples up to " + threeDigits(largest) + ", and PSNR takes 1 as full scale");
}

int compareImages(const Arguments& arguments, CommandContext& context) {
    const std::string a = arguments.positionals[0], b = arguments.positionals[1];
    const std::string report = arguments.value("report");
    context.claimOutputs(arguments, {"report"});
    const std::vector<Tiling> tilings = tilingsFrom(arguments);
    const ImagePtr first = readInput(a, largeOf(arguments), context).image;
    const ImagePtr second = readInput(b, largeOf(arguments), context).image;
    if (first->shape() != second->shape())
        throw Error(ErrorKind::Input, "the images cannot be compared: " + shownPath(a) + " is " +
                                          first->shape().name() + " and " + shownPath(b) + " is " +
                                          second->shape().name());
    warnOfLargeFloats(*first, *second, context);
    const Difference difference = compareImages(*first, *second, exactly());
    Json figures =
        Json::Object{{"a", imageJson(a, *first)}, {"b", imageJson(b, *second)}, {"difference", toJson(difference)}};
    std::string text = comparisonText(difference, first->format());
    if (arguments.has("explain")) text += explained(*first, *second, difference, tilings, figures);
    writeText(report, context, figures.text());
    printUnlessStdoutUsed({report}, text);
    return difference.verdict == Verdict::Match ? Success : Differs;
}
} // namespace

ProgramCommand compareCommand() {
    return {
        {.name = "compare",
         .positionals = "A B [--explain] [--report FILE.json]",
         .summary = "Prints the difference metrics of two image files",
         .details =
             "A is the result, B the expected image. Exit code 0: every sample is equal; 1: they differ; 2: they\n"
             "cannot be read or have different shapes.\n\n"
             "Figures are in sample steps (8-bit: 0..255) over the colour channels. Alpha has its own figures, and a\n"
             "difference in alpha alone also gives exit code 1. The figures of each channel follow.\n\n"
             "--explain says what the differences look like: only at the border, plus or minus one, along the seams "
             "of\n"
             "workgroups or vectors, NaN, in one channel, or scattered. It prints every metric, also SSIM, with its\n"
             "formula and source.\n\n"
             "Examples\n"
             "  lightbench-cli compare result.png expected.png\n"
             "  lightbench-cli compare result.png expected.png --explain --workgroup 16x16\n",
         .options = {{"report", 0, "FILE.json", "write the metrics as JSON"},
                     {"explain", 0, "", "say what the differences look like"},
                     {"workgroup", 0, "WxH",
                      "tile size in pixels whose seams --explain checks (default: common sizes)"},
                     largeOption()},
         .minimum = 2,
         .maximum = 2},
        compareImages};
}

} // namespace lightbench
