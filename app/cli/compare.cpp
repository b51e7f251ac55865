// `compare`: difference metrics of two image files.
#include <cmath>

#include "app/cli/files.h"
#include "app/cli/report_table.h"
#include "app/terminal/commands.h"
#include "core/base/output_files.h"
#include "core/base/whole_file.h"
#include "core/run/report_json.h"
#include "ui/files/file_name.h"
#include "ui/files/whole_file.h"

namespace lightbench {

namespace {
Json imageJson(const QString& path, const Image& image) {
    Json object = pathJson(nameBytes(path));
    object["width"] = image.width();
    object["height"] = image.height();
    object["format"] = image.shape().formatName();
    return object;
}

int run(const Arguments& arguments, Console& console) {
    const QString a = nameFromBytes(arguments.positionals[0]), b = nameFromBytes(arguments.positionals[1]);
    const QString report = fileOf(arguments, "report");
    refuseOneFileTwice({arguments.value("report")}, arguments.positionals);
    if (!report.isEmpty()) checkWritable(report);
    const ImagePtr first = readInput(a, largeOf(arguments), console).image;
    const ImagePtr second = readInput(b, largeOf(arguments), console).image;
    if (first->shape() != second->shape())
        throw Error(ErrorKind::Input, "the images cannot be compared: " + shownName(a).toStdString() + " is " +
                                          first->shape().name() + " and " + shownName(b).toStdString() + " is " +
                                          second->shape().name());
    const Difference difference = compareImages(*first, *second, exactly());
    if (!report.isEmpty())
        writeOutput(report, console, [&] {
            const Json figures = Json::Object{
                {"a", imageJson(a, *first)}, {"b", imageJson(b, *second)}, {"difference", toJson(difference)}};
            writeWhole(nameBytes(report), figures.text());
        });
    printBeside({report}, comparisonText(difference, first->format()));
    return difference.verdict == Verdict::Match ? Done : Differs;
}
} // namespace

Command compareCommand() {
    CommandSpec spec;
    spec.name = "compare";
    spec.positionals = "A B [--report FILE.json]";
    spec.summary = "Difference metrics of two image files";
    spec.details =
        "Exit code 0: every sample is equal; 1: they differ; 2: they cannot be read or have different shapes.\n"
        "Figures are in sample steps (8-bit: 0..255) over the colour channels; alpha has its own, and a difference in "
        "it\n"
        "counts for the exit code as any other. Each channel's are listed too.\n\n"
        "Example\n  lightbench-cli compare result.png expected.png\n";
    spec.options = {{"report", 0, "FILE.json", "write the metrics as JSON"}, largeOption()};
    spec.least = spec.most = 2;
    return {spec, run};
}

} // namespace lightbench
