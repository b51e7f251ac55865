// `compare`: difference metrics of two image files.
#include <QJsonObject>

#include <cmath>

#include "app/cli_commands.h"
#include "app/cli_report_table.h"
#include "core/difference.h"
#include "ui/files/image_file.h"
#include "ui/files/report_json.h"
#include "ui/files/whole_file.h"

namespace lightbench {

namespace {
QJsonObject imageJson(const QString& path, const Image& image) {
    return {{"path", path},
            {"width", image.width()},
            {"height", image.height()},
            {"format", QString::fromStdString(image.format().name())}};
}

ImagePtr load(const QString& path, const Session& session) {
    session.checkStopped();
    const QuietStderr quiet(!session.verbose);
    return loadImage(path);
}

int run(const Arguments& arguments, Session& session) {
    const QString a = QString::fromStdString(arguments.positionals[0]);
    const QString b = QString::fromStdString(arguments.positionals[1]);
    const QString report = QString::fromStdString(arguments.value("report"));
    if (!report.isEmpty()) checkWritable(report);
    const ImagePtr first = load(a, session);
    const ImagePtr second = load(b, session);
    if (first->shape() != second->shape())
        throw Error(ErrorKind::Input, "the images cannot be compared: " + a.toStdString() + " is " +
                                          first->shape().name() + " and " + b.toStdString() + " is " +
                                          second->shape().name());
    const Difference difference = compareImages(*first, *second, exactly());
    if (!report.isEmpty())
        saveJson(
            {{"a", imageJson(a, *first)}, {"b", imageJson(b, *second)}, {"difference", differenceJson(difference)}},
            report);
    print(comparisonText(difference, first->format()));
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
        "Figures are in sample steps (8-bit: 0..255) over all channels.\n\n"
        "Example\n  lightbench-cli compare result.png expected.png\n";
    spec.options = {{"report", 0, "FILE.json", "write the metrics as JSON"}};
    spec.least = spec.most = 2;
    return {spec, run};
}

} // namespace lightbench
